package schedule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

func signal(m *ir.Module, kind ir.SignalKind, name string) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: 1}
	m.Ports = append(m.Ports, s)
	return s
}

func read(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: 1, Sig: s} }

// cell passes a to x and b to y.
func cell() *ir.Module {
	m := &ir.Module{Name: "cell"}
	for _, name := range [][2]string{{"a", "x"}, {"b", "y"}} {
		in, out := signal(m, ir.Input, name[0]), signal(m, ir.Output, name[1])
		m.Body = append(m.Body, &ir.Assign{Sig: out, Value: read(in)})
	}
	return m
}

// around has a cell whose b is the given value.
func around(c *ir.Module, b func(in *ir.Signal, u *ir.Instance) *ir.Node) *ir.Module {
	m := &ir.Module{Name: "around"}
	in, out := signal(m, ir.Input, "in"), signal(m, ir.Output, "out")
	u := &ir.Instance{Name: "u", Of: c, Count: 1}
	u.Conns = []ir.Conn{{Port: c.Port("a"), Value: read(in)}, {Port: c.Port("b"), Value: b(in, u)}}
	m.Instances = []*ir.Instance{u}
	m.Body = []ir.Stmt{&ir.Assign{Sig: out, Value: &ir.Node{Op: ir.OpInstOut, Width: 1, Inst: u, Port: c.Port("y")}}}
	return m
}

// TestSteps: fragments share a call, unless something stands between them.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name  string
		b     func(in *ir.Signal, u *ir.Instance) *ir.Node
		calls int
	}{
		{"both inputs known", func(in *ir.Signal, _ *ir.Instance) *ir.Node { return read(in) }, 1},
		{"out of the instance and back", func(_ *ir.Signal, u *ir.Instance) *ir.Node {
			return &ir.Node{Op: ir.OpInstOut, Width: 1, Inst: u, Port: u.Of.Port("x")}
		}, 2},
	} {
		child := cell()
		m := around(child, c.b)
		plans, err := Of(&ir.Design{Top: m, Modules: []*ir.Module{child, m}})
		assert.NilError(t, err)
		p := plans[m]
		steps, calls := p.Steps([][]*Fragment{p.Fragments}, false)
		assert.Equal(t, len(steps), 1, c.name)
		assert.Assert(t, steps[0].Last, c.name)
		list := calls[m.Instances[0]]
		assert.Equal(t, len(list), c.calls, c.name)
		count, made := 0, 0
		for _, fragments := range list {
			count += len(fragments)
		}
		assert.Equal(t, count, len(plans[child].Fragments), "%s: every fragment runs once", c.name)
		for _, it := range steps[0].Items {
			if it.Task == nil {
				assert.Equal(t, it.Call, made, "%s: calls are made in their order", c.name)
				made++
			}
		}
		assert.Equal(t, made, c.calls, c.name)
	}
}

// TestStepsForThreads: all instances show what they do not need their inputs for before any of them
// takes its inputs.
func TestStepsForThreads(t *testing.T) {
	held := &ir.Module{Name: "held"}
	in, out := signal(held, ir.Input, "in"), signal(held, ir.Output, "out")
	state := &ir.Signal{Name: "state", Kind: ir.Reg, Width: 1}
	held.Signals = []*ir.Signal{state}
	held.Body = []ir.Stmt{&ir.Assign{Sig: state, Value: read(in)}, &ir.Assign{Sig: out, Value: read(state)}}
	// Two instances, each with the output of the other one.
	m := &ir.Module{Name: "pair"}
	for _, name := range []string{"a", "b"} {
		m.Instances = append(m.Instances, &ir.Instance{Name: name, Of: held, Count: 1})
	}
	for i, u := range m.Instances {
		u.Conns = []ir.Conn{{Port: in, Value: &ir.Node{Op: ir.OpInstOut, Width: 1, Inst: m.Instances[1-i], Port: out}}}
	}
	plans, err := Of(&ir.Design{Top: m, Modules: []*ir.Module{held, m}})
	assert.NilError(t, err)
	p := plans[m]
	for threads, want := range map[bool]string{false: "a0 b.in b01 a.in a1", true: "a0 b0 a.in b.in a1 b1"} {
		steps, calls := p.Steps([][]*Fragment{p.Fragments}, threads)
		var got []string
		for _, it := range steps[0].Items {
			if it.Task != nil {
				got = append(got, it.Task.name)
				continue
			}
			name := it.Inst.Name
			for _, f := range calls[it.Inst][it.Call] {
				name += fmt.Sprint(slices.Index(plans[held].Fragments, f))
			}
			got = append(got, name)
		}
		assert.Equal(t, strings.Join(got, " "), want)
	}
}
