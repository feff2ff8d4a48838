package regalloc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/regalloc"
)

// move is what the code of a test consists of, besides jumps.
type move struct {
	kind  string // "load", "store", "make", "read", "begin", "end", "zero", "change", "flush"
	reg   int
	value regalloc.Value
	slot  int
}

// recorder writes the moves between registers and memory to a list.
type recorder struct{ code []move }

func (r *recorder) Load(reg int, v regalloc.Value, slot int) {
	r.code = append(r.code, move{kind: "load", reg: reg, value: v, slot: slot})
}

func (r *recorder) Store(reg int, v regalloc.Value, slot int) {
	r.code = append(r.code, move{kind: "store", reg: reg, value: v, slot: slot})
}

// instr is an instruction of a random program: it makes a value of others, or begins or ends a
// part, or changes the place of a value.
type instr struct {
	kind   string // "make", "place", "change", "flush", "begin", "end"
	args   []regalloc.Value
	result regalloc.Value
	escape []regalloc.Value // of begin: values that are used behind the part
}

// random makes a program. Values of parts are used behind them if they escape.
func random(rng *rand.Rand, length int) (code []instr, values int) {
	var visible [][]regalloc.Value // by part
	visible = append(visible, nil)
	var placed []regalloc.Value
	var begins []int
	pick := func() regalloc.Value {
		var all []regalloc.Value
		for _, list := range visible {
			all = append(all, list...)
		}
		return all[max(0, len(all)-1-rng.IntN(min(len(all), 30)))]
	}
	value := func() regalloc.Value {
		v := regalloc.Value(values)
		values++
		visible[len(visible)-1] = append(visible[len(visible)-1], v)
		return v
	}
	for len(code) < length || len(begins) > 0 {
		depth := len(visible)
		switch n := rng.IntN(20); {
		case values < 3 || n < 3:
			v := value()
			code = append(code, instr{kind: "place", result: v})
			if depth == 1 {
				placed = append(placed, v)
			}
		case n == 3 && len(placed) > 0 && depth == 1:
			code = append(code, instr{kind: "change", result: placed[rng.IntN(len(placed))]})
		case n == 4:
			code = append(code, instr{kind: "flush"})
		case n == 5 && depth < 3 && len(code) < length:
			begins = append(begins, len(code))
			code = append(code, instr{kind: "begin", args: []regalloc.Value{pick()}})
			visible = append(visible, nil)
		case n <= 7 && depth > 1:
			inner := visible[depth-1]
			visible = visible[:depth-1]
			b := begins[len(begins)-1]
			begins = begins[:len(begins)-1]
			for _, v := range inner {
				if rng.IntN(4) == 0 && made(code, v) {
					code[b].escape = append(code[b].escape, v)
					visible[depth-2] = append(visible[depth-2], v)
				}
			}
			code = append(code, instr{kind: "end"})
		default:
			args := []regalloc.Value{pick(), pick(), pick()}[:1+rng.IntN(3)]
			code = append(code, instr{kind: "make", args: args, result: value()})
		}
	}
	return code, values
}

// made reports whether a value is made by an instruction, and does not escape from another part.
func made(code []instr, v regalloc.Value) bool {
	for i := range code {
		for _, e := range code[i].escape {
			if e == v {
				return false
			}
		}
	}
	for i := range code {
		if code[i].kind == "make" && code[i].result == v {
			return true
		}
	}
	return false
}

// wide tells which values take two slots.
func wide(v regalloc.Value) bool { return v%3 == 1 }

