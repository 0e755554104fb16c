# make            installs what building needs, builds, turns content/ into public/, says where to look
# make test       installs the servers and the browser the tests need, runs every test
# make facts      holds what the articles say to real servers, and runs their commands on a staged machine; as root
# make poison     puts hostile words into every field and reads every output with other programs
# make fuzz       makes up input for everything that reads a stranger's bytes, MINUTES of a processor for each target
# make faults     lets every call that touches the disk fail once, and kills builds
# make reproducible   builds one site in surroundings that must not matter, and compares bytes
# make sanitize   runs the quick tests with KIND=address or thread
# make serve-memory   watches the memory of interlude serve over a thousand edits
# make install    copies the binary to PREFIX/bin
# make dist       packages it into dist/: tar.xz, .deb, wheel, container image, with checksums and a bill of materials
PREFIX ?= /usr/local
RELEASE := --configuration release --static-swift-stdlib
BINARY = $(shell swift build $(RELEASE) --show-bin-path)/interlude

.PHONY: all build site dist dist-check test facts poison fuzz faults reproducible sanitize serve-memory ci lint format goldens bench bench-quick bench-shapes bench-search install clean

all: site
	@echo
	@echo "  public/error-pages/   copy it to your proxy; public/error-pages/config/ says how"
	@echo "  public/site/          open public/site/index.html in a browser, host the folder anywhere"

build:
	@scripts/install-build-tools.sh
	swift build $(RELEASE) --product interlude

site: build
	$(BINARY) build

# The tests that time real servers and a browser come after the others, which would keep the processor from them.
OUTSIDE := ServerTests|LogPipelinesTests|BrowserTests|DifferentialTests|RehearsalTests
# The development server's are quick, but watch the clock: they have the machine to themselves.
ALONE := DevServerTests
test: export INTERLUDE_STRICT = 1
test: lint
	@scripts/install-build-tools.sh
	@scripts/install-test-tools.sh
	python3 -B -m unittest discover --quiet --start-directory scripts/facts --pattern test_facts.py
	python3 -B scripts/facts --quick
	swift build --build-tests
	INTERLUDE_COSTS=1 scripts/run-tests.sh --skip-build --skip '$(OUTSIDE)|$(ALONE)'
	INTERLUDE_SERVERS=1 INTERLUDE_BROWSER=1 scripts/run-tests.sh --skip-build --filter '$(OUTSIDE)' --skip '$(ALONE)'
	scripts/run-tests.sh --skip-build --filter '$(ALONE)'

# Four minutes: timers at their defaults are waited for.
facts:
	@scripts/install-test-tools.sh facts
	python3 -B scripts/facts

# Three minutes: a site for each word, read by parsers that are not ours and by the real servers.
poison:
	@scripts/install-test-tools.sh
	swift build --product interlude
	.venv/bin/python -B scripts/poison $(shell swift build --show-bin-path)/interlude

# Half an hour of a processor for each target, that is eight hours of one; make fuzz MINUTES=1 TARGETS="markdown nginx"
MINUTES ?= 30
fuzz:
	scripts/fuzz.sh $(MINUTES) $(TARGETS)

# An hour for all; make faults STEP=20 looks at each twentieth call only.
STEP ?= 1
faults:
	swift build --product interlude
	python3 -B scripts/faults $(shell swift build --show-bin-path)/interlude --step $(STEP)

reproducible:
	swift build --product interlude
	scripts/reproducible.sh $(shell swift build --show-bin-path)/interlude

KIND ?= thread
FILTER ?= .
sanitize:
	scripts/sanitize.sh $(KIND) '$(FILTER)'

EDITS ?= 1000
serve-memory:
	swift build --product interlude
	python3 -B scripts/serve-memory.py $(shell swift build --show-bin-path)/interlude $(EDITS)

ci: test

lint:
	swift format lint --strict --recursive --parallel Sources Tests Plugins fuzz Package.swift

format:
	swift format --in-place --recursive --parallel Sources Tests Plugins fuzz Package.swift

# Rewrites every expected file; the run fails on purpose, so that the difference is read before it is committed.
goldens:
	INTERLUDE_REWRITE_GOLDENS=1 swift test

# Whole processes of the release binary on made-up sites, configurations and logs; make bench-quick in three minutes.
COUNTS ?= 0 1000 10000
SERVERS ?= 1000
LOG_MIB ?= 256
ROUNDS ?= 5
bench: build
	@scripts/install-bench-tools.sh
	swift build $(RELEASE) --product bench
	$(dir $(BINARY))bench measure $(BINARY) . --counts $(COUNTS) --servers $(SERVERS) --log $(LOG_MIB) --rounds $(ROUNDS)

bench-quick:
	$(MAKE) bench COUNTS="0 1000" LOG_MIB=64 ROUNDS=3

# check on made-up configurations that are hard to look through, from 5,000 to 40,000 lines.
bench-shapes: build
	swift build $(RELEASE) --product bench
	$(dir $(BINARY))bench shapes $(BINARY) . --rounds $(ROUNDS)

# The search in Chromium beside Pagefind's: bytes and times on made-up sites. make bench-search COUNTS="100 1000 10000"
bench-search: build
	@scripts/install-test-tools.sh
	.venv/bin/pip install --quiet 'pagefind[bin]==1.5.2'
	swift build $(RELEASE) --product bench
	.venv/bin/python -B scripts/bench-search.py $(BINARY) $(dir $(BINARY))bench . $(COUNTS)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/interlude

dist: build
	scripts/dist/make-dist.sh $(dir $(BINARY))

# Packages twice and compares, asks the judges of each format, and installs each in a Debian without Swift. Needs root.
dist-check: dist
	scripts/dist/check.sh
	scripts/dist/try.sh

clean:
	swift package clean
