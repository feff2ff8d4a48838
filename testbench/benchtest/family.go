package benchtest

import (
	"testing"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// Family is what the tests of a family of blocks have in common. Each of its methods is a test,
// which a family calls under the same name:
//
//	func TestBenches(t *testing.T) { family.TestBenches(t) }
type Family struct {
	Blocks  []*blocks.Block
	Benches []testbench.Bench
	// Edges are parameter sets at the corners of the ranges; a block takes what it has of a set.
	Edges []map[string]int
}

// externalCycles are fewer than a bench runs on the built-in engines.
const externalCycles = 2000

// TestBenches runs every bench on the built-in engines, at the defaults and at the edges; with
// -short on the default engine, at the defaults.
func (f Family) TestBenches(t *testing.T) {
	t.Parallel()
	edges, o := append([]map[string]int{nil}, f.Edges...), testbench.Options{Seed: 1}
	if testing.Short() {
		edges, o.Engines = edges[:1], []string{cyclesim.DefaultEngine()}
	}
	RunEdges(t, f.Benches, edges, o)
}

// TestExternal runs every bench in its small form on the external simulators, more briefly than
// on the built-in engines; `make verify` runs the defaults.
func (f Family) TestExternal(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus")
	t.Parallel()
	o := testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: externalCycles}
	RunAll(t, f.Benches, o)
}

// TestGoldenContract keeps the tables of the contract, the README of the family, current.
func (f Family) TestGoldenContract(t *testing.T) { CheckContract(t, "..", f.Blocks) }
