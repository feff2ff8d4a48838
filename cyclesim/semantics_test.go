package cyclesim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// build elaborates a module described by f.
func build(t testing.TB, name string, f func(m *rtlgen.Module)) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule(name)
	f(m)
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// model is what a circuit does in one cycle, in Go: outputs from inputs, with
// the state in variables of its own. An output not given is not compared.
type model func(in map[string]uint64) (out map[string]uint64)

// TestSemantics runs small circuits beside their models on random inputs.
func TestSemantics(t *testing.T) {
	const seed, cycles = 7, 500
	for _, c := range slices.Concat(semantics, constructs) {
		t.Run(c.name, func(t *testing.T) {
			sim := newEngine(t, build(t, c.name, c.circuit))
			r := rand.New(rand.NewPCG(seed, 0))
			next := c.model()
			top := sim.Design().Top
			for cycle := range cycles {
				in := map[string]uint64{}
				for i, p := range top.Inputs() {
					in[p.Name] = r.Uint64() >> (64 - p.Width)
					sim.SetInput(i, []uint64{in[p.Name]})
				}
				sim.Eval()
				want := next(in)
				for i, p := range top.Outputs() {
					w, ok := want[p.Name]
					if !ok {
						continue
					}
					var got [1]uint64
					sim.Output(i, got[:])
					assert.Equal(t, got[0], w, "output %s in cycle %d, inputs %v, seed %d", p.Name, cycle, in, seed)
				}
				sim.Step()
			}
			assert.Equal(t, len(sim.Failures()), 0)
		})
	}
}

type outs = map[string]uint64

// semantic is a circuit and its model.
type semantic struct {
	name    string
	circuit func(m *rtlgen.Module)
	model   func() model
}

