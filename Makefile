# Shortcuts for people who work on tsume. Everything here is plain cargo.

CARGO ?= cargo
INSTALL ?= install
PREFIX ?= /usr/local
DESTDIR ?=

TARGET_DIR = $(or $(CARGO_TARGET_DIR),target)
BINARY = $(TARGET_DIR)/release/tsume

# Where install puts things. Recipes read it from the environment, so that a path may
# have any character but `$`.
export TSUME = $(BINARY)
export ROOT = $(DESTDIR)$(PREFIX)
export MAN_DIR = $(ROOT)/share/man/man1
export BASH_DIR = $(ROOT)/share/bash-completion/completions
export ZSH_DIR = $(ROOT)/share/zsh/site-functions
export FISH_DIR = $(ROOT)/share/fish/vendor_completions.d

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
	"$$TSUME" validate --strict puzzles

generated: build ## Make the generated packs that are missing
	tests/generated.sh "$$TSUME"

reproduce: build ## Make the generated packs again with 1 and 2 threads and compare
	tests/reproduce.sh "$$TSUME"

certificates: build ## Write and check certificates of all reference wins
	tests/certificates.sh "$$TSUME"

integration: build ## Run the recipes of the documentation that need other programs
	tests/integration.sh "$$TSUME"
	tests/page/run.sh "$$TSUME"

pictures: build ## Make the pictures of the documentation anew, with Chromium
	tests/page/pictures.sh "$$TSUME"

install: build ## Install binary, completions and man pages under PREFIX (/usr/local), within DESTDIR
	$(INSTALL) -d "$$ROOT/bin" "$$MAN_DIR" "$$BASH_DIR" "$$ZSH_DIR" "$$FISH_DIR"
	$(INSTALL) -m 755 "$$TSUME" "$$ROOT/bin/tsume"
	"$$TSUME" man --dir "$$MAN_DIR"
	"$$TSUME" completions bash > "$$BASH_DIR/tsume"
	"$$TSUME" completions zsh > "$$ZSH_DIR/_tsume"
	"$$TSUME" completions fish > "$$FISH_DIR/tsume.fish"
	chmod 644 "$$MAN_DIR/tsume.1" "$$MAN_DIR"/tsume-*.1 \
		"$$BASH_DIR/tsume" "$$ZSH_DIR/_tsume" "$$FISH_DIR/tsume.fish"

uninstall: ## Remove what install put there
	rm -f "$$ROOT/bin/tsume" "$$MAN_DIR/tsume.1" "$$MAN_DIR"/tsume-*.1
	rm -f "$$BASH_DIR/tsume" "$$ZSH_DIR/_tsume" "$$FISH_DIR/tsume.fish"
