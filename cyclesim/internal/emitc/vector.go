package emitc

import (
	"fmt"
	"strings"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Vector writes a kernel for all blocks of a group at once: each vector of the program is one
// of 16 bytes for each block.
func (g *Emitter) Vector(k *translate.Kernel, p *word.Program, code *vector.Code, lanes int) {
	blocks := layout.BlocksOf(lanes)
	w := &cVectors{
		Chunks: vector.Split(code, maxVectorOpsC), g: g, k: k, lanes: lanes, blocks: uint64(blocks), bytes: 16 * blocks,
	}
	w.scratch = g.at.Take(w.bytes*len(w.Slot), 64)
	w.escapes = w.Escaping()
	g.kernelFunc(k.For(lanes), len(w.Start), w.function)
}

// cVectors writes code on vectors.
type cVectors struct {
	vector.Chunks
	g      *Emitter
	k      *translate.Kernel
	lanes  int    // of a group
	blocks uint64 // of it
	bytes  int    // of a vector

	scratch uint32 // where values are that go from function to function
	escapes []bool // vectors that are declared before their guarded part: they are 0 if it is skipped
	late    []vector.Ref
}

func (w *cVectors) line(format string, args ...any) { w.g.line(format, args...) }

func (w *cVectors) function(part int) {
	for _, r := range w.Imported(part) {
		w.line("const vec_%d x%d = load_%d(%s);", w.bytes, r, w.bytes, w.spill(r))
	}
	for i := w.Start[part]; i < w.End(part); i++ {
		if w.escapes[i] {
			w.line("vec_%d x%d = {};", w.bytes, i)
		}
	}
	for i := w.Start[part]; i < w.End(part); i++ {
		if w.Counts(i) {
			w.instr(vector.Ref(i))
		}
	}
}

// spill is where a vector waits for later functions.
func (w *cVectors) spill(r vector.Ref) string {
	return fmt.Sprintf("memory + %d", int(w.scratch)+w.bytes*w.Slot[r])
}

func (w *cVectors) instr(r vector.Ref) {
	in := &w.Code.Instrs[r]
	switch {
	case in.Kind.Effect():
		w.effect(in)
		return
	case in.Kind == vector.Const:
		return
	}
	if in.Kind == vector.Gather {
		w.gather(r, &w.Code.Gathers[in.K])
	}
	if w.escapes[r] {
		w.line("x%d = %s;", r, w.operation(r, in))
	} else {
		w.line("const vec_%d x%d = %s;", w.bytes, r, w.operation(r, in))
	}
	if _, kept := w.Slot[r]; kept {
		if w.Part[r] >= 0 {
			w.late = append(w.late, r)
		} else {
			w.store(r)
		}
	}
}

func (w *cVectors) store(r vector.Ref) { w.line("store_%d(%s, x%d);", w.bytes, w.spill(r), r) }

// value is what a vector is called.
func (w *cVectors) value(r vector.Ref) string {
	if in := &w.Code.Instrs[r]; in.Kind == vector.Const {
		return fmt.Sprintf("const_%d(%#xull, %#xull)", w.bytes, in.Lo, in.Hi)
	}
	return fmt.Sprintf("x%d", r)
}

func (w *cVectors) values(list ...vector.Ref) string {
	var names []string
	for _, r := range list {
		if r != vector.None {
			names = append(names, w.value(r))
		}
	}
	return strings.Join(names, ", ")
}

// place is the address of a place of the group.
func (w *cVectors) place(k uint64) string {
	return fmt.Sprintf("frame + %d", w.k.Module.Layout.VectorAt(uint32(w.lanes), uint32(w.blocks*k)))
}

func (w *cVectors) operation(r vector.Ref, in *vector.Instr) string {
	switch in.Kind {
	case vector.Apply, vector.Serial:
		return fmt.Sprintf("%s_%d(%s)", in.Op, w.bytes, w.values(in.A, in.B, in.C))
	case vector.Shift:
		return fmt.Sprintf("%s_%d(%s, %d)", in.Op, w.bytes, w.value(in.A), in.K)
	case vector.Arbitrary:
		return fmt.Sprintf("splat%d_%d(arbitrary(memory, %#xull))", 8*in.Size, w.bytes, in.K)
	case vector.Load:
		if in.Half {
			return fmt.Sprintf("load_half_16(%s)", w.place(in.K))
		}
		return fmt.Sprintf("load_%d(%s)", w.bytes, w.place(in.K))
	case vector.Gather:
		return fmt.Sprintf("g%d[0]", r)
	case vector.Part:
		return fmt.Sprintf("g%d[%d]", in.A, in.K)
	}
	panic("BUG: not a vector by itself")
}

// gather declares an array with what the lanes find at their indices.
func (w *cVectors) gather(r vector.Ref, a *vector.Access) {
	w.line("vec_%d g%d[%d];", w.bytes, r, max(1, w.Code.Lanes*int(a.Size)/16))
	w.line("{ const vec_%d index[] = {%s};", w.bytes, w.values(a.Index...))
	w.line("%s(%s, %d, (const u8 *)index, (u8 *)g%d); }", w.g.loop("gather", a.Bytes, a.Size, w.lanes), w.place(a.At),
		w.blocks*a.Scale, r)
}

// scatter stores the elements of the lanes whose condition holds, mostly few.
func (w *cVectors) scatter(a *vector.Access) {
	which := w.allLanes()
	if a.Where != nil {
		which = fmt.Sprintf("%s & %s", w.allLanes(), w.bits(a.Where[0]))
	}
	w.line("{ const u64 which = %s;", which)
	w.line("if (which) { const vec_%d index[] = {%s}, value[] = {%s};", w.bytes, w.values(a.Index...),
		w.values(a.Value...))
	w.line("%s(%s, %d, (const u8 *)index, (const u8 *)value, which); } }", w.g.loop("scatter", a.Bytes, a.Size, w.lanes),
		w.place(a.At), w.blocks*a.Scale)
}

func (w *cVectors) bits(r vector.Ref) string { return fmt.Sprintf("bits_%d(%s)", w.bytes, w.value(r)) }

// allLanes has a bit for each lane.
func (w *cVectors) allLanes() string { return fmt.Sprintf("%#xull", word.FirstLanes(w.lanes)) }

func (w *cVectors) effect(in *vector.Instr) {
	switch in.Kind {
	case vector.Store:
		w.storePlace(in)
	case vector.Scatter:
		w.scatter(&w.Code.Scatters[in.K])
	case vector.Call:
		c := &w.k.Program.Calls[in.K]
		for _, x := range w.k.InnerCalls(c, w.lanes) {
			w.g.call(x.Key, x.First, x.Distance, x.Count)
		}
	case vector.Check:
		c := w.k.Program.Checks[in.K]
		w.line("{ const u64 which = %s & ~%s;", w.allLanes(), w.bits(in.A))
		w.line("if (__builtin_expect(which != 0, 0)) fail_lanes(memory, frame + %d, frame + %d, %d, which, %d); }",
			w.lanes*int(c.Count), w.lanes*int(c.ID), c.Index, w.lanes)
	case vector.Cover:
		c := w.k.Program.Checks[in.K]
		w.line("cover_lanes(frame + %d, %s & %s, %d);", w.lanes*int(c.Count), w.allLanes(), w.bits(in.A), w.lanes)
	case vector.If:
		w.line("if (any_%d(%s)) {", w.bytes, w.value(in.A))
	case vector.End:
		w.line("}")
		for _, r := range w.late {
			w.store(r)
		}
		w.late = nil
	}
}

// storePlace writes a vector; lanes whose condition does not hold keep the old
// value.
func (w *cVectors) storePlace(in *vector.Instr) {
	at, value := w.place(in.K), w.value(in.B)
	suffix := fmt.Sprint(w.bytes)
	if in.Half {
		suffix = "half_16"
	}
	if in.C != vector.None {
		value = fmt.Sprintf("bitselect_%d(%s, load_%s(%s), %s)", w.bytes, value, suffix, at, w.value(in.C))
	}
	w.line("store_%s(%s, %s);", suffix, at, value)
}
