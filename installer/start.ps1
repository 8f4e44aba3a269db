<#
.SYNOPSIS
Takes a Windows machine that has git and Python to a running Earshot (run) or to a finished test run (test).

.DESCRIPTION
  powershell -ExecutionPolicy Bypass -File installer\start.ps1 run
  powershell -ExecutionPolicy Bypass -File installer\start.ps1 test

The twin of start.sh. EARSHOT_ORT=cpu, gpu or directml chooses the ONNX Runtime; without it, gpu is taken where nvidia-smi
answers. EARSHOT_PYTHON names a Python to use. Written with care and not yet run on Windows: say so when it fails.
#>
param([Parameter(Mandatory = $true)][ValidateSet("run", "test", "setup", "setup-mcp", "setup-studio", "setup-cluster", "setup-training")][string]$Command)

$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..")
$Locks = "installer\locks"

function Say([string]$Text) { [Console]::Error.WriteLine("earshot: $Text") }

# Runs a program and stops when it fails: PowerShell 5 goes on without a word.
function Run([string]$Program) {
    & $Program @args
    if ($LASTEXITCODE -ne 0) { Say "$Program $args ended with $LASTEXITCODE"; exit 1 }
}

# The command line of the first Python from 3.11 to 3.13, as an array.
function Find-Python {
    $check = "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))"
    $candidates = @(@("py", "-3.11"), @("py", "-3.12"), @("py", "-3.13"), @("python"))
    if ($env:EARSHOT_PYTHON) { $candidates = @(, @($env:EARSHOT_PYTHON)) }
    foreach ($candidate in $candidates) {
        $program, $rest = $candidate
        if (-not (Get-Command $program -ErrorAction SilentlyContinue)) { continue }
        try { & $program @rest -c $check 2>$null } catch { continue }
        if ($LASTEXITCODE -eq 0) { return , @($candidate) }
    }
    Say "Python 3.11, 3.12 or 3.13 is needed and was not found. Install one from python.org, then run this again."
    exit 1
}

function Get-RuntimeLock {
    if ($env:EARSHOT_ORT) { return $env:EARSHOT_ORT }
    if (Get-Command nvidia-smi -ErrorAction SilentlyContinue) {
        & nvidia-smi *> $null
        if ($LASTEXITCODE -eq 0) { return "gpu" }
    }
    return "cpu"
}

# Brings $Folder to exactly what the locks say, with the project on top; quick when it is so already.
function New-Environment([string]$Folder, [string[]]$Names) {
    $files = @("$Locks\uv.txt", "$Locks\hnsw-build.txt") + @($Names | ForEach-Object { "$Locks\$_.txt" })
    $inputs = $files + @("$Locks\hnsw.txt", "pyproject.toml", "installer\start.ps1")
    $stamp = "$PWD $Names " + (($inputs | ForEach-Object { (Get-FileHash $_).Hash }) -join " ")
    $stampFile = "$Folder\earshot-stamp"
    if ((Test-Path $stampFile) -and ((Get-Content -Raw $stampFile).Trim() -eq $stamp)) {
        Build-Translations $Folder
        return
    }
    Say "Making $Folder from the locks: $Names"
    $python = "$Folder\Scripts\python.exe"
    $uv = "$Folder\Scripts\uv.exe"
    if (Test-Path $stampFile) { Remove-Item $stampFile }
    if (-not (Test-Path $python)) {
        $program, $rest = Find-Python
        Run $program @rest -m venv $Folder
    }
    Run $python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$Locks\uv.txt"
    $env:VIRTUAL_ENV = "$PWD\$Folder"
    Run $uv pip sync --quiet --require-hashes @files
    $env:HNSWLIB_NO_NATIVE = "1"
    & $uv pip install --quiet --no-build-isolation --require-hashes -r "$Locks\hnsw.txt"
    if ($LASTEXITCODE -ne 0) {
        Say "hnswlib could not be built (it needs the Visual C++ build tools). Earshot goes on with exact search."
    }
    Run $uv pip install --quiet --no-deps --no-build-isolation --editable .
    Build-Translations $Folder
    Set-Content -Path "$Folder\earshot-locks" -Value "$Names"
    Set-Content -Path $stampFile -Value $stamp
    Say "$Folder is ready."
}

# Quick where nothing changed.
function Build-Translations([string]$Folder) {
    Run "$Folder\Scripts\python.exe" -c "from resources.translations import compile_all; compile_all()"
}

# The same, and what earlier set-ups added stays.
function Add-ToEnvironment([string]$Folder, [string[]]$Names) {
    $former = @()
    if (Test-Path "$Folder\earshot-locks") { $former = (Get-Content -Raw "$Folder\earshot-locks").Trim() -split " " }
    $extras = @("training", "dev", "oracles", "mcp", "studio", "cluster") | Where-Object { ($Names + $former) -contains $_ }
    New-Environment $Folder (@($Names[0]) + @($extras))
}

function Initialize-Base { New-Environment ".venv" @((Get-RuntimeLock)) }
function Initialize-Mcp { Add-ToEnvironment ".venv" @((Get-RuntimeLock), "mcp") }
function Initialize-Studio { Add-ToEnvironment ".venv" @((Get-RuntimeLock), "mcp", "studio") }
function Initialize-Cluster { Add-ToEnvironment ".venv" @((Get-RuntimeLock), "cluster") }
function Initialize-All { New-Environment ".venv" @((Get-RuntimeLock), "training", "dev", "oracles", "mcp", "studio", "cluster") }

switch ($Command) {
    "setup" { Initialize-Base }
    "setup-mcp" { Initialize-Mcp }
    "setup-studio" { Initialize-Studio }
    "setup-cluster" { Initialize-Cluster }
    "setup-training" { Initialize-All }
    "run" {
        Add-ToEnvironment ".venv" @(, (Get-RuntimeLock))
        Run .venv\Scripts\python.exe -m resources.demo .demo\sounds
        Run .venv\Scripts\earshot.exe index --library .demo\library .demo\sounds
        Say "Opening the window on the demo library."
        Run .venv\Scripts\earshot.exe --library .demo\library
    }
    "test" {
        Initialize-All
        New-Environment ".venv-base" @((Get-RuntimeLock), "dev")
        $python = ".venv\Scripts\python.exe"
        Run $python -m ruff check engine desktop training resources tests installer
        Run $python -m ruff format --check engine desktop training resources tests installer
        Run .venv\Scripts\lint-imports.exe --no-cache
        Run $python installer\licences.py
        Run $python -m mypy --strict -p engine -p training
        Run $python -m mypy --strict -p desktop
        $env:QT_QPA_PLATFORM = "offscreen"
        Run .venv-base\Scripts\python.exe -m pytest tests\engine tests\desktop
        Run $python -m pytest
    }
}
