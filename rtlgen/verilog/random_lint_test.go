package verilog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestRandomLint has Verilator read random netlists with all its warnings on. What the
// netlists leave unread, which the builder would not, is read here.
func TestRandomLint(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	from, to := tiers.Seeds(1, 6)
	for seed := from; seed < to; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			d := random.New(rand.New(rand.NewPCG(seed, 0))).Design
			for _, m := range d.Modules {
				readAll(m)
			}
			assert.NilError(t, ir.Verify(d))
			dir, files := written(t, emit(t, d, verilog.DefaultOptions()))
			c := exec.Command("verilator", append([]string{"--lint-only", "-Wall", "--top-module", d.Top.Name}, files...)...)
			c.Dir = dir
			text, err := c.CombinedOutput()
			assert.Assert(t, c.ProcessState != nil, "verilator does not start: %v", err) // else what counts is what it says
			for _, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(line, "%") && !nested.MatchString(line) && !strings.HasPrefix(line, "%Error: Exiting due to") {
					t.Errorf("%s\n%s", line, sources(dir))
				}
			}
		})
	}
}

// nested is a false alarm of Verilator 5.006 and 5.048: in some nests of copies it takes the
// function of a module for one that hides the function of the same name of the module around it.
// Functions of different modules cannot hide each other.
var nested = regexp.MustCompile(`^%Warning-VARHIDDEN: .*upper scope: '[a-z]\w*_\d\w*'$`)

// readAll adds a wire that reads everything in a module.
func readAll(m *ir.Module) {
	all := &ir.Node{Op: ir.OpConcat}
	add := func(n *ir.Node) {
		all.Args = append(all.Args, n)
		all.Width += n.Width
	}
	for _, s := range append(slices.Clone(m.Ports), m.Signals...) {
		if !s.VerificationOnly && !s.Unused {
			add(&ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s})
		}
	}
	for _, a := range m.Arrays {
		if !a.VerificationOnly {
			add(&ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a,
				Args: []*ir.Node{{Op: ir.OpConst, Width: 1, Const: new(big.Int)}}})
		}
	}
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			add(&ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: mem, Read: r})
		}
	}
	for _, in := range m.Instances {
		for _, p := range in.Of.Outputs() {
			add(&ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p})
		}
	}
	s := &ir.Signal{Name: "unused_everything", Kind: ir.Wire, Width: all.Width, Unused: true}
	m.Signals = append(m.Signals, s)
	m.Body = append(m.Body, &ir.Assign{Sig: s, Value: all})
}