var semantics = []semantic{
	{"last_assignment_wins", func(m *rtlgen.Module) {
		a, b, x := m.Input("a", 1), m.Input("b", 1), m.Input("x", 8)
		r := m.Reg("r", 8, 3)
		w := m.Wire("w", 8)
		w.Set(x)
		m.If(a, func() { r.Set(x); w.Set(r.Add(1)) })
		m.If(b, func() { r.Set(x.Not()); w.SetSlice(3, 0, 5) })
		m.Output("r_out", r.Value)
		m.Output("w_out", w.Value)
	}, func() model {
		r := uint64(3)
		return func(in map[string]uint64) outs {
			w, next := in["x"], r
			if in["a"] == 1 {
				w, next = (r+1)&255, in["x"]
			}
			if in["b"] == 1 {
				w, next = w&0xf0|5, ^in["x"]&255
			}
			o := outs{"r_out": r, "w_out": w}
			r = next
			return o
		}
	}},
	{"if_chain_and_swap", func(m *rtlgen.Module) {
		s, x := m.Input("s", 2), m.Input("x", 8)
		p, q := m.Reg("p", 8, 1), m.Reg("q", 8, 2)
		m.If(s.Eq(0), func() { p.Set(q.Value); q.Set(p.Value) }).
			ElseIf(s.Eq(1), func() { p.Set(x) }).
			Else(func() { m.If(x.Bit(0), func() { q.Set(p.Add(q)) }) })
		m.Output("p_out", p.Value)
		m.Output("q_out", q.Value)
	}, func() model {
		p, q := uint64(1), uint64(2)
		return func(in map[string]uint64) outs {
			o := outs{"p_out": p, "q_out": q}
			switch {
			case in["s"] == 0:
				p, q = q, p
			case in["s"] == 1:
				p = in["x"]
			case in["x"]&1 == 1:
				q = (p + q) & 255
			}
			return o
		}
	}},
	{"switch_case", func(m *rtlgen.Module) {
		s, x := m.Input("s", 4), m.Input("x", 8)
		w := m.Wire("w", 8).Default(0)
		r := m.Reg("r", 8, 0)
		m.Switch(s, func(c rtlgen.Cases) {
			c.Case(func() { w.Set(x) }, 0, 3, 5)
			c.Case(func() { w.Set(x.Add(1)); r.Set(x) }, 1)
			c.Case(func() {}, 2)
			c.Default(func() { r.Set(r.Add(1)) })
		})
		m.Output("w_out", w.Value)
		m.Output("r_out", r.Value)
	}, func() model {
		r := uint64(0)
		return func(in map[string]uint64) outs {
			o := outs{"w_out": 0, "r_out": r}
			switch in["s"] {
			case 0, 3, 5:
				o["w_out"] = in["x"]
			case 1:
				o["w_out"] = (in["x"] + 1) & 255
				r = in["x"]
			case 2:
			default:
				r = (r + 1) & 255
			}
			return o
		}
	}},
	{"switch_on_a_wide_subject", func(m *rtlgen.Module) {
		s, x := m.Input("s", 2), m.Input("x", 8)
		w := m.Wire("w", 8)
		m.Switch(rtlgen.Cat(s, m.Zero(70)), func(c rtlgen.Cases) {
			c.Case(func() { w.Set(x) }, 0)
			c.Default(func() { w.Set(x.Not()) })
		})
		m.Output("w_out", w.Value)
	}, func() model {
		return func(in map[string]uint64) outs {
			if in["s"] == 0 {
				return outs{"w_out": in["x"]}
			}
			return outs{"w_out": ^in["x"] & 255}
		}
	}},
	{"loop_with_lanes", func(m *rtlgen.Module) {
		x, mask := m.Input("x", 32), m.Input("mask", 8)
		w := m.Wire("w", 32)
		r := m.Reg("r", 32, 0)
		m.For("i", 8, func(i rtlgen.Value) {
			w.SetLane(i, x.Lane(i, 4).Add(i.Zext(4)))
			m.If(mask.Bit(i), func() { r.SetLane(i, x.Lane(i, 4).Xor(r.Lane(i, 4))) })
		})
		m.Output("w_out", w.Value)
		m.Output("r_out", r.Value)
	}, func() model {
		r := uint64(0)
		return func(in map[string]uint64) outs {
			w, before := uint64(0), r
			for i := range 8 {
				lane := in["x"] >> (4 * i) & 15
				w |= (lane + uint64(i)) & 15 << (4 * i)
				if in["mask"]>>i&1 == 1 {
					r ^= lane << (4 * i)
				}
			}
			return outs{"w_out": w, "r_out": before}
		}
	}},
	{"loop_in_loop", func(m *rtlgen.Module) {
		x := m.Input("x", 16)
		w := m.Wire("w", 16).Default(0)
		m.For("row", 4, func(row rtlgen.Value) {
			m.For("column", 4, func(column rtlgen.Value) {
				m.If(x.Bit(rtlgen.Cat(row, column)).And(row.Ne(column)), func() { w.SetBit(rtlgen.Cat(column, row), 1) })
			})
		})
		m.Output("w_out", w.Value)
	}, func() model {
		return func(in map[string]uint64) outs {
			w := uint64(0)
			for row := range 4 {
				for column := range 4 {
					if row != column && in["x"]>>(4*row+column)&1 == 1 {
						w |= 1 << (4*column + row)
					}
				}
			}
			return outs{"w_out": w}
		}
	}},
	{"writes_beyond_the_end_do_nothing", func(m *rtlgen.Module) {
		i, x := m.Input("i", 3), m.Input("x", 4)
		r := m.Reg("r", 20, 0) // 5 lanes
		a := m.RegArray("a", 5, 4, 9)
		r.SetLane(i, x)
		a.At(i).Set(x)
		m.Output("r_out", r.Value)
		m.Output("a_out", a.Flat())
	}, func() model {
		r, a := uint64(0), uint64(0x99999)
		return func(in map[string]uint64) outs {
			o := outs{"r_out": r, "a_out": a}
			if i := in["i"]; i < 5 {
				r = r&^(15<<(4*i)) | in["x"]<<(4*i)
				a = a&^(15<<(4*i)) | in["x"]<<(4*i)
			}
			return o
		}
	}},
	{"array_of_lifo_slots", func(m *rtlgen.Module) {
		i, j, x, both := m.Input("i", 3), m.Input("j", 3), m.Input("x", 8), m.Input("both", 1)
		a := m.RegArrayInit("a", 8, 8, func(i int) uint64 { return uint64(3 * i) })
		a.At(i).Set(a.At(j))
		m.If(both, func() { a.At(j).Set(a.At(i)); a.At(j).Set(x) })
		m.Output("q", a.At(j).Value)
		m.Output("first", a.At(0).Value)
	}, func() model {
		var a [8]uint64
		for i := range a {
			a[i] = uint64(3 * i)
		}
		return func(in map[string]uint64) outs {
			o := outs{"q": a[in["j"]], "first": a[0]}
			a[in["i"]] = a[in["j"]]
			if in["both"] == 1 {
				a[in["j"]] = in["x"]
			}
			return o
		}
	}},
	{"memory_read_old", memory(rtlgen.ReadOld), memoryModel(rtlgen.ReadOld)},
	{"memory_read_new", memory(rtlgen.ReadNew), memoryModel(rtlgen.ReadNew)},
	{"memory_read_undefined", memory(rtlgen.ReadUndefined), memoryModel(rtlgen.ReadUndefined)},
	{"memory_read_at_a_fixed_address", func(m *rtlgen.Module) {
		// Two memories that take each other's word 1 in the same edge.
		x, load := m.Input("x", 8), m.Input("load", 1)
		p, q := m.Memory("p", 4, 8, rtlgen.ReadOld), m.Memory("q", 4, 8, rtlgen.ReadOld)
		one := m.Const(2, 1)
		pd, qd := p.Read("p_data", one), q.Read("q_data", one)
		p.Write(m.Ones(1), one, rtlgen.Mux(load, x, qd))
		q.Write(m.Ones(1), one, rtlgen.Mux(load, x.Not(), pd))
		m.Output("p_out", pd)
		m.Output("q_out", qd)
	}, func() model {
		var p, q uint64
		known := false
		return func(in map[string]uint64) outs {
			o := outs{"p_out": p, "q_out": q}
			if !known {
				o = outs{}
			}
			p, q = q, p
			if in["load"] == 1 {
				p, q, known = in["x"], ^in["x"]&255, true
			}
			return o
		}
	}},
}

