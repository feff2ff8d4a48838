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

CASES = -culprit.seed $(SEED) -culprit.cases $(FUZZ)

# Largest module that `make synth-table` places.
PLACE ?= 1500

WAVEDROM := wavedrom-cli@3.2.0

# Of the figures: seeds, experiments (empty: all), and settings that differ from
# the complete set, such as SET='--set nodes=64': 256 nodes take most of the time.
SEEDS   ?= 1,2,3,4,5
FIGURES ?=
SET     ?=

# The folder with checkouts of public designs.
DESIGNS ?= build/designs

# Engines that must measure the same.
ENGINES ?= native native-avx2 compiled

# Platforms that everything must compile for, the tests too.
PLATFORMS := linux/arm64 darwin/arm64 windows/amd64

# The linters of the Go code, staticcheck among them, with their version.
GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0

.PHONY: help run check nightly test platforms arm64 setup verify fuzz fuzz-c fuzz-icarus fuzz-verilator fuzz-proof soak soak-pause soak-reassembly soak-replay cocotb slurm engines faults fault-table resets hostile mutants survivors emitter designs lint lint-go lint-verilog lint-corners race synth synth-table synth-protected protect-table worth board figures waves site verilog-out update clean $(RTLGEN)
.DEFAULT_GOAL := help

# Help is what stands after ## at a target, and the variables with their values.
help:
	@awk -F ':.*## ' '/^[a-z].*:.*## / { n = split($$1, t, " "); for (i = 1; i <= n; i++) printf "make %-16s %s\n", t[i], $$2 }' Makefile
	@echo
	@echo 'Variables, as in make verify SEED=7:'
	@awk '/^[A-Z_]+ +\?=/ { print "  " $$0 }' Makefile

run: $(RTLGEN) ## an 8-port switch against its model, then the Verilog of all blocks; a minute, needs Go alone
	$(RTLGEN) verify recn_switch --engine builtin --cycles 20000 --seed $(SEED)
	rm -rf build/verilog
	$(RTLGEN) gen all -o build/verilog

# The loop while one writes: everything that Go alone can say in three minutes.
check: platforms ## what Go alone can check: vet for all platforms, the short tests; three minutes
	@GO="$(GO)" scripts/check

nightly: setup $(RTLGEN) ## long runs at the seed of the day: fuzzing, soaks, every fault and reset, all claims in short form; hours
	@scripts/nightly

test: setup platforms ## installs missing tools, then runs all tests; half an hour
	$(GO) vet ./...
	$(GO) test -timeout 25m ./...

platforms: ## vets everything for other platforms
	@for p in $(PLATFORMS); do \
		export CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/}; \
		$(GO) vet ./... || { echo "the tree does not compile for $$p" >&2; exit 1; }; done

# The engines reference and compiled, whose WebAssembly becomes code for arm64, on netlists made by hand and at
# random, and states that go from engine to engine: what ends soon under emulation.
ARM64 := CGO_ENABLED=0 GOARCH=arm64
arm64: setup ## some tests of the engines for arm64, under qemu: two minutes
	$(ARM64) $(GO) test -exec qemu-aarch64 ./rtlgen/ir/eval ./cyclesim/internal/machine ./cyclesim/internal/reference ./cyclesim/internal/space ./cyclesim/internal/wasm ./cyclesim/internal/emitwasm
	$(ARM64) $(GO) test -exec qemu-aarch64 -run 'Example|TestSemantics|TestArbitraryValues|TestState|TestSave|TestReset|TestGolden|TestInstance|TestTooMuchState' ./cyclesim
	$(ARM64) $(GO) test -exec qemu-aarch64 -run 'TestEnginesAgree|TestFiles' ./cyclesim/difftest -culprit.cases 12

setup: ## installs the tools that are missing: simulators, Yosys, Python packages
	@scripts/setup

verify: setup $(RTLGEN) ## all blocks on all engines; CYCLES, SEED
	$(RTLGEN) verify all --engine builtin,verilator,icarus --cycles $(CYCLES) --seed $(SEED)

# A case leaves little to keep: the collector, and its profile, which go test turns on, would take
# a third of the time.
fuzz: ## random netlists on all built-in engines; FUZZ cases from SEED on
	GOGC=off GOMEMLIMIT=1GiB $(GO) test -count=1 -timeout 0 -memprofilerate 2000000000 ./cyclesim/difftest -run 'TestEnginesAgree|TestWideAgrees' $(CASES)

# The same netlists on the engine that a C compiler makes: FUZZ=200 takes some ten minutes.
fuzz-c: ## the same on engine c
	$(GO) test -count=1 -timeout 0 ./cyclesim/difftest -run TestCAgrees $(CASES)

