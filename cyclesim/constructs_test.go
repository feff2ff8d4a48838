package cyclesim_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// constructs are circuits for TestSemantics beside their models.
var constructs = []semantic{
	{"carry_and_borrow", func(m *rtlgen.Module) {
		a, b := m.Input("a", 8), m.Input("b", 8)
		m.Output("sum", a.AddCarry(b))
		m.Output("difference", a.SubBorrow(b))
		m.Output("up", a.AddCarry(200))
		m.Output("down", a.SubBorrow(200))
	}, func() model {
		return func(in map[string]uint64) outs {
			borrow := func(a, b uint64) uint64 {
				if a < b {
					return 0x100 | (a - b + 256)
				}
				return a - b
			}
			return outs{"sum": in["a"] + in["b"], "difference": borrow(in["a"], in["b"]), "up": in["a"] + 200,
				"down": borrow(in["a"], 200)}
		}
	}},
	{"enumeration", func(m *rtlgen.Module) {
		phase := m.Enum("phase", "idle", "run", "stop")
		limit := m.Constant("limit", 3, 5)
		start, count := m.Input("start", 1), m.Reg("count", 3, limit)
		state := phase.Reg("state", phase.Value("stop"))
		c := m.Cases(state.Value)
		for range c.When(phase.Value("idle")) {
			m.If(start, func() { state.Set(phase.Value("run")); count.Set(0) })
		}
		for range c.When(phase.Value("run")) {
			count.Set(count.Add(1))
			m.If(count.Eq(limit), func() { state.Set(phase.Value("stop")) })
		}
		for range c.Otherwise() {
			state.Set(phase.Value("idle"))
		}
		phase.Output("state_out", state.Value)
		m.Output("count_out", count.Value)
	}, func() model {
		state, count := uint64(2), uint64(5)
		return func(in map[string]uint64) outs {
			o := outs{"state_out": state, "count_out": count}
			switch {
			case state == 0 && in["start"] == 1:
				state, count = 1, 0
			case state == 1:
				if count == 5 {
					state = 2
				}
				count = (count + 1) & 7
			case state > 1:
				state = 0
			}
			return o
		}
	}},
	{"register_without_reset", func(m *rtlgen.Module) {
		write, at, x := m.Input("write", 1), m.Input("at", 2), m.Input("x", 33)
		word := m.RegNoReset("word", 33)
		list := m.RegArrayNoReset("entries", 3, 33)
		m.If(write, func() { word.Set(x); list.At(at).Set(x) }).Else(func() { word.SetBit(32, 1) })
		m.Output("word_out", word.Value)
		m.Output("first", list.At(0).Value)
		m.Output("late", m.NextNoReset("x_before", x).Value)
	}, func() model {
		known := outs{} // what has been written so far
		list := map[uint64]uint64{}
		return func(in map[string]uint64) outs {
			o := outs{}
			for k, v := range known {
				o[k] = v
			}
			if v, ok := list[0]; ok {
				o["first"] = v
			}
			known["late"] = in["x"]
			if in["write"] == 1 {
				known["word_out"], list[in["at"]] = in["x"], in["x"]
			} else if v, ok := known["word_out"]; ok {
				known["word_out"] = v | 1<<32
			}
			return o
		}
	}},
	{"rom", func(m *rtlgen.Module) {
		at, read := m.Input("at", 3), m.Input("read", 1)
		cubes := m.ROMInit("cubes", 5, 40, func(i int) rtlgen.Operand { return i * i * i << 30 })
		m.Output("now", cubes.Read("async", at))
		m.Output("late", cubes.ReadSync("sync", read, at))
	}, func() model {
		late, known := uint64(0), false
		return func(in map[string]uint64) outs {
			o, at := outs{}, in["at"]
			if known {
				o["late"] = late
			}
			if at < 5 {
				o["now"] = at * at * at << 30
			}
			if in["read"] == 1 {
				known, late = at < 5, at*at*at<<30
			}
			return o
		}
	}},
	{"lane_enables_read_old", laneMemory(rtlgen.ReadOld), laneModel(false)},
	{"lane_enables_read_new", laneMemory(rtlgen.ReadNew), laneModel(true)},
}

