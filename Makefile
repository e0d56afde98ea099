# Two commands matter: `make demo` shows what Daymark does, `make test` that it does it right.

DAYMARK := .build/release/daymark

# With Swift's runtime in it a program starts in half the time, and needs no toolchain where it runs.
swift_runtime = $(shell swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
static = $(if $(wildcard $(swift_runtime)_static/linux),--static-swift-stdlib)

PREFIX ?= /usr/local
# Where the program goes; DESTDIR is for those who make packages of it.
prefix = $(DESTDIR)$(PREFIX)

.PHONY: demo delivery demo-delivery test-delivery test test-long fuzz soak test-python test-spark test-pages test-additions tests lint build samples install docs pages screenshots bench dist release install-files

# Without optimisation, which would be two thirds of the first build; the samples are small.
demo: DAYMARK := .build/debug/daymark
demo:
	@sh .ci/dependencies
	@test -d .build/debug || echo "The first build takes a minute or two."
	swift build --product daymark
	@echo
	$(DAYMARK) run pipelines/ten-thousand-steps --out out --as-of 2025-10-01T00:00:00Z --jobs 2 --report
	@echo
	@echo "Open that page in a browser. Then try:"
	@echo "  $(DAYMARK) show steps-2025-09 ben"
	@echo "  $(DAYMARK) explain steps-2025-09 ben --why-not"
	@echo "  $(DAYMARK) verify out/steps-2025-09/anna --raw samples/challenge/anna/input/export.zip --pipeline pipelines/ten-thousand-steps"

build:
	@sh .ci/dependencies
	@test -d .build/release || echo "The first build with optimisation takes some minutes."
	swift build -c release $(static) --product daymark

test: tests
	swift test --skip-build --xunit-output .build/test.xml

# Every cut, every size of chunk and every seed, in the suites of which `make test` takes a part of them;
# or one of SHARE, with the first by SEED.
test-long: tests
	suites=$$(grep -rlw Sweep Tests --include='*Tests.swift' | \
	    xargs sed -nE 's/^(struct|extension|final class) (\w+Tests)\b.*/\2/p' | paste -sd '|') && \
	  DAYMARK_LONG_TESTS=$(or $(SHARE),1) DAYMARK_LONG_SEED=$(or $(SEED),0) \
	  swift test --skip-build --filter "\.($$suites)/" --xunit-output .build/test-long.xml

# Shows the unsafe code and every parser of others' text bytes of chance, with AddressSanitizer: each target for ten
# minutes, or as many seconds as `make fuzz SECONDS=` says. What is found is kept in .build/fuzz, and the next time goes
# on from there.
fuzz:
	@sh .ci/dependencies
	sh Tests/Fuzz/build .build/fuzz
	for target in TagFuzz UnpackFuzz ScannerFuzz SQLiteFuzz ParserFuzz; do \
	  mkdir -p .build/fuzz/$$target.corpus && \
	  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 .build/fuzz/$$target \
	    -max_total_time=$(or $(SECONDS),600) -max_len=4000 -rss_limit_mb=4000 \
	    -artifact_prefix=.build/fuzz/ .build/fuzz/$$target.corpus Tests/Fuzz/Seeds/$$target || exit 1; \
	done

# Kills runs, has them lose what was not flushed, and fails their system calls, as often as is said, keeps the books of
# so many made histories, by tests that are built with optimisation, reads so many changed envelopes, disclosures and logs,
# pays out so many made challenges, compares so many pairs of rules with trying their data, and harms what sends and receives;
# some hours. The same seed does the same harm.
soak:
	@sh .ci/dependencies
	swift build --product daymark
	python3 Tests/Soak/soak.py .build/debug/daymark --seed $(or $(SEED),1) --kills $(or $(KILLS),1000) \
	  --losses $(or $(LOSSES),1000) --errors $(or $(ERRORS),500)
	DAYMARK_HISTORIES=$(or $(HISTORIES),100000) swift test --scratch-path .build/optimised -Xswiftc -O --filter ReplayTests
	DAYMARK_PAIRS=$(or $(PAIRS),10000) swift test --scratch-path .build/optimised -Xswiftc -O --filter ExhaustiveTests
	DAYMARK_MUTANTS=$(or $(MUTANTS),10000) DAYMARK_PAYOUTS=$(or $(PAYOUTS),100000) \
	  swift test --filter ProofTests
	FAULTS=$(FAULTS) MOMENTS=$(MOMENTS) SEED=$(SEED) sh .ci/delivery soak

# The two programs that talk to a network, in a folder of their own: `daymark` is built without what they need.
delivery:
	@sh .ci/dependencies
	@sh .ci/delivery build

# Both at work on this machine, in a minute: evidence is attested, sent, paid for and checked where it arrived.
demo-delivery:
	@sh .ci/dependencies
	@test -d .build/delivery/debug || echo "The first build takes some minutes."
	@sh .ci/delivery demo

# Their tests.
test-delivery:
	@sh .ci/dependencies
	@sh .ci/delivery test

# The Python package, over the program without optimisation; a minute, and another to install what tests it.
test-python:
	@sh .ci/dependencies
	swift build --product daymark
	@sh .ci/test-python

# The Python package on a Spark cluster of this machine. It needs Java 17 and Python, and five minutes.
test-spark:
	@sh .ci/dependencies
	swift build --product daymark
	swift build --product daymark-poisoned-worker
	@sh .ci/test-spark

# What CONTRIBUTING says that a new feature costs, by a patch for each kind. It builds a copy with all of them.
test-additions:
	@sh .ci/dependencies
	@sh .ci/additions

tests:
	@sh .ci/dependencies
	@test -d .build/debug || echo "The first build takes some minutes."
	swift build --build-tests

# Measures what has a goal, each figure in turns with a yardstick, and appends to the history.
bench: build
	swift build -c release $(static) --product daymark-bench
	.build/release/daymark-bench goals --record benchmarks/history.csv \
	  --commit $$(git rev-parse --short HEAD)

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

# Writes the zips and FIT files of samples/ anew; a test holds the committed files against it.
samples:
	@sh .ci/dependencies
	swift run -c release $(static) daymark-samples write --out samples

# A program that needs no toolchain, as a tarball, a package of Debian, a Python wheel and an image, in .build/dist.
dist:
	@sh .ci/dependencies
	@sh Packaging/dist

# Checks everything, makes the packages, and signs their checksums: `make release KEY=FILE`.
release:
	@sh .ci/dependencies
	@KEY="$(KEY)" sh Packaging/release

# The program finds the templates beside itself, in ../share/daymark/pipelines.
install: build
	@$(MAKE) --no-print-directory install-files

install-files:
	install -d $(prefix)/bin $(prefix)/share/bash-completion/completions \
	  $(prefix)/share/zsh/site-functions $(prefix)/share/fish/vendor_completions.d
	install -m 755 $(DAYMARK) $(prefix)/bin/daymark
	$(DAYMARK) --generate-completion-script bash > $(prefix)/share/bash-completion/completions/daymark
	$(DAYMARK) --generate-completion-script zsh > $(prefix)/share/zsh/site-functions/_daymark
	$(DAYMARK) --generate-completion-script fish > $(prefix)/share/fish/vendor_completions.d/daymark.fish
	@if command -v python3 >/dev/null 2>&1; then \
	  $(DAYMARK) --experimental-dump-help | python3 Packaging/manual.py $(prefix)/share/man/man1; \
	else \
	  echo "No manual pages: python3 is not here."; \
	fi
	{ for template in pipelines/*/template.yaml; do ls $${template%/*}/*.yaml; done; \
	  find programmes -name '*.yaml' -o -name '*.csv' -o -name README.md; } | while read -r file; do \
	  install -D -m 644 $$file $(prefix)/share/daymark/$$file || exit 1; \
	done

# The site of the documentation, in .build-docs/site. Every link of it is followed.
docs:
	@sh .ci/dependencies
	@sh .ci/docs

# The report of every pipeline, in .build/pages.
pages:
	@sh .ci/pages

# Pictures of every page, in .build/screenshots: three widths, light and dark, and A4. Look at them.
screenshots: pages
	python3 Tests/Pages/screenshots.py .build/pages .build/screenshots

# Shows pages in a browser with scripts and network off: nothing asked for, cut off or hard to read.
test-pages: pages
	python3 Tests/Pages/check_pages.py .build/pages ten-thousand-steps everything-i-have strength-sessions walking-competition family
