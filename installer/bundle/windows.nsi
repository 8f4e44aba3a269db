; Installs Earshot for one user, without an administrator: program, Start menu, "Open with" of sound files, uninstaller.
; Filled in by installer/bundle/windows.py and compiled by makensis. Silent by /S, into another folder by /D=C:\folder.
Unicode true
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 64
ManifestDPIAware true
ManifestLongPathAware true
AllowSkipFiles off

Name "Earshot"
OutFile "@OUT@"
Icon "@TREE@/share/earshot.ico"
UninstallIcon "@TREE@/share/earshot.ico"
BrandingText "Earshot @VERSION@"
InstallDir "$LOCALAPPDATA\Programs\Earshot"
InstallDirRegKey HKCU "Software\Earshot" "Folder"
VIProductVersion "@VERSION@.0"
VIAddVersionKey "ProductName" "Earshot"
VIAddVersionKey "FileDescription" "Installs Earshot"
VIAddVersionKey "FileVersion" "@VERSION@"
VIAddVersionKey "LegalCopyright" "GNU General Public License, version 3 or later"

LicenseData "@TREE@/share/doc/earshot/LICENSE"
LicenseText "Earshot is free software. You need not agree to anything to use it." "Next >"
Page license
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!include "x64.nsh"
!include "WinVer.nsh"
!include "FileFunc.nsh"

!define PARTS_OF_NEXT ".new"
!define PARTS_OF_LAST ".old"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Earshot"

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "Earshot needs Windows 10 or later, 64-bit." /SD IDOK
    Quit
  ${EndIf}
FunctionEnd

; A folder with other files is never filled, so that uninstalling never has to guess what is ours.
Function CheckFolder
  ${If} ${FileExists} "$INSTDIR\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\share\earshot.ico"
  ${AndIfNot} ${FileExists} "$INSTDIR\${PARTS_OF_NEXT}\*.*"
    ${DirState} "$INSTDIR" $0
    ${If} $0 == 1
      MessageBox MB_OK|MB_ICONSTOP "$INSTDIR holds other files. Choose another folder." /SD IDOK
      Abort
    ${EndIf}
  ${EndIf}
FunctionEnd

; Windows renames no folder that has an open file: then Earshot runs.
!macro SetAside part
  again_${part}:
  ${If} ${FileExists} "$INSTDIR\${part}\*.*"
    ClearErrors
    Rename "$INSTDIR\${part}" "$INSTDIR\${PARTS_OF_LAST}\${part}"
    ${If} ${Errors}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Earshot is running. Close it, then choose Retry." /SD IDCANCEL IDRETRY again_${part}
      Call PutBack
      Abort "Earshot is running. Close it and install again."
    ${EndIf}
  ${EndIf}
!macroend

; Takes the version before back, part by part, where a new one could not be put in its place.
!macro TakeBack part
  ${If} ${FileExists} "$INSTDIR\${PARTS_OF_LAST}\${part}\*.*"
    RMDir /r "$INSTDIR\${part}"
    Rename "$INSTDIR\${PARTS_OF_LAST}\${part}" "$INSTDIR\${part}"
  ${EndIf}
!macroend

Function PutBack
  !insertmacro TakeBack python
  !insertmacro TakeBack bin
  !insertmacro TakeBack share
  RMDir "$INSTDIR\${PARTS_OF_LAST}"
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR\${PARTS_OF_NEXT}"
FunctionEnd

Function .onInstFailed
  Call PutBack
FunctionEnd

Section "Earshot"
  Call CheckFolder
  ; All of the new version is there before anything of the old one goes.
  RMDir /r "$INSTDIR\${PARTS_OF_NEXT}"
  RMDir /r "$INSTDIR\${PARTS_OF_LAST}"
  SetOutPath "$INSTDIR\${PARTS_OF_NEXT}"
  File /r "@TREE@/*.*"
  SetOutPath "$INSTDIR"
  CreateDirectory "$INSTDIR\${PARTS_OF_LAST}"
  !insertmacro SetAside python
  !insertmacro SetAside bin
  !insertmacro SetAside share
  Rename "$INSTDIR\${PARTS_OF_NEXT}\python" "$INSTDIR\python"
  Rename "$INSTDIR\${PARTS_OF_NEXT}\bin" "$INSTDIR\bin"
  Rename "$INSTDIR\${PARTS_OF_NEXT}\share" "$INSTDIR\share"
  RMDir "$INSTDIR\${PARTS_OF_NEXT}"
  RMDir /r "$INSTDIR\${PARTS_OF_LAST}"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  WriteRegStr HKCU "Software\Earshot" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Earshot"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "@VERSION@"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\share\earshot.ico"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" @DISK_KIB@
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1

  ; pythonw.exe, unlike python.exe, opens no console. The working folder is the user's own.
  SetOutPath "$PROFILE"
  CreateShortcut "$SMPROGRAMS\Earshot.lnk" "$INSTDIR\python\pythonw.exe" "-P -m desktop" "$INSTDIR\share\earshot.ico"

  ; Offered under "Open with"; no program loses its files.
  WriteRegStr HKCU "Software\Classes\@PROGID@" "" "Sound"
  WriteRegStr HKCU "Software\Classes\@PROGID@\Application" "ApplicationName" "Earshot"
  WriteRegStr HKCU "Software\Classes\@PROGID@\Application" "ApplicationIcon" "$INSTDIR\share\earshot.ico"
  WriteRegStr HKCU "Software\Classes\@PROGID@\DefaultIcon" "" "$INSTDIR\share\earshot.ico"
  WriteRegStr HKCU "Software\Classes\@PROGID@\shell\open\command" "" '"$INSTDIR\python\pythonw.exe" -P -m desktop -- "%1"'
  @OFFER@
  ${RefreshShellIcons}
SectionEnd

; Libraries, settings and logs lie in %LOCALAPPDATA%\earshot and stay.
Section "Uninstall"
  ${IfNot} ${FileExists} "$INSTDIR\share\earshot.ico"
    Abort "There is no copy of Earshot in $INSTDIR."
  ${EndIf}
  ClearErrors
  Rename "$INSTDIR\python" "$INSTDIR\.going"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "Earshot is running. Close it, then uninstall it again." /SD IDOK
    Abort "Earshot is running."
  ${EndIf}
  RMDir /r "$INSTDIR\.going"
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\share"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Earshot.lnk"
  @TAKE_BACK@
  DeleteRegKey HKCU "Software\Classes\@PROGID@"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegKey HKCU "Software\Earshot"
  ${RefreshShellIcons}
SectionEnd
