# `make run` starts Showroom, and `make test` tests it. Both install missing packages and print their names.

PREFIX ?= /usr/local
ARGS ?=

ifneq ($(shell pwd -P | LC_ALL=C tr -d '\n' | LC_ALL=C tr -cd '[:space:]&;()<>|$$`"\047\\*?[]#~!{}'),)
$(error make cannot build in "$(CURDIR)", because the path contains spaces or special characters of the shell; move \
  the checkout to another folder)
endif

# The libraries that the package links, and the programs that its tests start: servers and a terminal multiplexer.
BUILD_PACKAGES = libncurses-dev libsqlite3-dev libarchive-dev libcurl4-openssl-dev libssl-dev
TEST_PACKAGES = nginx-light libnginx-mod-http-dav-ext openssl tmux zip python3-venv asciinema zsh fish
BENCH_PACKAGES = python3 gcc binutils
LINT_PACKAGES = codespell
ORDER_PACKAGES = python3 binutils valgrind
PICTURE_PACKAGES = chromium firefox-esr python3 python3-pil
DIST_PACKAGES = binutils
DEB_PACKAGES = binutils dpkg-dev lintian man-db
RELEASE_PACKAGES = debootstrap zip

# Upload servers written in Python, installed into a virtual environment.
TEST_SERVERS = .build/test-servers
TEST_SERVER_PACKAGES = tuspyserver==4.4.3 uvicorn==0.54.0 moto[server]==5.2.5

# The Swift runtime is linked statically, so the program starts faster and runs without an installation of Swift.
# Nothing opens the program as a library, so it exports no symbols; relocations are packed, and equal functions merged.
# Each function has a section of its own, so that unused ones are left out, and those that every start executes are side by
# side (SYMBOL_ORDER).
SYMBOL_ORDER = .build/symbol-order
LINKING = --no-export-dynamic -z pack-relative-relocs --icf=safe -O2 \
  --symbol-ordering-file=$(CURDIR)/$(SYMBOL_ORDER) --no-warn-symbol-ordering
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  $(addprefix -Xswiftc ,-Xfrontend -function-sections) $(addprefix -Xlinker ,$(LINKING))
# strip would drop the segment that makes relocated data read-only, because it does not know the layout of lld.
OBJCOPY = $(shell swiftc -print-target-info | \
  sed -n 's|.*"runtimeResourcePath" *: *"\(.*\)/lib/swift.*|\1/bin/llvm-objcopy|p')
# Determined once, at first use.
RELEASE_BIN = $(eval RELEASE_BIN := $(shell swift build $(RELEASE) --show-bin-path))$(RELEASE_BIN)

VERSION = $(shell sed -n 's/.*static let showroom = "\(.*\)"/\1/p' Sources/ShowroomCommands/Version.swift)

# The time that generated files bear: that of the last commit or, in a tarball, of CHANGELOG.md, so that equal sources
# give equal packages.
ifndef SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
endif
export SOURCE_DATE_EPOCH

# The number of tests of a target that run at the same time. Most run on the main actor; if all of them start at once,
# each waits for hundreds of others at every step, and limits of waiting expire.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

# Some modules are optimized in debug builds too, others for size in release builds (see Package.swift).
export SHOWROOM_OPTIMIZATION = 1

# The targets of the tests. The longest is first, and runs beside those that leave a processor idle.
TESTS = ShowroomUploadsTests ReactorCoreTests ReactorFlowTests ReactorTerminalCoreTests ReactorTerminalTests \
  ReactorTestingTests TapePlayerTests ReactorInspectorTests ReactorGalleryTests ReactorFilesTests ShowroomFilesTests \
  ShowroomNetworkTests ShowroomFormattingTests ShowroomSettingsTests ShowroomFilePickerTests ShowroomCommandsTests \
  ShowroomAppTests ShowroomDemoTests ShowroomCatalogTests EndToEnd
# The number of targets that run at the same time, except for the one whose programs need the processors for themselves.
TEST_JOBS ?= 2
ALONE = EndToEnd

