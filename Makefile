# Each target first installs and builds whatever is out of date. `npm test`, `npm run build` and `npm run lint` do the same work.
SHELL := /bin/sh
CLI := node dist/bundle/cli.cjs
PORT ?= 4010
SERVICE_PORT ?= 8080
DATABASE ?= .cache/records.sqlite
export SCARF_ANALYTICS := false

SOURCES := $(shell find harness fixtures test -name '*.ts' -o -name '*.json' 2>/dev/null) tsconfig.json rolldown.config.ts package.json

.DEFAULT_GOAL := help
.PHONY: help verify mock service prove show test check bench corpus conformance docs screenshot clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

verify: dist/.built ## test the mock, or a service: make verify TARGET=http://127.0.0.1:8080 (ARGS='...' for more options)
	@$(CLI) verify $(if $(TARGET),--target '$(TARGET)') $(ARGS)

mock: dist/.built ## start the mock on port 4010 (PORT=..., ARGS='--watch ...')
	@$(CLI) mock --port $(PORT) $(ARGS)

service: dist/.built ## run the reference service on port 8080 (SERVICE_PORT=..., DATABASE=...)
	@mkdir -p $(dir $(DATABASE))
	@node dist/fixtures/service/main.js --port $(SERVICE_PORT) --database $(DATABASE)

prove: dist/.built ## mutation-test the checks: violate every clause and expect verify to fail (ARGS='...')
	@$(CLI) prove $(ARGS)

show: dist/.built ## list operations, clauses and unspecified behavior
	@$(CLI) show $(ARGS)

test: dist/.built ## run the tests
	@npm run --silent test -- $(ARGS)

check: dist/.built ## types, lint, layer order, dead code
	@npm run --silent lint

bench: dist/.built ## measure speed and faults found, side by side with other tools
	@node dist/test/bench/main.js $(ARGS)

corpus: dist/.built ## lint, mock, verify and mutation-test every document of a folder: make corpus DIR=... (resumable; ARGS='--limit 20')
	@nice node dist/test/corpus/main.js $(DIR) $(ARGS)

conformance: dist/.built ## score the suites of others: make conformance ARGS='--json-schema DIR --specmatic DIR'
	@nice node dist/test/conformance/main.js $(ARGS)

docs: dist/.built ## regenerate docs/cli.md, docs/library.md and the README's samples
	@npm run --silent docs -- $(ARGS)

screenshot: dist/.built ## update the README's screenshot of the HTML report (needs Chromium)
	@node dist/test/report/html/screenshot.js

clean: ## remove build output
	rm -rf dist .cache

node_modules/.installed: package.json package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

dist/.built: node_modules/.installed $(SOURCES)
	@node_modules/.bin/tsc -p .
	@node_modules/.bin/rolldown -c >/dev/null
	@touch $@
