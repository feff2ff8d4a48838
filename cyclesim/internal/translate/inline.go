package translate

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
)

// A small single instance is compiled into the kernels around it: its ports need
// not go through memory, and what is constant outside becomes constant inside.
// Either all kernels of an instance are inlined, or none.

// Bounds for inlining, in instructions of all kernels of a module: if it is
// instantiated in many places, and in any case.
const (
	maxInlineMany = 100
	maxInline     = 10000
)

// maxInlineLevels bounds how often code is copied on its way up the hierarchy.
const maxInlineLevels = 16

// Bounds for unrolling: for repeating a kernel for each copy of an array of
// instances.
const (
	maxTiny   = 16
	maxCopies = 16
)

// worthInlining decides whether the module's single instances are inlined.
func (m *Module) worthInlining() bool {
	if m.inlined >= maxInlineLevels {
		return false
	}
	n := 0
	for _, k := range m.lowered {
		n += len(k.Program.Code)
	}
	return n <= maxInlineMany || n <= maxInline && m.sites <= 2
}

// inline appends the code of a step, for a frame inside the present one. Stores
// to ports and wires are dropped if nothing reads them there.
func (k *lowering) inline(callee *Lowered, c *layout.Child) {
	first := word.Ref(len(k.P.Code))
	for _, in := range callee.Program.Code {
		for _, r := range []*word.Ref{&in.A, &in.B, &in.C} {
			if *r != word.None {
				*r += first
			}
		}
		switch in.Op {
		case word.Load, word.Store:
			// Inputs of instances further inside are read by their kernels.
			if in.Op == word.Store && in.State == 0 && in.K < uint64(c.Layout.Own) {
				in.Wire = true
			}
			in.K += uint64(c.Base)
			if in.State > 0 {
				in.State += c.Objects
			}
		case word.Copy:
			in.K += uint64(c.Base)
			in.From += uint64(c.Base)
		case word.Permute:
			in.K += uint64(c.Base)
			in.From = k.sources(callee.Program.Sources[in.From], uint64(c.Base))
		case word.Call:
			inner := callee.Program.Calls[in.K]
			inner.First += c.Base
			k.P.Calls = append(k.P.Calls, inner)
			in.K = uint64(len(k.P.Calls) - 1)
		case word.Check, word.Cover:
			p := callee.Program.Checks[in.K]
			p.Count += c.Base
			p.ID += c.Base
			k.P.Checks = append(k.P.Checks, p)
			in.K = uint64(len(k.P.Checks) - 1)
		}
		k.P.Add(in)
	}
}

// tiny reports whether calling the step costs more than running its code.
func (k *Lean) tiny(copies int) bool {
	if len(k.Program.Code) > maxTiny || copies > maxCopies || k.Step.Last {
		return false
	}
	for i := range k.Program.Code {
		if o := k.Program.Code[i].Op; o.Effect() && o != word.Store {
			return false
		}
	}
	return true
}

// unroll appends the code of a step once for each copy of an instance. All of
// its stores stay, for the kernels that are called.
func (k *lowering) unroll(callee *Lean, c *layout.Child, g layout.Group) {
	for i := g.First; i < g.First+g.Count; i++ {
		first := word.Ref(len(k.P.Code))
		for _, in := range callee.Program.Code {
			for _, r := range []*word.Ref{&in.A, &in.B, &in.C} {
				if *r != word.None {
					*r += first
				}
			}
			if in.Op == word.Load || in.Op == word.Store {
				in.K += uint64(c.Frame(i))
			}
			if in.State != 0 {
				in.State = word.Foreign
			}
			in.Wire = false
			k.P.Add(in)
		}
	}
}
