# Shortcuts for people who work on tsume. Everything here is plain cargo.

CARGO ?= cargo
INSTALL ?= install
PREFIX ?= /usr/local
DESTDIR ?=

TARGET_DIR = $(or $(CARGO_TARGET_DIR),target)
BINARY = $(TARGET_DIR)/release/tsume

# Where install puts things.
ROOT = $(DESTDIR)$(PREFIX)
MAN = $(ROOT)/share/man/man1
BASH = $(ROOT)/share/bash-completion/completions
ZSH = $(ROOT)/share/zsh/site-functions
FISH = $(ROOT)/share/fish/vendor_completions.d

.PHONY: help check fmt clippy test doc bench build puzzles generated reproduce certificates integration pictures install uninstall

help: ## Show this list
	@echo 'Usage: make TARGET'
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r target text; do printf '  %-12s  %s\n' "$$target" "$$text"; done

check: fmt clippy test doc ## Do all that a change must pass: fmt, clippy, test, doc

fmt: ## Check the formatting
	$(CARGO) fmt --all --check

clippy: ## Run the lints, warnings as errors
	$(CARGO) clippy --all-targets --locked -- -D warnings

test: ## Run all tests
	$(CARGO) test --locked

doc: ## Build the library's documentation, warnings as errors
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps --locked

bench: ## Time counting, the solver, deciding SPOOK, and packs: ten minutes
	$(CARGO) bench --locked --bench perft -- --deep
	$(CARGO) bench --locked --bench solver --bench spook --bench packs

build: ## Build the release binary
	$(CARGO) build --release --locked

puzzles: build ## Solve and compare every puzzle of the packs
	$(BINARY) validate --strict puzzles

generated: build ## Make the generated packs that are missing
	tests/generated.sh '$(BINARY)'

reproduce: build ## Make the generated packs again with 1 and 2 threads and compare
	tests/reproduce.sh '$(BINARY)'

certificates: build ## Write and check certificates of all reference wins
	tests/certificates.sh '$(BINARY)'

integration: build ## Run the recipes of the documentation that need other programs
	tests/integration.sh '$(BINARY)'
	tests/page/run.sh '$(BINARY)'

pictures: build ## Make the pictures of the documentation anew, with Chromium
	tests/page/pictures.sh '$(BINARY)'

install: build ## Install binary, completions and man pages under PREFIX (/usr/local), within DESTDIR
	$(INSTALL) -d '$(ROOT)/bin' '$(MAN)' '$(BASH)' '$(ZSH)' '$(FISH)'
	$(INSTALL) -m 755 '$(BINARY)' '$(ROOT)/bin/tsume'
	$(BINARY) man --dir '$(MAN)'
	$(BINARY) completions bash > '$(BASH)/tsume'
	$(BINARY) completions zsh > '$(ZSH)/_tsume'
	$(BINARY) completions fish > '$(FISH)/tsume.fish'
	chmod 644 '$(MAN)/tsume.1' '$(MAN)'/tsume-*.1 '$(BASH)/tsume' '$(ZSH)/_tsume' '$(FISH)/tsume.fish'

uninstall: ## Remove what install put there
	rm -f '$(ROOT)/bin/tsume' '$(MAN)/tsume.1' '$(MAN)'/tsume-*.1
	rm -f '$(BASH)/tsume' '$(ZSH)/_tsume' '$(FISH)/tsume.fish'