// memory has two write ports of which the second wins, a synchronous and an
// asynchronous read. Depth 6 leaves two addresses beyond the end.
func memory(rdw ir.ReadDuringWrite) func(m *rtlgen.Module) {
	return func(m *rtlgen.Module) {
		mem := m.Memory("mem", 6, 8, rdw)
		for i := range 2 {
			mem.Write(m.Input(fmt.Sprintf("enable_%d", i), 1), m.Input(fmt.Sprintf("write_%d", i), 3),
				m.Input(fmt.Sprintf("data_%d", i), 8))
		}
		read := m.Input("read", 3)
		m.Output("sync_out", mem.ReadSync("sync", m.Input("read_enable", 1), read))
		m.Output("async_out", mem.Read("async", read))
	}
}

// memoryModel leaves out what is arbitrary.
func memoryModel(rdw ir.ReadDuringWrite) func() model {
	return func() model {
		mem := map[uint64]uint64{}
		captured, known := uint64(0), false
		return func(in map[string]uint64) outs {
			o := outs{}
			if known {
				o["sync_out"] = captured
			}
			read := in["read"]
			old, written := mem[read]
			if written {
				o["async_out"] = old
			}
			collision := false
			for i := range 2 {
				addr := in[fmt.Sprintf("write_%d", i)]
				if in[fmt.Sprintf("enable_%d", i)] == 1 && addr < 6 {
					mem[addr] = in[fmt.Sprintf("data_%d", i)]
					collision = collision || addr == read
				}
			}
			if in["read_enable"] == 1 {
				captured, known = old, written
				switch {
				case collision && rdw == ir.ReadNew:
					captured, known = mem[read], true
				case collision && rdw == ir.ReadUndefined:
					known = false
				}
			}
			return o
		}
	}
}

