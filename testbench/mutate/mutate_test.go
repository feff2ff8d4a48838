package mutate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
	"culprit.example/culprit/testbench/mutate"
)

// box has a place for every rule.
func box(t *testing.T) *ir.Design {
	t.Helper()
	child := rtlgen.NewModule("child")
	child.Output("y", child.Input("x", 4).Not())

	m := rtlgen.NewModule("box")
	a, b, on := m.Input("a", 4), m.Input("b", 4), m.Input("on", 1)
	m.Output("either", rtlgen.Mux(on, a, b))
	m.Output("less", a.Lt(b).And(on))
	low := m.Let("low", a.Low(2))
	m.Output("one_hot", rtlgen.OneHotMux(low, rtlgen.Cat(b, a)))
	r := m.Reg("r", 4, 3)
	m.If(on, func() {
		r.Set(a.Sub(b))
	}).ElseIf(a.Eq(7), func() { r.Set(b.Add(a)) })
	w := m.Wire("w", 4)
	w.Set(a)
	m.Switch(a.Low(2), func(s rtlgen.Cases) {
		s.Case(func() { w.Set(b) }, 1)
		s.Default(func() {})
	})
	arr := m.RegArray("arr", 4, 4, 0)
	m.If(on.And(a.Ne(b)), func() { arr.At(a.Low(2)).Set(r.Value) })
	mem := m.Memory("mem", 4, 4, rtlgen.ReadOld)
	mem.Write(on, b.Low(2), a)
	q := mem.ReadSync("q", on.Not(), a.Low(2))
	in := rtlgen.Use(m, "u", rtlgen.As[struct {
		X rtlgen.In
		Y rtlgen.Out
	}](child, nil))
	in.X.Drive(a.Or(b))
	m.Output("read", q)
	m.Output("all", rtlgen.Cat(arr.At(b.Low(2)).Value, in.Y, r.Value, w.Value))
	m.Assert("never", r.Value.Ne(15), "r is never 15")
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// all are the mutants of a design, children first.
func all(d *ir.Design) []*mutate.Mutant {
	var list []*mutate.Mutant
	for _, m := range d.Modules {
		list = append(list, mutate.List(m)...)
	}
	return list
}

// TestGoldenMutants shows the lines of the netlist that each mutant changes, of every rule.
func TestGoldenMutants(t *testing.T) {
	d := box(t)
	var out strings.Builder
	rules := map[string]bool{}
	names := map[string]bool{}
	for _, m := range all(d) {
		rules[m.Rule] = true
		assert.Assert(t, !names[m.Name], "two mutants are called %s", m.Name)
		names[m.Name] = true
		old, now := ir.ModuleText(m.Module), ir.ModuleText(m.Apply())
		assert.Assert(t, old != now, "%s changes nothing", m.Name)
		assert.NilError(t, ir.Verify(m.ApplyTo(d)), m.Name)
		fmt.Fprintf(&out, "%s\n%s", m.Name, changed(old, now))
	}
	for _, r := range mutate.Rules() {
		assert.Assert(t, rules[r.Name], "no mutant of rule %s", r.Name)
	}
	golden.Assert(t, out.String(), "mutants.txt")
}

// changed are the lines that only one of two texts has.
func changed(old, now string) string {
	var out strings.Builder
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	for _, line := range a {
		if !slices.Contains(b, line) {
			fmt.Fprintf(&out, "\t- %s\n", strings.TrimSpace(line))
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			fmt.Fprintf(&out, "\t+ %s\n", strings.TrimSpace(line))
		}
	}
	return out.String()
}

// TestSelect: with its number on the selector, the netlist with all mutants does what that
// with the mutant alone does, and with another number, what the sound one does.
func TestSelect(t *testing.T) {
	d := box(t)
	compare(t, d, all(d), "box")
}

// TestSelectRandom is the same on random netlists.
func TestSelectRandom(t *testing.T) {
	from, to := tiers.Seeds(1, 6)
	for seed := from; seed < to; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		d := random.New(rng).Design
		list := all(d)
		rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		compare(t, d, list[:min(len(list), 16)], fmt.Sprint("seed ", seed))
	}
}