# The same netlists as Verilog: FUZZ=200 takes half an hour.
fuzz-icarus fuzz-verilator: setup ## random netlists as Verilog; FUZZ=200 takes half an hour
	$(GO) test -count=1 -timeout 0 ./testbench/extsim -run TestRandomNetlists/$(@:fuzz-%=%) $(CASES)

fuzz-proof: setup ## random netlists, each proven to be what Yosys reads from its Verilog; FUZZ=500 takes a quarter of an hour
	$(GO) test -count=1 -timeout 0 ./testbench/prove -run TestRandomEmission $(CASES)

soak: ## 64 nodes under a hot-spot for SOAK cycles with all assertions; nothing may be lost
	$(GO) test -count=1 -timeout 0 -v ./blocks/fabric/bench -run TestSoak -culprit.cycles $(SOAK)

soak-pause: ## congested and blocked servers for 2 million cycles, at 10 and 100 Gb/s: no frame may be dropped
	$(GO) test -count=1 -timeout 0 -v ./blocks/spineleaf/bench -run TestLongStops -culprit.cycles 2000000

soak-reassembly: ## all inputs send to an output with little room for reassembly, for 10^7 cycles: no deadlock
	$(GO) test -count=1 -timeout 0 -v ./blocks/clos/bench -run TestReassemblySoak -culprit.cycles 10000000

soak-replay: ## two ends of a replayed link for 10^7 cycles at bit error rates up to 10^-4, restarts: every flit once, in order
	$(GO) test -count=1 -timeout 0 -v ./blocks/link/bench -run TestReplay -culprit.cycles 10000000

cocotb: setup ## the switches with AXI4-Stream edges in Icarus Verilog, their hosts by cocotbext-axi: 2*10^4 frames each
	$(GO) test -count=1 -timeout 0 -v ./blocks/axis/bench -run TestCocotb -culprit.seed $(SEED) -culprit.cases 20000

slurm: ## a run in a job array of Slurm, on a cluster of this machine, with a worker killed; installs Slurm
	@scripts/setup slurm
	PATH="$$PATH:/usr/sbin" $(GO) test -count=1 -timeout 0 -v -tags slurm ./cmd/cli -run TestSlurm

engines: $(RTLGEN) ## the experiments, shortened, on ENGINES: the same results to the byte; a quarter of an hour
	@scripts/engines $(RTLGEN) build/engines $(SEED) $(ENGINES)

faults: ## every fault on the links of every scheme: each must be reported
	$(GO) test -count=1 -timeout 0 -v -run 'TestSoundNetworks|TestFaults|TestOneFault|TestMistakes' ./blocks/compare/trees -culprit.all

fault-table: $(RTLGEN) ## writes docs/faults.md and docs/faults.json anew: what becomes of faults on links; minutes
	$(RTLGEN) faults all --moments 200 --seeds 8 --again --table docs/faults

resets: ## every mistake in the reset of a register of the larger blocks, also those that must not show; SEED
	$(GO) test -count=1 -timeout 0 -v -run TestResetsOfLarger ./blocks/library -culprit.all -culprit.seed $(SEED)

hostile: ## the switches among links that break every rule, at 20 seeds from SEED on: all cover points are reached
	$(GO) test -count=1 -timeout 0 -v -run TestHostile ./blocks/library -culprit.seed $(SEED) -culprit.cases 20

mutants: setup $(RTLGEN) ## every mutant of every block at SEED: noticed, proven equal, or in docs/mutants.json; hours
	$(RTLGEN) mutate all --seed $(SEED) --proofs docs/proofs --known docs/mutants

survivors: setup $(RTLGEN) ## writes docs/mutants.md and docs/mutants.json anew; hours
	$(RTLGEN) mutate all --proofs docs/proofs --table docs/mutants || test $$? = 1

emitter: setup ## the Verilog of every block, as Yosys reads it, in the bench of the block
	$(GO) test -count=1 -timeout 0 -v -run TestEmitterRead ./blocks/library -culprit.all

designs: setup $(RTLGEN) ## reads public designs into DESIGNS and compares them with Verilator on their own files; an hour
	@scripts/designs $(RTLGEN) $(DESIGNS)

lint: lint-go lint-verilog ## the Go code, and the Verilog under Verilator, Icarus Verilog, Yosys: silent if clean
# The first call compiles the linters, which takes two minutes; later ones do not.
lint-go: ## the Go code alone
	@$(GO) run $(GOLANGCI_LINT) run ./...

lint-verilog: setup $(RTLGEN) ## the Verilog alone
	@$(RTLGEN) lint

