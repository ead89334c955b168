# The front doors. Everything else is CMake: see CMakePresets.json.
.PHONY: help demo test bench soak fuzz vocabularies analyze long format clean
SHELL := /bin/bash
JOBS ?= $(shell nproc)
# Bash has a variable of this name; only one given to make itself counts.
ifneq ($(origin SECONDS),command line)
SECONDS := 60
endif
GIGABYTES ?= 10

help:
	@echo 'make demo               install what is missing, build the command, show it on an example'
	@echo 'make test               install what is missing, build and check everything'
	@echo 'make bench              measure against other libraries, write docs/benchmarks.md'
	@echo 'make soak SECONDS=60    generate and round-trip documents for that long, then stream GIGABYTES=10'
	@echo 'make fuzz SECONDS=60    run each fuzzer for that long'
	@echo 'make vocabularies       compare all vocabularies from files with other libraries (120 MB to fetch)'
	@echo 'make analyze            search the sources for faults with the clang analyzer'
	@echo 'make long               analyze, vocabularies, soak and fuzz for ten minutes each, then bench'
	@echo 'make format             lay out all C++ sources'
	@echo 'make clean              remove build/'

demo:
	@tools/setup.sh demo
	@cmake --preset release -B build/demo -DLACONIC_BUILD_BENCH=OFF >/dev/null
	@cmake --build build/demo --parallel $(JOBS) --target laconic_cli
	@examples/demo.sh build/demo/laconic

test:
	@tools/setup.sh test
	@tools/test.sh

bench:
	@tools/setup.sh test
	@cmake --preset release >/dev/null
	@cmake --build --preset release --parallel $(JOBS)
	@python3 bench/report.py --build build/release --write docs/benchmarks.md
	@python3 bench/tokens_report.py --build build/release --write docs/benchmarks.md
	@python3 bench/formats_report.py --build build/release --write docs/benchmarks.md
	@python3 bench/proxy_report.py --build build/release --write docs/benchmarks.md

soak:
	@tools/setup.sh test
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev --parallel $(JOBS) --target soak laconic_cli
	@build/dev/tests/property/soak --seconds $(SECONDS)
	@tools/soak_stream.py build/dev/laconic --gigabytes $(GIGABYTES)
	@python3 -B tests/mcp/soak_proxy.py build/dev/laconic --calls 100000

fuzz:
	@tools/setup.sh test
	@tools/fuzz.sh $(SECONDS)

vocabularies:
	@tools/setup.sh test
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev --parallel $(JOBS) --target vocabulary_peer
	@python3 tests/tokens/run_vocabulary_peers.py build/dev/tests/tokens/vocabulary_peer build/dev/tests/tokens/vocabularies --all

# The part of clang-tidy that takes too long for every test.
analyze:
	@tools/setup.sh test
	@cmake --preset asan >/dev/null
	@find src -name '*.cpp' | xargs -P $(JOBS) -n 1 clang-tidy -p build/asan --quiet --checks='clang-analyzer-*'

long:
	@$(MAKE) analyze
	@$(MAKE) vocabularies
	@$(MAKE) soak SECONDS=600
	@$(MAKE) fuzz SECONDS=600
	@$(MAKE) bench

format:
	@git ls-files -co --exclude-standard '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	@rm -rf build
