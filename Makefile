# Each target installs and builds what is stale, and nothing else.
SHELL := /bin/sh
BIN := node_modules/.bin
CLI := node dist/bundle/cli.js
PORT ?= 4010
SERVICE_PORT ?= 8080
DATABASE ?= .cache/records.sqlite
export SCARF_ANALYTICS := false

SOURCES := $(shell find harness fixtures test -name '*.ts' -o -name '*.json' 2>/dev/null) tsconfig.json rolldown.config.ts package.json

.DEFAULT_GOAL := help
.PHONY: help verify mock service prove show test check bench screenshot clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

verify: dist/.built ## check the mock, or a service: make verify TARGET=http://127.0.0.1:8080 (ARGS='...' for more options)
	@$(CLI) verify $(if $(TARGET),--target '$(TARGET)') $(ARGS)

mock: dist/.built ## serve the contract on port 4010 (PORT=..., ARGS='--watch ...')
	@$(CLI) mock --port $(PORT) $(ARGS)

service: dist/.built ## run the reference service on port 8080 (SERVICE_PORT=..., DATABASE=...)
	@mkdir -p $(dir $(DATABASE))
	@node dist/fixtures/service/main.js --port $(SERVICE_PORT) --database $(DATABASE)

prove: dist/.built ## break every clause on purpose and see that verify notices (ARGS='...')
	@$(CLI) prove $(ARGS)

show: dist/.built ## print operations, clauses and gaps
	@$(CLI) show $(ARGS)

test: dist/.built ## run the tests
	@$(BIN)/vitest run $(ARGS)

check: dist/.built ## types, lint, layers, dead code
	@$(BIN)/tsc --noEmit -p .
	@$(BIN)/biome ci --error-on-warnings .
	@$(BIN)/knip

bench: dist/.built ## measure speed side by side, and what other tools find
	@node dist/test/bench/main.js $(ARGS)

screenshot: dist/.built ## take the README's picture of the HTML report anew (needs Chromium)
	@node dist/test/report/html/screenshot.js

clean: ## remove what was built
	rm -rf dist .cache

node_modules/.installed: package.json package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

dist/.built: node_modules/.installed $(SOURCES)
	@$(BIN)/tsc -p .
	@$(BIN)/rolldown -c >/dev/null
	@touch $@
