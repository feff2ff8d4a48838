package cyclesim_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
)

// Netlists by hand, for what must be exact down to the node.

func input(m *ir.Module, name string, w int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: ir.Input, Width: w}
	m.Ports = append(m.Ports, s)
	return s
}

func output(m *ir.Module, name string, w int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: ir.Output, Width: w}
	m.Ports = append(m.Ports, s)
	return s
}

func wire(m *ir.Module, name string, w int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: ir.Wire, Width: w}
	m.Signals = append(m.Signals, s)
	return s
}

func sig(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s} }

func op(o ir.Op, w int, args ...*ir.Node) *ir.Node { return &ir.Node{Op: o, Width: w, Args: args} }

func assign(m *ir.Module, s *ir.Signal, v *ir.Node) {
	m.Body = append(m.Body, &ir.Assign{Sig: s, Value: v})
}

// design makes a design of the modules, children first.
func design(modules ...*ir.Module) *ir.Design {
	return &ir.Design{Top: modules[len(modules)-1], Modules: modules}
}

// testEngine is the engine under test: all tests run once for each, but for "c", whose
// compiler takes long for that many small designs. It has the same program as "compiled", an
// instruction of which is tested by itself (package csource), and is compared with the
// reference engine on random netlists (package difftest).
var testEngine string

func TestMain(m *testing.M) {
	if how := os.Getenv(limitedVariable); how != "" {
		os.Exit(runLimited(how))
	}
	flag.Parse()
	if f := flag.Lookup("test.bench"); f.Value.String() != "" {
		os.Exit(m.Run()) // benchmarks have the engine in their names
	}
	for _, testEngine = range cyclesim.BuiltIn() {
		if code := m.Run(); code != 0 {
			fmt.Println("failed with engine", testEngine)
			os.Exit(code)
		}
	}
}

func newEngine(t testing.TB, d *ir.Design) cyclesim.Engine {
	t.Helper()
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, Seed: 1})
	assert.NilError(t, err)
	return sim
}

func peek(t testing.TB, sim cyclesim.Engine, path string) cyclesim.Value {
	t.Helper()
	v, err := sim.Peek(path)
	assert.NilError(t, err)
	return v
}