# Other goals share the build folder and the package manager.
ifeq ($(filter $(TESTS),$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

# sh has no pipefail.
$(TESTS): SHELL = /bin/bash

.PHONY: run demo build test test-consumer test-examples test-release soak sanitize bench bench-uploads gate screenshots \
  screenshots-check gallery-pictures inspector-pictures catalog docs docs-keys public-api symbol-order install stage-documents \
  uninstall deb dist release-check format lint clean setup setup-test setup-lint setup-order setup-bench setup-pictures \
  install-pictures setup-deb setup-dist setup-release $(TESTS)

run: build
	@$(RELEASE_BIN)/showroom $(ARGS)

demo: build
	@$(RELEASE_BIN)/showroom demo $(ARGS)

# Renders the pictures of the README from a tape. A test fails if they are outdated. The old ones are removed first,
# because a tape replaces only pictures with its mark, which a person may have edited or merged.
screenshots: build
	cd Resources/screenshots && rm -f *.svg && for tape in pictures readme-dark readme-light; do \
	  SHOWROOM_RESOURCES=.. $(RELEASE_BIN)/showroom demo $$tape.tape --headless || exit 1; \
	done

# Compares the animated pictures of the README, as two browsers show them, with the frames of their tapes.
screenshots-check: setup-pictures build
	Tools/picture-check $(RELEASE_BIN)/showroom

# Makes the bundled catalog, and the two editions of the demo, from the EPA's table: `make catalog EPA=vehicles.csv.zip
# EPA_BEFORE=an-earlier-edition.csv.zip DATE=2025-10 DATE_BEFORE=2022-11`. Equal tables give equal files.
catalog:
	Tools/bundle-catalog "$(EPA)" "$(DATE)" "$(EPA_BEFORE)" "$(DATE_BEFORE)"

# Renders the pictures of the widgets for the documentation from a tape. A test fails if they are outdated.
WIDGET_PICTURES = Sources/ReactorTerminal/Documentation.docc/Resources

gallery-pictures: setup
	swift build --product ReactorGallery
	gallery="$$(swift build --show-bin-path)/ReactorGallery" && tape="$$PWD/Resources/gallery/pictures.tape" && \
	  cd $(WIDGET_PICTURES) && rm -f *.svg && "$$gallery" --tape "$$tape" --headless >/dev/null

# Renders the pictures of the inspector for the documentation, and the test in its article. A test fails if they are
# outdated.
inspector-pictures: setup
	swift build --build-tests
	RECORD_SNAPSHOTS=1 swift test --skip-build --filter '^ReactorInspectorTests\..*(InspectorTapesTests|CarTests)'

build: setup
	swift build $(RELEASE) --product showroom

$(SYMBOL_ORDER): Tools/symbol-order.gz
	@mkdir -p $(@D) && gunzip -c $< > $@

# Measures again which functions run at startup.
symbol-order: build setup-order
	Tools/symbol-order $(RELEASE_BIN)/showroom Resources/catalog.csv.gz Tools/symbol-order.gz

TEST_PROGRAM = $(eval TEST_PROGRAM := $(shell swift build --show-bin-path)/showroomPackageTests.xctest)$(TEST_PROGRAM)

test: setup-test
	swift build --build-tests
	@mkdir -p .build/test-logs && rm -f .build/test-logs/*
	@for targets in "$(filter-out $(ALONE),$(TESTS))" "$(filter $(ALONE),$(TESTS))"; do \
	  [ -z "$$targets" ] || $(MAKE) --no-print-directory --keep-going --jobs=$(TEST_JOBS) --output-sync=target \
	    $$targets || failed=yes; \
	done; [ -z "$$failed" ] || { echo "Failed:"; grep -h '✘' .build/test-logs/* || echo "A test process ended early. See .build/test-logs."; exit 1; }

# One process per target, so that the main actors of different programs do not wait for each other.
$(TESTS):
	@echo "Testing $@" && mkdir -p .build/test-logs && set -o pipefail && \
	  $(TEST_PROGRAM) --testing-library swift-testing --filter '^$@\.' 2>&1 | tee .build/test-logs/$@

# Checks that the package of the article "Getting started", which depends on the framework without the app, resolves no
# other package, builds, and passes its tests.
test-consumer: setup
	Tests/GettingStarted/check

# Builds and tests the programs in Examples, each a package of its own that depends on the framework, which is built once.
EXAMPLES = $(patsubst Examples/%/Package.swift,%,$(wildcard Examples/*/Package.swift))

