# Fresh clone to a checked switch: make run. The rest: make help.

GO     ?= go
SEED   ?= 1
CYCLES ?= 20000
RTLGEN := build/rtlgen

# Tests run in the folders of their packages: all are to have the same cache.
ifneq ($(CULPRIT_CACHE),)
ifeq ($(filter /%,$(firstword $(CULPRIT_CACHE))),)
export CULPRIT_CACHE := $(CURDIR)/$(CULPRIT_CACHE)
endif
endif

FUZZ   ?= 3000
# 10^8 cycles of one switch.
SOAK   ?= 2100000

# Largest module that `make synth-table` places.
PLACE ?= 1500

WAVEDROM := wavedrom-cli@3.2.0

# Of the figures: seeds, experiments (empty: all), and settings that differ from
# the complete set, such as SET='--set nodes=64': 256 nodes take most of the time.
SEEDS   ?= 1,2,3,4,5
FIGURES ?=
SET     ?=

# Engines that must measure the same.
ENGINES ?= native native-avx2 compiled

# Platforms that everything must compile for, the tests too.
PLATFORMS := linux/arm64 darwin/arm64 windows/amd64

# Linters of the Go code, with their versions.
GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0
STATICCHECK   := honnef.co/go/tools/cmd/staticcheck@v0.6.1

.PHONY: help run test platforms arm64 setup verify fuzz fuzz-c fuzz-icarus fuzz-verilator soak soak-pause soak-reassembly engines faults resets lint lint-go lint-verilog lint-corners race synth synth-table worth board figures waves verilog-out update clean $(RTLGEN)

help:
	@echo 'make run          generate all blocks, drive the 8-port switch through model and simulator'
	@echo 'make test         install missing tools, then run all tests'
	@echo 'make platforms    build and vet everything for $(PLATFORMS)'
	@echo 'make arm64        some tests of the engines for arm64, under qemu: two minutes'
	@echo 'make verify       all blocks on all engines; CYCLES=$(CYCLES) SEED=$(SEED)'
	@echo 'make fuzz         random netlists on all built-in engines; FUZZ=$(FUZZ) cases from SEED=$(SEED)'
	@echo 'make fuzz-c       the same on engine c'
	@echo 'make fuzz-icarus, fuzz-verilator  random netlists as Verilog; FUZZ=200 takes half an hour'
	@echo 'make soak         64 nodes under a hot-spot for SOAK=$(SOAK) cycles with all assertions; nothing may be lost'
	@echo 'make soak-pause   congested and blocked servers for 2 million cycles, at 10 and 100 Gb/s: no frame may be dropped'
	@echo 'make soak-reassembly  all inputs send to an output with little room for reassembly, for 10^7 cycles: no deadlock'
	@echo 'make engines      the experiments, shortened, on ENGINES: the same results to the byte; a quarter of an hour'
	@echo 'make faults       every fault on the links of every scheme: each must be reported'
	@echo 'make resets       every mistake in the reset of a register of the larger blocks, also those that must not show; SEED=$(SEED)'
	@echo 'make lint         the Go code, and the Verilog under Verilator, Icarus Verilog, Yosys: silent if clean'
	@echo 'make lint-corners  the Verilog with each parameter at its least and its largest value, of small blocks two at a time'
	@echo 'make race         the packages with goroutines under the race detector'
	@echo 'make synth        every module synthesized for an ECP5: silent if none is worse than docs/synthesis.json'
	@echo 'make worth        write docs/worth.md and .json anew: what each optional step of the simulator is worth'
	@echo 'make synth-table  write docs/synthesis.md and .json anew; places modules of up to PLACE=$(PLACE) LUT equivalents'
	@echo 'make board        bitstream of a switch with its end nodes for the ULX3S, in build/board; half an hour'
	@echo 'make figures      figures and claims of the papers; SEEDS=$(SEEDS) FIGURES=all; goes on where it was interrupted'
	@echo 'make update       write all files anew that a test compares: verilog-out/, testdata, docs/diagnostics.md'
	@echo 'make waves        timing diagrams of the contracts, by npx $(WAVEDROM)'
	@echo 'make clean        remove what was built'

run: $(RTLGEN)
	rm -rf build/verilog
	$(RTLGEN) gen all -o build/verilog
	$(RTLGEN) verify recn_switch --engine reference,compiled --cycles 100000 --seed $(SEED)

test: setup platforms
	$(GO) vet ./...
	$(GO) test -timeout 15m ./...

platforms:
	@for p in $(PLATFORMS); do \
		export CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/}; \
		$(GO) build ./... && $(GO) vet ./... || { echo "the tree does not compile for $$p" >&2; exit 1; }; done

# The engines reference and compiled, whose WebAssembly becomes code for arm64, on netlists made by hand and at
# random, and states that go from engine to engine: what ends soon under emulation.
ARM64 := CGO_ENABLED=0 GOARCH=arm64
arm64: setup
	$(ARM64) $(GO) test -exec qemu-aarch64 ./rtlgen/ir/eval ./cyclesim/internal/machine ./cyclesim/internal/reference ./cyclesim/internal/space ./cyclesim/internal/wasm ./cyclesim/internal/emitwasm
	$(ARM64) $(GO) test -exec qemu-aarch64 -run 'Example|TestSemantics|TestArbitraryValues|TestState|TestSave|TestReset|TestGolden|TestInstance|TestTooMuchState' ./cyclesim
	CULPRIT_FUZZ_CASES=12 $(ARM64) $(GO) test -exec qemu-aarch64 -run 'TestEnginesAgree|TestFiles' ./cyclesim/difftest