// TestArbitraryValues checks that what a netlist leaves open differs from seed
// to seed and from cycle to cycle, and is the same for the same seed on all engines.
func TestArbitraryValues(t *testing.T) {
	d := build(t, "open", func(m *rtlgen.Module) {
		a := m.RegArray("a", 5, 70, 0)
		v := m.Reg("v", 5*9, 0)
		b := m.RegArray("b", 5, 70, 0)
		a.At(0).Set(a.At(1))
		b.At(0).Set(b.At(1))
		v.Set(v.Not())
		mem := m.Memory("mem", 4, 16, rtlgen.ReadUndefined)
		mem.Write(m.Ones(1), m.Zero(2), m.Zero(16))
		beyond := m.Input("beyond", 3)
		m.Output("element", a.At(beyond).Value)
		m.Output("other_element", b.At(beyond).Value)
		m.Output("lane", v.Lane(beyond, 9))
		m.Output("never_written", mem.Read("word", beyond.Low(2)))
		m.Output("collision", mem.ReadSync("data", m.Ones(1), m.Zero(2)))
	})
	observe := func(engine string, seed uint64, steps int) []string {
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: seed})
		assert.NilError(t, err)
		sim.SetInput(0, []uint64{7})
		assert.NilError(t, sim.Run(context.Background(), steps))
		var list []string
		for _, p := range d.Top.Outputs() {
			list = append(list, peek(t, sim, p.Name).String())
		}
		return list
	}
	first, second, later := observe(testEngine, 1, 1), observe(testEngine, 2, 1), observe(testEngine, 1, 2)
	assert.DeepEqual(t, observe(testEngine, 1, 1), first)
	for steps := range 4 {
		assert.DeepEqual(t, observe(testEngine, 1, steps), observe("reference", 1, steps))
	}
	for i, p := range d.Top.Outputs() {
		assert.Assert(t, first[i] != second[i], "%s is %s with both seeds", p.Name, first[i])
		assert.Assert(t, first[i] != later[i] || p.Name == "never_written", "%s is %s in both cycles", p.Name, first[i])
	}
	assert.Assert(t, first[0] != first[1], "two arrays have the same value beyond the end")
}

// accumulator adds its input to its register; out is the sum with the input
// in it, so there is a combinational path, echo is the register alone.
func accumulator() *rtlgen.Module {
	m := rtlgen.NewModule("accumulator")
	x := m.Input("x", 8)
	step := m.Input("step", 8)
	total := m.Reg("total", 8, 0)
	sum := m.Let("sum", total.Add(x))
	total.Set(sum.Add(step))
	m.Output("out", sum)
	m.Output("echo", total.Value)
	return m
}

// accumulatorPins are the ports of accumulator.
type accumulatorPins struct {
	X, Step   rtlgen.In
	Out, Echo rtlgen.Out
}

// crossPins are the ports of a module with two paths.
type crossPins struct {
	A, B rtlgen.In
	P, Q rtlgen.Out
}

// TestInstanceArray checks lanes, broadcast, and that copies are independent.
func TestInstanceArray(t *testing.T) {
	sim := newEngine(t, build(t, "bank", func(m *rtlgen.Module) {
		bank := rtlgen.UseArray(m, "acc", 10, rtlgen.As[accumulatorPins](accumulator(), nil))
		bank.X.Drive(m.Input("x", 80))
		bank.Step.Broadcast(m.Input("step", 8))
		m.Output("out", bank.Out)
		m.Output("third", rtlgen.Copy(bank, 3).Out)
	}))
	var total [10]uint64
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	for cycle := range 100 {
		x := []uint64{r.Uint64(), r.Uint64() & 0xffff}
		step := r.Uint64() & 255
		sim.SetInput(0, x)
		sim.SetInput(1, []uint64{step})
		for i := range total {
			lane := x[i/8] >> (i % 8 * 8) & 255
			sum := (total[i] + lane) & 255
			assert.Equal(t, peek(t, sim, fmt.Sprintf("acc_%d.total", i)).Uint64(), total[i], "cycle %d", cycle)
			assert.Equal(t, peek(t, sim, fmt.Sprintf("acc_%d.out", i)).Uint64(), sum, "cycle %d", cycle)
			assert.Equal(t, peek(t, sim, "out").Words[i/8]>>(i%8*8)&255, sum, "cycle %d", cycle)
			if i == 3 {
				assert.Equal(t, peek(t, sim, "third").Uint64(), sum, "cycle %d", cycle)
			}
			total[i] = (sum + step) & 255
		}
		sim.Step()
	}
}