test-examples: setup
	@for example in $(EXAMPLES); do \
	  echo "Testing $$example" && swift test --package-path Examples/$$example --scratch-path .build/examples || exit 1; \
	done

# Tests the release program in a real terminal, with the bundled tapes, because an optimized program may behave
# differently. SHOWROOM_BINARIES is the folder of the programs under test.
test-release: setup-test build
	swift build $(RELEASE) --product ReactorCounter
	swift build --build-tests
	SHOWROOM_BINARIES="$(RELEASE_BIN)" swift test --skip-build \
	  --filter '^EndToEnd\.(BundledTapesTests|CounterTests|DemoTests|EndingTests|OpeningTests|SurroundingsTests|WireTests)/'

# Runs the tests named …Soak in full: those of properties with new seeds, each for SOAK_SECONDS. A failure names its seed;
# SHOWROOM_SOAK_SEED=seed repeats it. SOAK=UploadSimulation SOAK_RUNS=1000000 runs one of them that many times.
SOAK_SECONDS ?= 300
SOAK_RUNS ?=
SOAK ?=

soak: setup-test
	swift build --build-tests
	SHOWROOM_SOAK_SECONDS=$(SOAK_SECONDS) SHOWROOM_SOAK_RUNS=$(SOAK_RUNS) \
	  swift test --skip-build --no-parallel --filter '$(SOAK)Soak/'

# Runs the suites that call C, or share memory with other threads, with a sanitizer: address, thread, or undefined. Leaks
# are not reported, because ncurses keeps memory until the process ends.
SANITIZER ?= address
SANITIZED = ReactorTerminalCoreTests|ReactorFilesTests|ShowroomFilesTests|ShowroomNetworkTests

sanitize: setup-test
	swift build --build-tests --sanitize $(SANITIZER) --scratch-path .build/$(SANITIZER)
	ASAN_OPTIONS=detect_leaks=0 swift test --skip-build --sanitize $(SANITIZER) --scratch-path .build/$(SANITIZER) --filter '^($(SANITIZED))\.'

bench: setup-bench build
	swift run -c release --package-path Benchmarks core-bench
	swift build $(RELEASE) --product catalog-bench
	$(RELEASE_BIN)/catalog-bench
	Benchmarks/screen/run $(RELEASE_BIN)/showroom

# Measures uploads beside curl, and beside rclone, aws and s5cmd where they are installed, with servers on loopback.
bench-uploads: setup-test setup-bench build
	Benchmarks/uploads/run $(RELEASE_BIN)/showroom --write Benchmarks/uploads/results.md

# Compares the cost of a key with that of the baseline in C, and the size of the program, with Benchmarks/screen/gate.json.
gate: setup-bench build
	Benchmarks/screen/run --check
	Benchmarks/screen/run $(RELEASE_BIN)/showroom --gate

# The files of an installation below PREFIX, which are made in the stage. zsh reads completions from folders that differ
# between systems.
STAGE = .build/stage
DOC = share/doc/showroom
ZSH_COMPLETIONS ?= share/zsh/site-functions
COMPLETIONS = share/bash-completion/completions/showroom $(ZSH_COMPLETIONS)/_showroom \
  share/fish/vendor_completions.d/showroom.fish
