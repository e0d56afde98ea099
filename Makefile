# Two commands matter: `make demo` shows what Daymark does, `make test` that it does it right.

DAYMARK := .build/release/daymark

.PHONY: demo test lint build samples

demo: build
	@echo
	$(DAYMARK) run pipelines/ten-thousand-steps --out out --as-of 2025-10-01T00:00:00Z --jobs 2

build:
	@sh .ci/dependencies
	@test -d .build/release || echo "The first build takes some minutes."
	swift build -c release --product daymark

test:
	@sh .ci/dependencies
	@test -d .build/debug || echo "The first build takes some minutes."
	swift build --build-tests
	@# One by one: with hundreds of programs side by side Foundation at times misses the end of one.
	swift test --skip-build --no-parallel

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

# Writes samples/ anew; a test holds the committed files against it.
samples:
	@sh .ci/dependencies
	swift run -c release daymark-samples write --out samples