// assign assigns registers, and gives the code that the target gets.
func assign(code []instr, values, registers int) []move {
	var uses []regalloc.Use
	for i := range code {
		for _, v := range code[i].args {
			uses = append(uses, regalloc.Use{Value: v, Pos: int32(i)})
		}
	}
	r := &recorder{}
	a := regalloc.New(values, registers, uses, r)
	for v := range regalloc.Value(values) {
		if wide(v) {
			a.Wide(v)
		}
	}
	escapes := map[regalloc.Value]bool{}
	var states []regalloc.State
	for i := range code {
		in := &code[i]
		a.At(i)
		var reads []move // they happen when the instruction runs
		for _, v := range in.args {
			if _, ok := a.InRegister(v); !ok && !a.Worth(v) && i%2 == 0 {
				reads = append(reads, move{kind: "read", reg: -1, value: v, slot: a.Slot(v)})
				continue
			}
			reads = append(reads, move{kind: "read", reg: a.Reg(v), value: v})
		}
		switch in.kind {
		case "place":
			a.Place(in.result)
		case "change":
			a.Unplace(in.result)
			r.code = append(r.code, move{kind: "change", value: in.result})
		case "flush":
			a.Flush()
			r.code = append(r.code, move{kind: "flush"})
		case "begin":
			for _, v := range in.escape {
				escapes[v] = true
				r.code = append(r.code, move{kind: "zero", value: v, slot: a.Reserve(v)})
			}
			a.Done(in.args...)
			r.code = append(append(r.code, reads...), move{kind: "begin"})
			states = append(states, a.Begin())
		case "end":
			a.End(states[len(states)-1])
			states = states[:len(states)-1]
			r.code = append(r.code, move{kind: "end"})
		case "make":
			a.Done(in.args...)
			reg := a.Def(in.result)
			r.code = append(append(r.code, reads...), move{kind: "make", reg: reg, value: in.result})
			if escapes[in.result] {
				r.code = append(r.code, move{kind: "store", reg: reg, value: in.result, slot: a.Slot(in.result)})
			}
		}
	}
	return r.code
}

// run executes the code. A register or slot holds the number of a value, or, if a part is
// skipped, -1 for 0; skip says which parts are.
func run(code []move, registers int, skip func() bool) error {
	regs, slots, changed := make([]regalloc.Value, registers), map[int]regalloc.Value{}, map[regalloc.Value]bool{}
	missing := map[regalloc.Value]bool{} // made in parts that were skipped
	depth := 0                           // of the parts in one that is skipped
	memory := func(v regalloc.Value, slot int) regalloc.Value {
		switch {
		case slot >= 0 && wide(v) && (slot%2 != 0 || slots[slot] != slots[slot+1]):
			return -4
		case slot >= 0:
			return slots[slot]
		}
		if changed[v] {
			return -2
		}
		return v
	}
	write := func(m move, v regalloc.Value) {
		slots[m.slot] = v
		if wide(m.value) {
			slots[m.slot+1] = v
		}
	}
	for i, m := range code {
		if depth > 0 {
			switch m.kind {
			case "begin":
				depth++
			case "end":
				depth--
			case "make":
				missing[m.value] = true
			}
			continue
		}
		switch m.kind {
		case "begin":
			if skip() {
				depth = 1
			}
		case "load":
			regs[m.reg] = memory(m.value, m.slot)
		case "store":
			write(m, regs[m.reg])
		case "zero":
			write(m, -1)
		case "make":
			regs[m.reg] = m.value
		case "change":
			changed[m.value] = true
		case "flush":
			for r := range regs {
				regs[r] = -3
			}
		case "read":
			have, want := memory(m.value, m.slot), m.value
			if m.reg >= 0 {
				have = regs[m.reg]
			}
			if missing[m.value] {
				want = -1
			}
			if have != want {
				return fmt.Errorf("move %d reads value %d, not %d: %v", i, have, want, code)
			}
		}
	}
	return nil
}

// TestRandom: every operand is where the allocator says, whatever parts are skipped.
func TestRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		registers := 4 + rng.IntN(6)
		code, values := random(rng, 20+rng.IntN(150))
		moves := assign(code, values, registers)
		for range 4 {
			p := rng.IntN(5)
			assert.NilError(t, run(moves, registers, func() bool { return rng.IntN(4) < p }), "seed %d", seed)
		}
	}
}
