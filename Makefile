# Showroom: `make run` opens it, `make test` tests it. Both install what is missing and say so.

PREFIX ?= /usr/local
ARGS ?=

# What the package links against, and what its tests start: real servers on loopback and a terminal multiplexer.
BUILD_PACKAGES = libncurses-dev libsqlite3-dev libarchive-dev
TEST_PACKAGES = nginx-light libnginx-mod-http-dav-ext openssl tmux zip python3-venv asciinema
BENCH_PACKAGES = python3 gcc

# Servers for uploads, written in Python, in a place of their own: nothing is installed into the system's Python.
TEST_SERVERS = .build/test-servers
TEST_SERVER_PACKAGES = tuspyserver==4.4.3 uvicorn==0.54.0 moto[server]==5.2.5

# The Swift runtime is linked in: the program starts faster, and runs where Swift is not installed.
RELEASE = -c release --static-swift-stdlib
RELEASE_BIN = $(shell swift build $(RELEASE) --show-bin-path)

.PHONY: run demo build test test-release soak bench screenshots install uninstall format lint clean setup setup-test \
  setup-bench

run: build
	@$(RELEASE_BIN)/showroom $(ARGS)

demo: build
	@$(RELEASE_BIN)/showroom demo $(ARGS)

# The pictures of the README, played from a tape: a test says when they are stale.
screenshots: build
	cd Resources/screenshots && SHOWROOM_RESOURCES=.. $(RELEASE_BIN)/showroom demo pictures.tape --headless

build: setup
	swift build $(RELEASE) --product showroom

# A process for each target: servers, terminals and killed programs of one do not get into the way of another's.
TESTS = ReactorCoreTests ReactorFlowTests ReactorTerminalTests ReactorTestingTests TapePlayerTests CatalogueTests \
  UploadsTests ShowroomAppTests EndToEnd

test: setup-test
	swift build --build-tests
	@for target in $(TESTS); do \
	  echo "Testing $$target" && swift test --skip-build --filter "^$$target\." || exit 1; \
	done

# The release program in a real terminal, and the bundled tapes played by it: optimized, it may do what a debug build
# does not. SHOWROOM_BINARIES is the folder of the programs under test.
test-release: setup-test build
	swift build $(RELEASE) --product counter
	swift build --build-tests
	SHOWROOM_BINARIES="$(RELEASE_BIN)" swift test --skip-build \
	  --filter '^EndToEnd\.(BundledTapesTests|CounterTests|DemoTests|EndingTests|OpeningTests|SurroundingsTests|WireTests)/'

# The property tests, those whose suites are called …Soak, with new seeds: SOAK_SECONDS is for each test. A failure names
# its seed, and SHOWROOM_SOAK_SEED=seed repeats it.
SOAK_SECONDS ?= 300

soak: setup-test
	swift build --build-tests
	SHOWROOM_SOAK_SECONDS=$(SOAK_SECONDS) swift test --skip-build --no-parallel --filter 'Soak/'

bench: setup-bench build
	swift run -c release --package-path Benchmarks core-bench
	Benchmarks/screen/run $(RELEASE_BIN)/showroom

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/showroom/tapes"
	install -s -m 755 $(RELEASE_BIN)/showroom "$(DESTDIR)$(PREFIX)/bin/showroom"
	install -m 644 Resources/catalogue.json Resources/config.example.toml "$(DESTDIR)$(PREFIX)/share/showroom/"
	install -m 644 Resources/tapes/*.tape "$(DESTDIR)$(PREFIX)/share/showroom/tapes/"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/showroom"
	rm -rf "$(DESTDIR)$(PREFIX)/share/showroom"

format:
	swift format -i -r Package.swift Sources Tests Benchmarks/Sources

lint:
	swift format lint -r --strict Package.swift Sources Tests Benchmarks/Sources

clean:
	rm -rf .build Benchmarks/.build

# Installs the packages of $(1) that are missing; touches nothing, and asks for nothing, when none is.
define install_missing
	@command -v swift >/dev/null || { echo "Swift 6.2 or newer is needed and was not found: see https://www.swift.org/install." >&2; exit 1; }
	@missing=""; \
	for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "Please install:$$missing (this machine has no apt-get)." >&2; exit 1; }; \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  if [ -n "$$sudo" ] && ! command -v sudo >/dev/null; then \
	    echo "Please install as root: apt-get install$$missing" >&2; exit 1; \
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

# Without them, as on a machine without a network, the tests that talk to them say so and are skipped.
$(TEST_SERVERS)/ready:
	$(call install_missing,$(TEST_PACKAGES))
	@echo "Installing the servers of the tests: $(TEST_SERVER_PACKAGES)"
	@if python3 -m venv $(TEST_SERVERS) && \
	  $(TEST_SERVERS)/bin/pip install -q --disable-pip-version-check $(patsubst %,'%',$(TEST_SERVER_PACKAGES)); then \
	  touch $@; \
	else echo "They could not be installed; the tests that need them are skipped." >&2; fi

setup-bench:
	$(call install_missing,$(BUILD_PACKAGES) $(BENCH_PACKAGES))