GENERATED = $(COMPLETIONS) share/man/man1/showroom.1 $(DOC)/THIRD-PARTY-NOTICES
RESOURCES = share/showroom-resources
TAPE_LANGUAGE = Sources/TapePlayer/Documentation.docc/TheTapeLanguage.md
DOCUMENTS = $(patsubst docs/%,$(DOC)/%,$(wildcard docs/*.md)) $(DOC)/$(notdir $(TAPE_LANGUAGE)) $(DOC)/LICENSE \
  $(DOC)/CHANGELOG.md
COPIED = $(patsubst Resources/%,$(RESOURCES)/%,$(wildcard Resources/tapes/*.tape) $(wildcard Resources/demo/*) \
  Resources/catalog.csv.gz Resources/edition.json Resources/config.example.toml) $(DOCUMENTS) \
  share/applications/showroom.desktop share/icons/hicolor/scalable/apps/showroom.svg
FILES = $(GENERATED) $(COPIED)
# The program without symbols, and without the hash of its modules, which differs between two builds of equal sources.
# It is replaced only by another program, so that nothing is generated again without need.
PROGRAM = $(STAGE)/bin/showroom
# The program is built again only if one of these is newer, or if there are others than at the last time.
LIST_SOURCES = find Makefile Package.swift Package.resolved Sources -type f -not -path '*.docc/*'
SOURCES = $(shell $(LIST_SOURCES))

# Sets $$sudo to sudo if the folder of the installation belongs to others, and $$desktop to the command that announces
# the scheme of links to the desktop, if there is one.
define prepare_place
	place="$(DESTDIR)$(PREFIX)"; while [ ! -e "$$place" ]; do place=$$(dirname "$$place"); done; \
	sudo=""; [ -w "$$place" ] || sudo=sudo; \
	[ -z "$$sudo" ] || command -v sudo >/dev/null || { echo "$(DESTDIR)$(PREFIX) belongs to another user. Run make as \
	root, or choose another PREFIX." >&2; exit 1; }; \
	[ -z "$$sudo" ] || echo "Changing $(DESTDIR)$(PREFIX) with sudo"; \
	desktop=""; [ -n "$(DESTDIR)" ] || desktop=$$(command -v update-desktop-database || true)
endef

# Removes the tapes and demo files of an earlier version, because the program offers whatever is in their folders.
install: $(PROGRAM) $(addprefix $(STAGE)/,$(FILES))
	@$(prepare_place); \
	$$sudo install -D -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/showroom" && \
	for file in $(FILES); do \
	  $$sudo install -D -m 644 "$(STAGE)/$$file" "$(DESTDIR)$(PREFIX)/$$file" || exit 1; \
	done && \
	(cd "$(DESTDIR)$(PREFIX)/$(RESOURCES)" && for file in tapes/* demo/* catalog.json; do \
	  case " $(COPIED) " in *" $(RESOURCES)/$$file "*) ;; *) $$sudo rm -f "$$file" || exit 1;; esac; \
	done) && \
	{ [ -z "$$desktop" ] || $$sudo $$desktop "$(PREFIX)/share/applications"; }
	@echo "Installed bin/showroom and $(words $(FILES)) other files below $(DESTDIR)$(PREFIX)"

# Removes what was installed, by this version or an earlier one, and folders of it that are then empty.
uninstall:
	@$(prepare_place); \
	$$sudo rm -rf $(foreach name,tapes demo catalog.json,"$(DESTDIR)$(PREFIX)/$(RESOURCES)/$(name)") && \
	$$sudo rm -f "$(DESTDIR)$(PREFIX)/bin/showroom" $(foreach file,$(FILES),"$(DESTDIR)$(PREFIX)/$(file)") && \
	for folder in $(RESOURCES) $(DOC); do \
	  [ ! -d "$(DESTDIR)$(PREFIX)/$$folder" ] || \
	    $$sudo rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(PREFIX)/$$folder" || exit 1; \
	done && \
	{ [ -z "$$desktop" ] || [ ! -d "$(PREFIX)/share/applications" ] || $$sudo $$desktop "$(PREFIX)/share/applications"; }
	@echo "Removed Showroom from $(DESTDIR)$(PREFIX)"

COPY = @install -D -m 644 $< $@

# The pages of an installation, which a test reads.
stage-documents: $(addprefix $(STAGE)/,$(DOCUMENTS))

# A file whose command fails is not made.
.DELETE_ON_ERROR:

$(STAGE)/$(RESOURCES)/%: Resources/%
	$(COPY)
# The pages are installed into one folder.
$(STAGE)/$(DOC)/%.md: docs/%.md
	@mkdir -p $(@D) && sed 's|](../$(TAPE_LANGUAGE)|]($(notdir $(TAPE_LANGUAGE))|g' $< > $@
$(STAGE)/$(DOC)/$(notdir $(TAPE_LANGUAGE)): $(TAPE_LANGUAGE)
	$(COPY)
$(STAGE)/$(DOC)/%: %
	$(COPY)
$(STAGE)/share/applications/%: Resources/%
	$(COPY)
$(STAGE)/share/icons/hicolor/scalable/apps/%: Resources/%
	$(COPY)
.PHONY: sources time
$(STAGE)/sources: sources
	@mkdir -p $(@D); $(LIST_SOURCES) | LC_ALL=C sort > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(STAGE)/built: $(SOURCES) $(STAGE)/sources
	@$(MAKE) --no-print-directory build
	@mkdir -p $(STAGE)/bin && $(OBJCOPY) --strip-all --remove-section=.swift_modhash \
	  --remove-section=.note.gnu.build-id $(RELEASE_BIN)/showroom $(STAGE)/stripped
	@cmp -s $(STAGE)/stripped $(PROGRAM) || cp $(STAGE)/stripped $(PROGRAM)
	@rm $(STAGE)/stripped; touch $@
$(PROGRAM): $(STAGE)/built ;
$(STAGE)/share/bash-completion/completions/showroom: $(PROGRAM)
	@mkdir -p $(@D) && $(PROGRAM) --generate-completion-script bash > $@
$(STAGE)/$(ZSH_COMPLETIONS)/_showroom: $(PROGRAM)
	@mkdir -p $(@D) && $(PROGRAM) --generate-completion-script zsh > $@
$(STAGE)/share/fish/vendor_completions.d/showroom.fish: $(PROGRAM)
	@mkdir -p $(@D) && $(PROGRAM) --generate-completion-script fish > $@
# The manual page bears that time.
$(STAGE)/time: time
	@mkdir -p $(@D); echo $(SOURCE_DATE_EPOCH) | cmp -s - $@ || echo $(SOURCE_DATE_EPOCH) > $@
$(STAGE)/share/man/man1/showroom.1: $(PROGRAM) $(STAGE)/time docs/CommandLine.md $(wildcard Tools/ManualPage/*.swift)
	swift build $(RELEASE) --product manual-page
	@mkdir -p $(@D) && $(RELEASE_BIN)/manual-page $(PROGRAM) docs/CommandLine.md > $@
$(STAGE)/$(DOC)/THIRD-PARTY-NOTICES: $(PROGRAM) Tools/third-party-notices.swift $(wildcard Resources/licenses/*)
	@mkdir -p $(@D) && swift -swift-version 6 Tools/third-party-notices.swift $(RELEASE_BIN) showroom > $@

# Builds a Debian package and a tarball into PACKAGES.
PACKAGES = .build/packages

deb: setup-deb
	rm -rf .build/deb
	$(MAKE) --no-print-directory install DESTDIR=.build/deb PREFIX=/usr ZSH_COMPLETIONS=share/zsh/vendor-completions
	Tools/build-deb .build/deb $(VERSION) $(PACKAGES)
	lintian --fail-on error,warning --allow-root $(PACKAGES)/showroom_$(VERSION)_*.deb

dist: setup-dist
	rm -rf .build/dist
	$(MAKE) --no-print-directory install DESTDIR=.build/dist PREFIX=
	Tools/build-dist .build/dist $(VERSION) $(PACKAGES)

# Checks that the sources can be released: a clean tree, tests, lint, documentation, packages, and versions that agree.
release-check: setup-release
	Tools/release-check $(VERSION)

# Builds the documentation of the libraries into .build/documentation. Warnings are errors.
docs: setup
	Tools/docs

# Writes the committed list of the public declarations. `make docs` fails if it is outdated.
public-api: setup
	Tools/docs --write-public-api

# Generates the reference of commands and keys. A test fails if it is outdated.
docs-keys: build
	$(RELEASE_BIN)/showroom keys > .build/Keys.md && cp .build/Keys.md docs/Keys.md

FORMATTED = Package.swift Sources Tests Tools Benchmarks/Sources Benchmarks/Catalog \
  $(wildcard Examples/*/Package.swift Examples/*/Sources Examples/*/Tests)

format:
	swift format -i -r $(FORMATTED)

# Tests contain misspelled words on purpose, and so do licenses and screens.
SPELLED = $(wildcard *.md) docs Sources Examples Benchmarks Tools Resources/tapes Resources/inspector \
  $(wildcard Resources/screenshots/*.tape) Resources/config.example.toml
SPELLINGS = inout,iterm,doubleclick,atleast,upto,bu

lint: setup-lint
	swift format lint -r --strict $(FORMATTED)
	codespell --quiet-level 3 --skip '.build,*.svg,*.resolved' --ignore-words-list $(SPELLINGS) $(SPELLED)
	swift Tools/folder-cycles.swift Sources
	Tools/module-sizes
	swift Tools/module-imports.swift

clean:
	rm -rf .build Benchmarks/.build Examples/*/.build

# Installs the missing packages of $(1). Does nothing if none is missing.
define install_missing
	@command -v swift >/dev/null || { echo "Swift 6.3 or newer is required and was not found. See https://www.swift.org/install." >&2; exit 1; }
	@missing=""; \
	for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "Missing packages:$$missing. Install them with the package manager of the system, because apt-get was not found." >&2; exit 1; }; \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  if [ -n "$$sudo" ] && ! command -v sudo >/dev/null; then \
	    echo "Missing packages. Install them as root: apt-get install$$missing" >&2; exit 1; \
	  fi; \
	  echo "Installing with apt-get:$$missing"; \
	  $$sudo apt-get update -qq && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

setup: $(SYMBOL_ORDER)
	$(call install_missing,$(BUILD_PACKAGES))

setup-order:
	$(call install_missing,$(ORDER_PACKAGES))

setup-test: $(TEST_SERVERS)/ready
	$(call install_missing,$(BUILD_PACKAGES) $(TEST_PACKAGES))

# If they cannot be installed, for example without a network, the tests that need them are skipped.
$(TEST_SERVERS)/ready:
	$(call install_missing,$(TEST_PACKAGES))
	@echo "Installing test servers: $(TEST_SERVER_PACKAGES)"
	@if python3 -m venv $(TEST_SERVERS) && \
	  $(TEST_SERVERS)/bin/pip install -q --disable-pip-version-check $(patsubst %,'%',$(TEST_SERVER_PACKAGES)); then \
	  touch $@; \
	else echo "The test servers could not be installed. Tests that need them are skipped." >&2; fi

setup-lint:
	$(call install_missing,$(LINT_PACKAGES))

setup-bench:
	$(call install_missing,$(BUILD_PACKAGES) $(BENCH_PACKAGES))

# If they cannot be installed, the comparisons that need them are skipped.
setup-pictures:
	@$(MAKE) --no-print-directory install-pictures || echo "Comparisons in a browser that is missing are skipped." >&2

install-pictures:
	$(call install_missing,$(PICTURE_PACKAGES))

setup-deb:
	$(call install_missing,$(BUILD_PACKAGES) $(DEB_PACKAGES))

setup-dist:
	$(call install_missing,$(BUILD_PACKAGES) $(DIST_PACKAGES))

setup-release:
	$(call install_missing,$(RELEASE_PACKAGES))