// TestPathBackIntoAnInstance feeds an output of an instance to another input of
// the same instance, two levels deep: no loop, but the instance has to be
// evaluated in pieces.
func TestPathBackIntoAnInstance(t *testing.T) {
	inner := rtlgen.NewModule("inner")
	a, b := inner.Input("a", 8), inner.Input("b", 8)
	inner.Output("p", a.Add(1))
	inner.Output("q", b.Mul(3))
	outer := rtlgen.NewModule("outer")
	c, e := outer.Input("a", 8), outer.Input("b", 8)
	in := rtlgen.Use(outer, "inner", rtlgen.As[crossPins](inner, nil))
	in.A.Drive(c)
	in.B.Drive(e)
	outer.Output("p", in.P)
	outer.Output("q", in.Q)
	sim := newEngine(t, build(t, "knot", func(m *rtlgen.Module) {
		x := m.Input("x", 8)
		pins := rtlgen.As[crossPins](outer, nil)
		u, v := rtlgen.Use(m, "u", pins), rtlgen.Use(m, "v", pins)
		u.A.Drive(v.P) // x -> v.a -> v.p -> u.a -> u.p -> u.b -> u.q -> v.b -> v.q
		u.B.Drive(u.P)
		v.A.Drive(x)
		v.B.Drive(u.Q)
		m.Output("y", v.Q)
	}))
	for x := range uint64(256) {
		sim.SetInput(0, []uint64{x})
		assert.Equal(t, peek(t, sim, "y").Uint64(), (x+2)*9&255, "x = %d", x)
	}
}

// TestSharedWorkOfFragments: two outputs that depend on different inputs share
// an expression, and either may be needed first.
func TestSharedWorkOfFragments(t *testing.T) {
	shared := rtlgen.NewModule("shared")
	a, b := shared.Input("a", 8), shared.Input("b", 8)
	r := shared.Reg("r", 8, 5)
	r.Set(r.Add(1))
	square := r.Mul(r)
	shared.Output("p", a.Add(square))
	shared.Output("q", b.Xor(square))
	sim := newEngine(t, build(t, "orders", func(m *rtlgen.Module) {
		x := m.Input("x", 8)
		pins := rtlgen.As[crossPins](shared, nil)
		u, v := rtlgen.Use(m, "u", pins), rtlgen.Use(m, "v", pins)
		u.A.Drive(x)
		u.B.Drive(u.P)
		v.A.Drive(v.Q)
		v.B.Drive(x)
		m.Output("a_first", u.Q)
		m.Output("b_first", v.P)
	}))
	for cycle := range uint64(20) {
		x, s := cycle*77&255, (5+cycle)*(5+cycle)&255
		sim.SetInput(0, []uint64{x})
		assert.Equal(t, peek(t, sim, "a_first").Uint64(), ((x+s)&255)^s, "cycle %d", cycle)
		assert.Equal(t, peek(t, sim, "b_first").Uint64(), ((x^s)+s)&255, "cycle %d", cycle)
		sim.Step()
	}
}

// TestLoopIsReported: elaboration rejects loops; should one get through, the
// engine names it.
func TestLoopIsReported(t *testing.T) {
	m := &ir.Module{Name: "ring"}
	a, b, q := wire(m, "a", 1), wire(m, "b", 1), output(m, "q", 1)
	assign(m, a, op(ir.OpNot, 1, sig(b)))
	assign(m, b, sig(a))
	assign(m, q, sig(a))
	_, err := cyclesim.New(design(m), cyclesim.Options{Engine: testEngine})
	assert.ErrorContains(t, err, "BUG: combinational loop in module ring")
	assert.ErrorContains(t, err, "a <- b <- a")
}

// TestForgottenBitIsNotMemory: a wire that some path leaves out does not keep
// its value from the cycle before.
func TestForgottenBitIsNotMemory(t *testing.T) {
	m := &ir.Module{Name: "latch"}
	x, q := input(m, "x", 33), output(m, "q", 32)
	m.Body = append(m.Body, &ir.If{
		Cond: &ir.Node{Op: ir.OpSlice, Width: 1, Lo: 32, Args: []*ir.Node{sig(x)}},
		Then: []ir.Stmt{&ir.Assign{Sig: q, Value: &ir.Node{Op: ir.OpSlice, Width: 32, Args: []*ir.Node{sig(x)}}}},
	})
	sim := newEngine(t, design(m))
	sim.SetInput(0, []uint64{1<<32 | 0x1234})
	assert.Equal(t, peek(t, sim, "q").Uint64(), uint64(0x1234))
	sim.Step()
	sim.SetInput(0, []uint64{0})
	assert.Assert(t, peek(t, sim, "q").Uint64() != 0x1234)
}