// laneMemory has two write ports, of bytes and of half words.
func laneMemory(rdw ir.ReadDuringWrite) func(m *rtlgen.Module) {
	return func(m *rtlgen.Module) {
		at, to, from := m.Input("at", 1), m.Input("to", 1), m.Input("from", 1)
		bytes, halves := m.Input("bytes", 4), m.Input("halves", 2)
		x, y := m.Input("x", 32), m.Input("y", 32)
		mem := m.Memory("mem", 2, 32, rdw)
		mem.WriteLanes(bytes, at, x)
		mem.WriteLanes(halves, to, y)
		m.Output("now", mem.Read("async", from))
		m.Output("late", mem.ReadSync("sync", m.Const(1, 1), from))
	}
}

// laneModel compares a word from the time on when all of its bytes are known.
func laneModel(readNew bool) func() model {
	return func() model {
		type word struct {
			value, known uint64 // known: ones in the bits that have been written
		}
		var mem [2]word
		var late word
		return func(in map[string]uint64) outs {
			o := outs{}
			if now := mem[in["from"]]; now.known == 1<<32-1 {
				o["now"] = now.value
			}
			if late.known == 1<<32-1 {
				o["late"] = late.value
			}
			late = mem[in["from"]]
			write := func(at, lane, data uint64) {
				w := &mem[at]
				w.value, w.known = w.value&^lane|data&lane, w.known|lane
			}
			for i := range 4 {
				if in["bytes"]>>i&1 == 1 {
					write(in["at"], 0xff<<(8*i), in["x"])
				}
			}
			for i := range 2 {
				if in["halves"]>>i&1 == 1 {
					write(in["to"], 0xffff<<(16*i), in["y"])
				}
			}
			if readNew {
				late = mem[in["from"]]
			}
			return o
		}
	}
}

// TestNoResetStartsArbitrary: what has no reset starts with another value for
// another seed and in another copy, and again with the same after Reset.
func TestNoResetStartsArbitrary(t *testing.T) {
	child := rtlgen.NewModule("child")
	keep, x := child.Input("keep", 1), child.Input("x", 64)
	word := child.RegNoReset("word", 64)
	list := child.RegArrayNoReset("entries", 2, 64)
	child.If(keep.Not(), func() { word.Set(x); list.At(1).Set(x) })
	child.Output("q", word.Xor(list.At(0)).Xor(list.At(1)))
	d := build(t, "copies", func(m *rtlgen.Module) {
		in := rtlgen.UseArray(m, "u", 2, rtlgen.As[struct {
			Keep, X rtlgen.In
			Q       rtlgen.Out
		}](child, nil))
		in.Keep.Broadcast(m.Input("keep", 1))
		in.X.Broadcast(m.Input("x", 64))
		m.Output("q", in.Q)
	})
	names := []string{"u_0.word", "u_1.word", "u_0.entries[0]", "u_0.entries[1]", "u_1.entries[0]"}
	seen := map[uint64]bool{}
	for seed := range uint64(3) {
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: testEngine, Seed: seed})
		assert.NilError(t, err)
		var start []uint64
		for _, n := range names {
			v := peek(t, sim, n).Uint64()
			assert.Assert(t, !seen[v], "%s starts with the value of another seed or copy", n)
			seen[v] = true
			start = append(start, v)
		}
		sim.Step() // keep is 0, so x, which is 0, comes in
		assert.Equal(t, peek(t, sim, "u_1.word").Uint64(), uint64(0))
		sim.Reset()
		for i, n := range names {
			assert.Equal(t, peek(t, sim, n).Uint64(), start[i], n)
		}
	}
}