# Each parameter of each block at its least and its largest value, two at a time for small
# blocks.
lint-corners: setup $(RTLGEN) ## the Verilog with each parameter at its least and its largest value, of small blocks two at a time
	@$(RTLGEN) lint --corners

# What starts goroutines, with the tests that do: the detector slows a simulation
# down ten times.
race: setup ## the packages with goroutines under the race detector
	$(GO) test -race -timeout 10m ./internal/... ./testbench/experiment ./testbench/extsim
	$(GO) test -race -timeout 10m -run 'TestRunAll|TestInterrupted|TestProgress|TestVersions|TestStoppedRun' ./blocks/compare/trees
	$(GO) test -race -timeout 10m -run 'TestFindings|TestInterrupted|TestModules' ./testbench/lint ./testbench/synth
	$(GO) test -race -timeout 10m -run 'TestVerify|TestInterrupt|TestLint|TestSynth' ./cmd/cli

# All modules that are not the same as in the table, without placing them, and a few with it.
synth: setup $(RTLGEN) ## modules synthesized for an ECP5: silent if none is worse than docs/synthesis.json
	@$(RTLGEN) synth --no-place --check docs/synthesis.json --changed
	@$(RTLGEN) synth rr_arbiter fifo credit_counter skid_buffer --check docs/synthesis.json
	@$(RTLGEN) synth recn_switch --protect ecc --no-place --check docs/protect.json --changed

synth-table: setup $(RTLGEN) ## writes docs/synthesis.md and .json anew; places modules of up to PLACE LUT equivalents
	@$(RTLGEN) synth --table docs/synthesis --place-limit $(PLACE)

# The blocks of docs/protect.md, each without a code, with parity, with ECC.
PROTECTED := recn_switch voqsw_switch cioq_recn_switch cioq_element reqgrant_adapter qcn_leaf_in adaptive_switch

synth-protected: setup $(RTLGEN) ## the blocks of docs/protect.json with each code: silent if none is worse
	@for code in none parity ecc; do \
		$(RTLGEN) synth $(PROTECTED) --protect $$code --no-place --check docs/protect.json --changed || exit 1; done

protect-table: setup $(RTLGEN) ## writes docs/protect.md and .json anew: what codes in memories cost; half an hour
	@for code in none parity ecc; do \
		$(RTLGEN) synth $(PROTECTED) --protect $$code --no-place --table docs/protect || exit 1; done

# What each optional step of the simulator is worth, on a machine that does little else.
worth: $(RTLGEN) ## writes docs/worth.md and .json anew: what each optional step of the simulator is worth
	@$(RTLGEN) bench switch qcn_network adaptive_network clos_network fabric16 fabric48 clos64 \
		--without guards,pairs,order,windows,resting,dozing --loads 0.0001,0.05,0.4 --json > docs/worth.json
	@$(GO) test ./cmd/cli -run TestGoldenWorth -update

# What the board prints: $(RTLGEN) board --expect.
board: setup $(RTLGEN) ## bitstream of a switch with its end nodes for the ULX3S, in build/board; half an hour
	@$(RTLGEN) board -o build/board

figures: $(RTLGEN) ## figures and claims of the papers; SEEDS, FIGURES, SET; goes on where it was interrupted
	@SET="$(SET)" scripts/figures $(RTLGEN) $(SEEDS) $(FIGURES)

waves: ## timing diagrams of the contracts, by wavedrom-cli
	for f in blocks/*/waves/*.json; do npx -y $(WAVEDROM) -i $$f -s $${f%.json}.svg || exit 1; done
	$(GO) test -count=1 -run TestGoldenWaves ./blocks/*/bench -update

site: ## the documentation as a site, in build/site: search, no network; fails if a link leads nowhere
	@scripts/setup site
	@scripts/site

# The core files, one for each module, are written with every gen and at release: here are their hashes.
verilog-out: $(RTLGEN) ## writes verilog-out/ anew
	rm -rf verilog-out
	$(RTLGEN) gen all -o verilog-out --positions=false --manifest=false --stamp=false
	cd verilog-out && LC_ALL=C sha256sum *.core >SHA256SUMS && rm *.core

# Tests that compare with files are called TestGolden..., and take -update.
update: verilog-out ## writes all files anew that a test compares: verilog-out/, testdata, docs/diagnostics.md
	$(GO) test -count=1 -run TestGolden $$($(GO) list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | grep -e gotest.tools/v3/golden -e testbench/benchtest | cut -d' ' -f1) -update

$(RTLGEN):
	@$(GO) build -o $@ ./cmd/rtlgen

clean: ## removes what was built
	rm -rf build out
