# Each target installs what it needs (Scripts/setup) and then runs. ARGS goes to the program that is run:
#
#     make gallery ARGS="~/Pictures"
#
# LODE_SHARED, if set, is the folder with the shared test data; tests that need it are skipped without.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
ARGS ?=

# The product that SwiftPM makes of the root package's tests: building it builds no GTK.
TEST_PRODUCT := LodePackageTests
TEST_FLAGS := --skip-build --disable-xctest

.PHONY: help
help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Installs every Debian package that is used here, if it is missing
	@Scripts/setup

.PHONY: gallery
gallery: ## Opens the gallery (ARGS: URLs, files, a folder, a feed); without a display, draws it into Pictures/
	@if [[ -n "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]]; then \
	  Scripts/setup core gtk gallery; \
	  $(SWIFT) build -c release --product lode-gallery; \
	  "$$($(SWIFT) build -c release --show-bin-path)/lode-gallery" $(ARGS); \
	else \
	  Scripts/setup core gtk gallery headless; \
	  $(SWIFT) build -c release --product lode-gallery; \
	  Scripts/headless "$$($(SWIFT) build -c release --show-bin-path)/lode-gallery" --render "$(CURDIR)/Pictures" $(ARGS); \
	  echo "There is no display here. What the window would have shown is in $(CURDIR)/Pictures"; \
	fi

.PHONY: test
test: ## Runs all tests; those with windows on a display of their own
	@Scripts/setup core gtk headless
	@$(MAKE) test-neutral test-gtk

.PHONY: test-neutral
test-neutral: ## Runs the tests that need no GTK
	@Scripts/setup core
	$(SWIFT) build --product $(TEST_PRODUCT)
	$(SWIFT) test $(TEST_FLAGS)

.PHONY: test-gtk
test-gtk: ## Runs the tests with windows
	@Scripts/setup core gtk headless
	$(SWIFT) build --package-path Tests/GTK --build-tests
	Scripts/headless $(SWIFT) test --package-path Tests/GTK $(TEST_FLAGS)

.PHONY: tsan
tsan: ## Runs the tests that need no GTK under the thread sanitizer
	@Scripts/setup core
	$(SWIFT) build --product $(TEST_PRODUCT) --sanitize=thread --scratch-path .build/tsan
	TSAN_OPTIONS="suppressions=$(CURDIR)/Scripts/tsan-suppressions.txt" \
	  $(SWIFT) test $(TEST_FLAGS) --no-parallel --sanitize=thread --scratch-path .build/tsan

.PHONY: asan
asan: ## Runs the tests that need no GTK under the address sanitizer
	@Scripts/setup core
	$(SWIFT) build --product $(TEST_PRODUCT) --sanitize=address --scratch-path .build/asan
	$(SWIFT) test $(TEST_FLAGS) --no-parallel --sanitize=address --scratch-path .build/asan

.PHONY: idle
idle: ## Measures what a window costs that nobody uses: frames, wake-ups, CPU time
	@Scripts/setup core gtk headless
	$(SWIFT) build --package-path Tests/GTK --build-tests
	LODE_IDLE=1 Scripts/headless $(SWIFT) test --package-path Tests/GTK $(TEST_FLAGS) --filter Idle

.PHONY: bench
bench: ## Measures fetches against curl's own command line, on the same server
	@Scripts/setup core nginx
	$(SWIFT) run -c release --package-path Benchmarks fetch-benchmark

.PHONY: check-long
check-long: ## Runs all tests with their long checks at full size
	@LODE_LONG=1 LODE_FULL_CORPUS=1 $(MAKE) test

.PHONY: outside
outside: ## Builds a package that depends on LodeImage alone, with GTK hidden
	@Scripts/setup core
	Scripts/outside

.PHONY: examples
examples: outside ## Builds the packages under Examples
	@Scripts/setup core gtk
	$(SWIFT) build --package-path Examples/HelloGTK

.PHONY: lint
lint: ## Checks format, comments, links and scripts
	@Scripts/lint

.PHONY: format
format: ## Formats all Swift files
	git ls-files --cached --others --exclude-standard '*.swift' | xargs $(SWIFT) format --in-place --parallel

.PHONY: clean
clean: ## Removes what was built
	rm -rf .build Tests/GTK/.build Benchmarks/.build Examples/*/.build Pictures
