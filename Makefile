# The project's tasks. `make run` and `make test` take a bare machine to done; the rest work in .venv.
PYTHON = .venv/bin/python
# Tests start some thousand processes: each would compile the modules anew.
unexport PYTHONDONTWRITEBYTECODE
# Idle threads of torch and of numpy sleep: spinning, they take the core from another test. No result depends on it.
export OMP_WAIT_POLICY = PASSIVE
export OPENBLAS_THREAD_TIMEOUT = 4
SOURCES = engine desktop training resources tests installer
COMPILE = .venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
LOCKS = installer/locks
# Processes that tests run in, each with whole files: one more than the two cores they are measured on, as tests of windows wait
# for half of their time.
JOBS = 3
PYTEST = python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations=10
# What pytest-base has not run yet: all but the engine, the desktop and the resources, and of those what deals with training
# or needs an extra.
WITH_TORCH = $(filter-out tests/engine tests/desktop tests/resources tests/__% tests/test_core_alone.py,$(patsubst %/,%,$(wildcard tests/*/ tests/test_*.py))) tests/desktop/features/retrain tests/desktop/features/studio tests/engine/features/bulk tests/engine/features/studio

.PHONY: run test setup setup-training check lint types core quick costs pytest pytest-base pytest-torch privacy audit bench hour faults holes fuzz setup-fuzz mutants setup-mutants experiments peers format translations lock recogniser-wheels wheels-check bundle bundle-windows bundle-macos deb pictures clean

run:
	sh installer/start.sh run

test:
	sh installer/start.sh test

setup:
	sh installer/start.sh setup

setup-training:
	sh installer/start.sh setup-training

# What `test` runs once everything is installed; types beside the first tests, which wait for half of their time.
check: lint
	$(MAKE) --jobs=2 types pytest-base
	$(MAKE) core
	$(MAKE) pytest-torch

lint:
	$(PYTHON) -m ruff check $(SOURCES)
	$(PYTHON) -m ruff format --check $(SOURCES)
	.venv/bin/lint-imports --no-cache
	$(PYTHON) -m vulture
	$(PYTHON) installer/licences.py

# With the names that other systems' Pythons have, too: what is for one system alone is behind sys.platform.
types:
	$(PYTHON) -m mypy --strict -p engine -p training -p resources
	$(PYTHON) -m mypy --strict -p desktop
	for system in win32 darwin; do \
		$(PYTHON) -m mypy --strict --no-warn-unreachable --platform $$system --cache-dir .mypy_cache/$$system \
			-p engine -p desktop || exit 1; \
	done

# The core alone: the engine indexes and searches with each feature's folder taken out, and with all of them. `check` runs it.
core:
	@begun=$$(date +%s) && $(PYTHON) -m pytest -q tests/test_core_alone.py && echo "core alone: $$(($$(date +%s) - begun)) s"

# What a developer runs all day, under 90 seconds on two cores: of each room the cheapest tests, by tests/quick.txt.
quick:
	$(PYTHON) -m ruff check --quiet $(SOURCES)
	QT_QPA_PLATFORM=offscreen $(PYTHON) -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder @tests/quick.txt

# All tests, with what each takes of the processor, and the fifty dearest: docs/testing.md. `python -m tests.costs $(COSTS)
# --choose` then writes tests/quick.txt anew.
COSTS = build/costs
costs:
	rm -f $(COSTS).*
	QT_QPA_PLATFORM=offscreen .venv/bin/$(PYTEST) --costs $(COSTS)
	$(PYTHON) -m tests.costs $(COSTS)

# Everything in one environment. Window tests draw offscreen; those that need a real X server start one of their own.
pytest:
	QT_QPA_PLATFORM=offscreen .venv/bin/$(PYTEST)

# Without torch and training's packages: what a user has.
pytest-base:
	QT_QPA_PLATFORM=offscreen .venv-base/bin/$(PYTEST) tests/engine tests/desktop tests/resources

# The rest, in the environment that has torch.
pytest-torch:
	QT_QPA_PLATFORM=offscreen .venv/bin/$(PYTEST) $(WITH_TORCH)

# A session of minutes, watched, and one without any network: tests/privacy/whole_session.py. A run on Ray, watched:
# tests/privacy/whole_cluster.py. Seven minutes.
privacy:
	QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest -s tests/privacy/whole_session.py tests/privacy/whole_cluster.py

# Needs the network, and INDEX=URL of an index's JSON API: is a fault known in any locked package? Fails, too, on what
# could not be audited.
audit:
	$(PYTHON) -m installer.audit --service "$(INDEX)"

# `make bench NAME=window` for that one alone. Where others use the machine it is refused.
bench:
	$(PYTHON) -m tests.benchmarks $(NAME) -- $(OPTIONS)

# An hour of a designer's habits over 1,114 recordings, in the real window, with pictures and a table: docs/hour.md.
FOLDER = build/hour
hour:
	$(PYTHON) -m tests.hour $(FOLDER)

# Every parser with bytes nobody would write; docs/fuzzing.md. Guided by coverage where `make setup-fuzz` was run.
MINUTES = 10
fuzz:
	nice -n 19 $(PYTHON) -m tests.fuzz --minutes $(MINUTES)

setup-fuzz:
	.venv/bin/uv pip install --python $(PYTHON) --require-hashes -r $(LOCKS)/fuzz.txt

# Faults put into the code by a machine: do the tests of that room notice? docs/mutants.md. Hours for all of them;
# `make mutants ROOM=index SHARE=0.1` for a tenth of one room. What was tried is kept, and not tried again.
SHARE = 1
mutants:
	nice -n 10 .venv-mutants/bin/python -m tests.mutants $(ROOM) --share $(SHARE) --jobs $(JOBS) $(AGAIN)

setup-mutants:
	.venv/bin/uv venv --quiet --allow-existing --python $(PYTHON) .venv-mutants
	.venv/bin/uv pip sync --python .venv-mutants/bin/python --require-hashes $(LOCKS)/mutants.txt

# A paper's claim on the data at hand, several seeds and a verdict: docs/reproducing.md. Without NAME they are listed;
# `make experiments NAME=ablation DATA="--data DIR --data DIR2 --pretrained DIR3"`. What was run is not run again.
experiments:
	$(PYTHON) -m training experiment $(NAME) $(DATA)

# What other readers of sounds say of a folder's files, beside what Earshot says: docs/peers.md. `make peers DIR=~/sounds`.
peers:
	$(PYTHON) -m tests.peers "$(DIR)"

# Every fault that Earshot has to bear, done for real, and the table of it in docs/faults.md. Half an hour on two cores.
faults:
	QT_QPA_PLATFORM=offscreen JOBS=$(JOBS) $(PYTHON) -m tests.faults

# Each refusal of another's, a later version's or a reader's doing is taken out: its test in tests/holes/table.py must fail.
holes:
	QT_QPA_PLATFORM=offscreen nice -n 10 $(PYTHON) -m tests.holes $(NAME)

format:
	$(PYTHON) -m ruff format $(SOURCES)
	$(PYTHON) -m ruff check --fix $(SOURCES)

# Takes new sentences of the window into resources/translations/*.ts and compiles what is translated.
translations:
	$(PYTHON) -m installer.translations

# Resolved for Python 3.11 to 3.13. `make lock` keeps what is pinned; `make lock UPGRADE=--upgrade` takes the newest.
lock:
	echo "uv" | $(COMPILE) $(UPGRADE) - -o $(LOCKS)/uv.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra cpu -o $(LOCKS)/cpu.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra training -c $(LOCKS)/cpu.txt -o $(LOCKS)/training.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra gpu -c $(LOCKS)/training.txt -o $(LOCKS)/gpu.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra directml -c $(LOCKS)/cpu.txt -o $(LOCKS)/directml.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra dev -c $(LOCKS)/training.txt -o $(LOCKS)/dev.txt
	echo "atheris>=3.0,<3.1 ; sys_platform == 'linux' and platform_machine == 'x86_64'" | \
		$(COMPILE) $(UPGRADE) - -o $(LOCKS)/fuzz.txt
	echo "cosmic-ray>=8.7,<9" | $(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -c $(LOCKS)/dev.txt -o $(LOCKS)/mutants.txt
	echo "mcp>=1.20,<2" | $(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -c $(LOCKS)/dev.txt -o $(LOCKS)/mcp.txt
	printf 'keyring>=25\npsycopg[binary]>=3.2.10\n' | \
		$(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -c $(LOCKS)/dev.txt -c $(LOCKS)/mcp.txt -o $(LOCKS)/studio.txt
	echo "faster-whisper>=1.2" | $(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -c $(LOCKS)/dev.txt -o $(LOCKS)/dialogue.txt
	@echo "dialogue.txt changed? make recogniser-wheels INDEX=URL"
	printf "pyarrow>=26\nray>=2.60,<3 ; sys_platform != 'darwin' or platform_machine == 'arm64'\n" | \
		$(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -c $(LOCKS)/dev.txt -c $(LOCKS)/mcp.txt -o $(LOCKS)/cluster.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra oracles -c $(LOCKS)/training.txt -o $(LOCKS)/oracles.txt
	printf 'setuptools>=77\nwheel\npybind11\n' | $(COMPILE) $(UPGRADE) - -c $(LOCKS)/training.txt -o $(LOCKS)/hnsw-build.txt
	echo "hnswlib>=0.8,<0.9" | $(COMPILE) $(UPGRADE) - -c $(LOCKS)/cpu.txt -o $(LOCKS)/hnsw.txt
	cp $(LOCKS)/cpu.txt $(LOCKS)/training.txt resources/locks/

# Needs the network: where the wheels of the recogniser are, of those in the lock; INDEX is the simple API of a package index.
recogniser-wheels:
	$(PYTHON) -m installer.recogniser_wheels $(INDEX)

# Needs the network: has every locked package a wheel for each system and Python that README promises? Installs nothing.
wheels-check:
	$(PYTHON) -m installer.wheels

# dist/earshot-VERSION-linux-x86_64.run and .tar.xz, which hold all of Earshot and need no Python: docs/packages.md.
bundle:
	sh installer/start.sh setup-bundle
	$(PYTHON) -m installer.bundle

# INTERPRETER=FILE: the archive of Python that installer/bundle.toml names. SIGN=CERTIFICATE.p12 PASSWORD=FILE signs.
bundle-windows:
	$(PYTHON) -m installer.bundle windows --interpreter "$(INTERPRETER)" $(if $(SIGN),--sign "$(SIGN)" --password "$(PASSWORD)")

# On macOS a disk image too; OPTIONS=--no-archives makes only the application, on any system.
bundle-macos:
	$(PYTHON) -m installer.bundle macos --interpreter "$(INTERPRETER)" $(OPTIONS)

deb:
	sh installer/deb/build.sh

# The pictures of README and guide, of today's window: docs/images/tour. Needs Xvfb, openbox and espeak-ng; ten minutes.
pictures:
	$(PYTHON) -m tests.screens.pictures build/pictures

clean:
	rm -rf build dist *.egg-info .demo .venv-base .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
