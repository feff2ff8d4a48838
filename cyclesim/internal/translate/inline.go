package translate

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// A small single instance is compiled into the kernels around it: its ports need
// not go through memory, and what is constant outside becomes constant inside.
// Either all kernels of an instance are inlined, or none.
//
// Inside a group the ports are vectors of all lanes, and a call costs as much as some instructions on these. So
// more is inlined there, arrays as well: all of it runs in each cycle, and what grows is the code, not the work.
// But copies that can be joined are called, as one group.

// Bounds for inlining, in instructions of all kernels of a module: if it is
// instantiated in many places, and in any case.
const (
	maxInlineMany = 300
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

// Bounds for inlining in kernels for lanes, in instructions: of one copy, of all copies of an instance, and of
// all that is inlined in a module.
const (
	maxInside      = 800
	maxInsideArray = 6000
	maxInsideAll   = 12000
)

// worthInlining decides whether the module's single instances are inlined.
func (m *Module) worthInlining() bool {
	if m.inlined >= maxInlineLevels {
		return false
	}
	n := m.length()
	return n <= maxInlineMany || n <= maxInline && m.sites <= 2
}

// length is the number of instructions of all kernels.
func (m *Module) length() (n int) {
	for _, k := range m.lowered {
		n += len(k.Program.Code)
	}
	return n
}

// chooseInlined decides which instances are inlined in the kernels of the module.
func (m *Module) chooseInlined(o Options) {
	m.inlines = map[*ir.Instance]bool{}
	if !o.Inline || o.Observe {
		return
	}
	room := maxInsideAll
	for _, in := range m.Plan.Module.Instances {
		c := m.children[childKey{in, m.lanes}]
		if c == nil {
			continue
		}
		n := in.Count * c.length()
		switch {
		case in.Count == 1 && c.inline:
		case !m.lanes || o.Without[inliningStep.Name] || !c.small(in.Count) || n > room || !m.apart(in):
			continue
		case in.Count > 1 && o.Ungrouped:
			m.design.held = true
			continue
		default:
			room -= n
		}
		m.inlines[in] = true
		m.inlined = max(m.inlined, c.inlined+1)
	}
}

// small reports whether the module's copies are inlined inside groups.
func (m *Module) small(copies int) bool {
	n := m.length()
	return n <= maxInside && copies*n <= maxInsideArray && m.inlined < maxInlineLevels
}

// apart reports whether no copies of an instance inside groups are joined.
func (m *Module) apart(in *ir.Instance) bool {
	for lanes := range m.runs {
		for _, j := range m.Layout.Groups().Joins(in.Count, lanes) {
			if j.Count > 1 {
				return false
			}
		}
	}
	return true
}

// run notes that the module runs in groups of some lanes, and what is inside then.
func (m *Module) run(lanes int) {
	if m.runs[lanes] {
		return
	}
	m.runs[lanes] = true
	for _, in := range m.Plan.Module.Instances {
		if m.lanes {
			for _, j := range m.Layout.Groups().Joins(in.Count, lanes) {
				m.children[childKey{in, true}].run(j.Count * lanes)
			}
			continue
		}
		for _, g := range m.Layout.Groups().Of(in) {
			m.children[childKey{in, g.Lanes > 1}].run(g.Lanes)
		}
	}
}

// inline appends the code of a step, for the frame of copy i of an instance inside the present one.
// Stores to ports and wires are dropped if nothing reads them there.
func (k *lowering) inline(callee *Lowered, c *layout.Child, i int) {
	base, objects := c.Frame(i), c.Objects(i)
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
			in.K += uint64(base)
			if in.State > 0 {
				in.State += objects
			}
		case word.Copy:
			in.K += uint64(base)
			in.From += uint64(base)
		case word.Permute:
			in.K += uint64(base)
			in.From = k.sources(callee.Program.Sources[in.From], uint64(base))
		case word.Call:
			inner := callee.Program.Calls[in.K]
			inner.First += base
			k.P.Calls = append(k.P.Calls, inner)
			in.K = uint64(len(k.P.Calls) - 1)
		case word.Check, word.Cover:
			p := callee.Program.Checks[in.K]
			p.Count += base
			p.ID += base
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