setup:
	@scripts/setup

verify: setup $(RTLGEN)
	$(RTLGEN) verify all --engine builtin,verilator,icarus --cycles $(CYCLES) --seed $(SEED)

# A case leaves little to keep: the collector, and its profile, which go test turns on, would take
# a third of the time.
fuzz:
	GOGC=off GOMEMLIMIT=1GiB CULPRIT_FUZZ_SEED=$(SEED) CULPRIT_FUZZ_CASES=$(FUZZ) $(GO) test -count=1 -timeout 0 -memprofilerate 2000000000 ./cyclesim/difftest -run 'TestEnginesAgree|TestWideAgrees'

# The same netlists on the engine that a C compiler makes: FUZZ=200 takes some ten minutes.
fuzz-c:
	CULPRIT_FUZZ_SEED=$(SEED) CULPRIT_FUZZ_CASES=$(FUZZ) $(GO) test -count=1 -timeout 0 ./cyclesim/difftest -run TestCAgrees

# The same netlists as Verilog: FUZZ=200 takes half an hour.
fuzz-icarus fuzz-verilator: setup
	CULPRIT_FUZZ_SEED=$(SEED) CULPRIT_FUZZ_CASES=$(FUZZ) $(GO) test -count=1 -timeout 0 ./testbench/extsim -run TestRandomNetlists/$(@:fuzz-%=%)

soak:
	CULPRIT_SOAK_CYCLES=$(SOAK) $(GO) test -count=1 -timeout 0 -v ./blocks/fabric/bench -run TestSoak

soak-pause:
	CULPRIT_SOAK_CYCLES=2000000 $(GO) test -count=1 -timeout 0 -v ./blocks/qcn/bench -run TestLongStops

soak-reassembly:
	CULPRIT_SOAK_CYCLES=10000000 $(GO) test -count=1 -timeout 0 -v ./blocks/clos/bench -run TestReassemblySoak

engines: $(RTLGEN)
	@scripts/engines $(RTLGEN) build/engines $(SEED) $(ENGINES)

faults:
	CULPRIT_FAULTS=1 $(GO) test -count=1 -timeout 0 -v -run 'TestSoundNetworks|TestFaults|TestOneFault|TestMistakes' ./blocks/compare/trees

resets:
	CULPRIT_RESETS=$(SEED) $(GO) test -count=1 -timeout 0 -v -run TestResetsOfLarger ./blocks/library

lint: lint-go lint-verilog

# The first call compiles the linters, which takes two minutes; later ones do not.
lint-go:
	@$(GO) vet ./...
	@$(GO) run $(STATICCHECK) ./...
	@$(GO) run $(GOLANGCI_LINT) run ./...

lint-verilog: setup $(RTLGEN)
	@$(RTLGEN) lint

# Each parameter of each block at its least and its largest value, two at a time for small
# blocks.
lint-corners: setup $(RTLGEN)
	@$(RTLGEN) lint --corners

# What starts goroutines, with the tests that do: the detector slows a simulation
# down ten times.
race: setup
	$(GO) test -race -timeout 10m ./internal/... ./testbench/experiment ./testbench/extsim
	$(GO) test -race -timeout 10m -run 'TestRunAll|TestInterrupted|TestProgress|TestVersions|TestStoppedRun' ./blocks/compare/trees
	$(GO) test -race -timeout 10m -run 'TestFindings|TestInterrupted|TestModules' ./testbench/lint ./testbench/synth
	$(GO) test -race -timeout 10m -run 'TestVerify|TestInterrupt|TestLint|TestSynth' ./cmd/cli

# All modules without placing them, and a few with it.
synth: setup $(RTLGEN)
	@$(RTLGEN) synth --no-place --check docs/synthesis.json
	@$(RTLGEN) synth rr_arbiter fifo credit_counter skid_buffer --check docs/synthesis.json

synth-table: setup $(RTLGEN)
	@$(RTLGEN) synth --table docs/synthesis --place-limit $(PLACE)

# What each optional step of the simulator is worth, on a machine that does little else.
worth: $(RTLGEN)
	@$(RTLGEN) bench switch qcn_network adaptive_network clos_network fabric16 fabric48 clos64 \
		--without guards,pairs,order,windows,resting,dozing --loads 0.0001,0.05,0.4 --json > docs/worth.json
	@$(GO) test ./cmd/cli -run TestGoldenWorth -update

# What the board prints: $(RTLGEN) board --expect.
board: setup $(RTLGEN)
	@$(RTLGEN) board -o build/board

figures: $(RTLGEN)
	@SET="$(SET)" scripts/figures $(RTLGEN) $(SEEDS) $(FIGURES)

waves:
	for f in blocks/*/waves/*.json; do npx -y $(WAVEDROM) -i $$f -s $${f%.json}.svg || exit 1; done
	$(GO) test -count=1 -run TestGoldenWaves ./blocks/*/bench -update

verilog-out: $(RTLGEN)
	rm -rf verilog-out
	$(RTLGEN) gen all -o verilog-out --positions=false --manifest=false --stamp=false

# Tests that compare with files are called TestGolden..., and take -update.
update: verilog-out
	$(GO) test -count=1 -run TestGolden $$($(GO) list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | grep -e gotest.tools/v3/golden -e testbench/kit | cut -d' ' -f1) -update

$(RTLGEN):
	@$(GO) build -o $@ ./cmd/rtlgen

clean:
	rm -rf build out