// compare runs mutants alone, and selected out of all of them.
func compare(t *testing.T, d *ir.Design, list []*mutate.Mutant, where string) {
	t.Helper()
	// Of a register without reset, the two netlists begin with other contents.
	list = slices.DeleteFunc(slices.Clone(list), func(m *mutate.Mutant) bool { return strings.HasSuffix(m.What, "no reset") })
	selected := mutate.Select(d, list)
	assert.NilError(t, ir.Verify(selected))
	for number := range len(list) + 1 {
		alone, name := d, where+": the sound one"
		if number > 0 {
			alone, name = list[number-1].ApplyTo(d), where+": "+list[number-1].Name
		}
		assert.NilError(t, ir.Verify(alone), name)
		x, y := engine(t, alone), engine(t, selected)
		y.SetInput(len(selected.Top.Inputs())-1, []uint64{uint64(number)})
		rng := rand.New(rand.NewPCG(1, 0))
		for cycle := range 60 {
			for i := range d.Top.Inputs() {
				words := []uint64{rng.Uint64(), rng.Uint64(), rng.Uint64()}
				x.SetInput(i, words)
				y.SetInput(i, words)
			}
			x.Eval()
			y.Eval()
			for i, p := range d.Top.Outputs() {
				a, b := make([]uint64, (p.Width+63)/64), make([]uint64, (p.Width+63)/64)
				x.Output(i, a)
				y.Output(i, b)
				if !slices.Equal(a, b) {
					t.Fatalf("%s: output %s in cycle %d", name, p.Name, cycle)
				}
			}
			if cycle%17 == 5 {
				x.ResetStep()
				y.ResetStep()
			}
			x.Step()
			y.Step()
		}
		assert.Equal(t, len(x.Failures()), len(y.Failures()), name)
	}
}

func engine(t *testing.T, d *ir.Design) cyclesim.Engine {
	t.Helper()
	e, err := cyclesim.New(d, cyclesim.Options{Engine: "reference", Seed: 1})
	assert.NilError(t, err)
	return e
}

// TestNoReset: a register, and an array, whose reset is lost counts on in reset, selected or not.
func TestNoReset(t *testing.T) {
	m := rtlgen.NewModule("counters")
	r := m.Reg("r", 8, 0)
	r.Set(r.Value.Add(1))
	a := m.RegArray("a", 2, 8, 0)
	a.At(m.Const(1, 1)).Set(a.At(m.Const(1, 1)).Value.Add(1))
	m.Output("r_out", r.Value)
	m.Output("a_out", a.At(m.Const(1, 1)).Value)
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	list := mutate.List(d.Top)
	selected := mutate.Select(d, list)
	for output, name := range []string{"r", "a"} {
		number := 1 + slices.IndexFunc(list, func(m *mutate.Mutant) bool { return m.What == name+": no reset" })
		e := engine(t, selected)
		e.SetInput(len(selected.Top.Inputs())-1, []uint64{uint64(number)})
		for range 5 {
			e.Step()
		}
		var before, after [1]uint64
		e.Eval()
		e.Output(output, before[:])
		e.ResetStep()
		e.Eval()
		e.Output(output, after[:])
		assert.Equal(t, byte(before[0]+1), byte(after[0]), name)
	}
}

// TestSame: what folds to the module itself, or to another mutant, is none.
func TestSame(t *testing.T) {
	m := rtlgen.NewModule("folds")
	a, b := m.Input("a", 1), m.Input("b", 1)
	m.Output("y", rtlgen.Mux(a, b, m.Const(1, 0))) // is a AND b
	m.Output("z", a.Xor(b).Not())
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	var names []string
	for _, x := range mutate.List(d.Top) {
		names = append(names, x.Rule+": "+x.What)
	}
	assert.DeepEqual(t, names, []string{
		"mux: values exchanged", "mux: always the first value", "mux: always the second value", "constant: 0 becomes 1",
		"operator: not lost", "operator: xor becomes or", "operator: xor becomes and",
		"operator: xor without its second operand", "operator: xor without its first operand",
		"assignment: y gets 1", "assignment: y gets the opposite", "assignment: z gets 0", "assignment: z gets 1",
	})
}

func TestCheckRules(t *testing.T) {
	assert.NilError(t, mutate.CheckRules([]string{"operator", "reset"}))
	assert.Error(t, mutate.CheckRules([]string{"operator", "colour"}), `no rule "colour": choose of operator, comparison, `+
		"constant, condition, enable, reset, index, connection, mux, order, assignment")
}
