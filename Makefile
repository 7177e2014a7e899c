# `make run` starts Showroom, and `make test` tests it. Both install missing packages and print their names.

PREFIX ?= /usr/local
ARGS ?=

# The libraries that the package links, and the programs that its tests start: servers and a terminal multiplexer.
BUILD_PACKAGES = libncurses-dev libsqlite3-dev libarchive-dev
TEST_PACKAGES = nginx-light libnginx-mod-http-dav-ext openssl tmux zip python3-venv asciinema
BENCH_PACKAGES = python3 gcc
PICTURE_PACKAGES = chromium firefox-esr python3 python3-pil

# Upload servers written in Python, installed into a virtual environment.
TEST_SERVERS = .build/test-servers
TEST_SERVER_PACKAGES = tuspyserver==4.4.3 uvicorn==0.54.0 moto[server]==5.2.5

# The Swift runtime is linked statically, so the program starts faster and runs without an installation of Swift.
RELEASE = -c release --static-swift-stdlib
RELEASE_BIN = $(shell swift build $(RELEASE) --show-bin-path)

.PHONY: run demo build test test-consumer test-examples test-release soak bench screenshots screenshots-check \
  gallery-pictures inspector-pictures docs docs-keys install uninstall format lint clean setup setup-test setup-bench \
  setup-pictures

run: build
	@$(RELEASE_BIN)/showroom $(ARGS)

demo: build
	@$(RELEASE_BIN)/showroom demo $(ARGS)

# Renders the pictures of the README from a tape. A test fails if they are outdated.
screenshots: build
	cd Resources/screenshots && for tape in pictures readme-dark readme-light; do \
	  SHOWROOM_RESOURCES=.. $(RELEASE_BIN)/showroom demo $$tape.tape --headless || exit 1; \
	done

# Compares the animated pictures of the README, as two browsers show them, with the frames of their tapes.
screenshots-check: setup-pictures build
	Tools/picture-check $(RELEASE_BIN)/showroom

# Renders the pictures of the widgets for the documentation from a tape. A test fails if they are outdated.
WIDGET_PICTURES = Sources/ReactorTerminal/Documentation.docc/Resources

gallery-pictures: setup
	swift build --product gallery
	gallery="$$(swift build --show-bin-path)/gallery" && tape="$$PWD/Resources/gallery/pictures.tape" && \
	  cd $(WIDGET_PICTURES) && "$$gallery" --tape "$$tape" --headless >/dev/null

# Renders the pictures of the inspector for the documentation, and the test in its article. A test fails if they are
# outdated.
inspector-pictures: setup
	swift build --build-tests
	RECORD_SNAPSHOTS=1 swift test --skip-build --filter '^ReactorInspectorTests\..*(InspectorTapesTests|CarTests)'

build: setup
	swift build $(RELEASE) --product showroom

# One process per target, so that servers, terminals, and killed programs of different targets do not interfere.
TESTS = ReactorCoreTests ReactorFlowTests ReactorTerminalTests ReactorTestingTests TapePlayerTests \
  ReactorInspectorTests GalleryTests WritingTests CatalogTests UploadsTests ShowroomSettingsTests FilePickerTests ShowroomCommandsTests ShowroomAppTests \
  EndToEnd

test: setup-test
	swift build --build-tests
	@for target in $(TESTS); do \
	  echo "Testing $$target" && swift test --skip-build --filter "^$$target\." || exit 1; \
	done

# Checks that the package of the article "Getting started", which depends on the framework without the app, resolves no
# other package, builds, and passes its tests.
test-consumer: setup
	Tests/GettingStarted/check

# Builds and tests the programs in Examples, each a package of its own that depends on the framework.
EXAMPLES = $(patsubst Examples/%/Package.swift,%,$(wildcard Examples/*/Package.swift))

test-examples: setup
	@for example in $(EXAMPLES); do \
	  echo "Testing $$example" && swift test --package-path Examples/$$example || exit 1; \
	done

# Tests the release program in a real terminal, with the bundled tapes, because an optimized program may behave
# differently. SHOWROOM_BINARIES is the folder of the programs under test.
test-release: setup-test build
	swift build $(RELEASE) --product counter
	swift build --build-tests
	SHOWROOM_BINARIES="$(RELEASE_BIN)" swift test --skip-build \
	  --filter '^EndToEnd\.(BundledTapesTests|CounterTests|DemoTests|EndingTests|OpeningTests|SurroundingsTests|WireTests)/'

# Runs the property tests (the suites named …Soak) with new seeds, each for SOAK_SECONDS. A failure names its seed;
# SHOWROOM_SOAK_SEED=seed repeats it.
SOAK_SECONDS ?= 300

soak: setup-test
	swift build --build-tests
	SHOWROOM_SOAK_SECONDS=$(SOAK_SECONDS) swift test --skip-build --no-parallel --filter 'Soak/'

bench: setup-bench build
	swift run -c release --package-path Benchmarks core-bench
	swift run $(RELEASE) catalog-bench
	Benchmarks/screen/run $(RELEASE_BIN)/showroom

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/showroom/tapes"
	install -s -m 755 $(RELEASE_BIN)/showroom "$(DESTDIR)$(PREFIX)/bin/showroom"
	install -m 644 Resources/catalog.json Resources/config.example.toml "$(DESTDIR)$(PREFIX)/share/showroom/"
	install -m 644 Resources/tapes/*.tape "$(DESTDIR)$(PREFIX)/share/showroom/tapes/"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/showroom"
	rm -rf "$(DESTDIR)$(PREFIX)/share/showroom"

# Builds the documentation of the libraries into .build/documentation. Warnings are errors.
docs: setup
	Tools/docs

# Generates the reference of commands and keys. A test fails if it is outdated.
docs-keys: build
	$(RELEASE_BIN)/showroom keys > docs/Keys.md

FORMATTED = Package.swift Sources Tests Benchmarks/Sources Benchmarks/Catalog \
  $(wildcard Examples/*/Package.swift Examples/*/Sources Examples/*/Tests)

format:
	swift format -i -r $(FORMATTED)

lint:
	swift format lint -r --strict $(FORMATTED)
	swift Tools/folder-cycles.swift Sources

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

setup:
	$(call install_missing,$(BUILD_PACKAGES))

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

setup-bench:
	$(call install_missing,$(BUILD_PACKAGES) $(BENCH_PACKAGES))

setup-pictures:
	$(call install_missing,$(PICTURE_PACKAGES))
