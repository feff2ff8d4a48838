package translate

import (
	"fmt"
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// Module is a module being compiled, for one way to call it.
type Module struct {
	Layout   *layout.Layout
	Plan     *schedule.Plan
	design   *Design
	steps    []schedule.Step
	way      int  // number of the way to call it, from 1 on
	lanes    bool // all its instances run side by side with others
	children map[childKey]*Module
	sites    int          // places where it is instantiated
	runs     map[int]bool // lanes of the groups in which it runs

	// What is made of each step, one after the other.
	lowered []*Lowered
	lean    []*Lean               // none if all instances are inlined
	Kernels []*Kernel             // none if all instances are inlined
	inline  bool                  // single instances are inlined
	inlines map[*ir.Instance]bool // what is inlined in it
	inlined int                   // levels of the hierarchy below that are inlined in it
}

// name is that of the module, with a number if it is called in another way, too.
func (m *Module) name() string {
	if m.way > 1 {
		return fmt.Sprintf("%s#%d", m.Plan.Module.Name, m.way)
	}
	return m.Plan.Module.Name
}

// childKey is an instance, or those of its copies that have lanes.
type childKey struct {
	inst  *ir.Instance
	lanes bool
}

// lowering translates a fragment to a program.
type lowering struct {
	word.Builder
	module  *Module
	layout  *layout.Layout
	options Options
	lines   *lines

	known map[*ir.Node][]word.Ref
	parts map[partKey][]word.Ref
	sigs  map[*ir.Signal][]word.Ref   // wires and outputs settled here
	reads map[*ir.ReadPort][]word.Ref // asynchronous, settled here

	drivers map[*ir.Signal]*ir.Node // of wires that name an expression
	bounds  map[word.Ref]*bounded

	// While statements are executed.
	now     map[target][]word.Ref // what has been assigned so far
	changed []map[target][]word.Ref
	guards  []word.Ref // conditions of the branches around
	commits []commit
}

// compile makes what is inlined of a module. That of its instances exists already.
func (m *Module) compile(o Options, of *lines) {
	m.chooseInlined(o)
	m.lower(o, of)
	m.inline = o.Inline && !o.Observe && m.worthInlining()
}

// called makes what is called of a module, if it has not been made yet.
func (m *Module) called(o Options) {
	if m.Kernels == nil {
		m.thin(o)
		m.finish(o)
	}
}

// lower makes the programs of all steps.
func (m *Module) lower(o Options, of *lines) {
	values := drivers(m.Plan.Body)
	for number, step := range m.steps {
		l := &lowering{
			module: m, layout: m.Layout, options: o, lines: of, drivers: values,
			known: map[*ir.Node][]word.Ref{},
			parts: map[partKey][]word.Ref{},
			sigs:  map[*ir.Signal][]word.Ref{},
			reads: map[*ir.ReadPort][]word.Ref{}, bounds: map[word.Ref]*bounded{},
		}
		for _, it := range step.Items {
			if it.Task != nil {
				l.task(it.Task)
			} else {
				l.instance(it.Inst, it.Call)
			}
		}
		if step.Last && !o.Observe {
			if !o.noChecks {
				l.properties()
			}
			l.edge()
		}
		k := &Lowered{Origin{m, step, number}, l.P}
		word.DeadCode(&k.Program)
		m.lowered = append(m.lowered, k)
		o.Show(k, 0, loweringStep.Name, k.Program.String)
	}
}

// thin removes from each step what neither it nor a later one needs.
func (m *Module) thin(o Options) {
	read := map[uint64]bool{} // places that this step or a later one loads from
	m.lean = make([]*Lean, len(m.lowered))
	for i, k := range slices.Backward(m.lowered) {
		lean := &Lean{k.Origin, k.Program}
		p, behind := &lean.Program, o.behind(lean, 0)
		p.Optimise(word.FirstPasses(), behind)
		if !o.Observe {
			for i := range p.Code {
				if in := &p.Code[i]; in.Op == word.Load && in.A == word.None {
					read[in.K] = true
				}
			}
			p.Optimise(word.WirePasses(read), behind)
		}
		m.lean[i] = lean
	}
}

// finish makes the kernels that are called.
func (m *Module) finish(o Options) {
	for _, lean := range m.lean {
		k := &Kernel{Origin: lean.Origin, Program: lean.Program}
		k.Program.Optimise(o.passesFor(o.Passes, m.lanes), o.behind(k, 0))
		m.Kernels = append(m.Kernels, k)
	}
}

func (k *lowering) task(t *schedule.Task) {
	switch {
	case t.Sig != nil:
		defer k.backTo(k.at(t.Sig.Pos))
		x := k.wire(t.Sig, t.Tree)
		k.sigs[t.Sig] = x
		k.storeSignal(t.Sig, x)
	case t.Read != nil:
		defer k.backTo(k.at(t.Read.Pos))
		// The word is copied: the memory itself changes at the edge.
		x := k.element(t.Mem.Name, k.layout.Mems[t.Mem], t.Read.Addr)
		k.reads[t.Read] = x
		k.store(k.layout.Read[t.Read], x, true)
	default:
		defer k.backTo(k.at(t.Inst.Pos))
		k.drive(k.layout.ChildOf(t.Inst), t.Conn)
	}
}

// instance runs one of the calls of an instance, for all of its copies.
func (k *lowering) instance(in *ir.Instance, number int) {
	defer k.backTo(k.at(in.Pos))
	c := k.layout.ChildOf(in)
	for _, g := range k.groups(c) {
		callee := k.module.children[childKey{in, k.module.lanes || g.Lanes > 1}]
		if k.module.inlines[in] {
			for i := range in.Count {
				k.inline(callee.lowered[number], c, i)
			}
			continue
		}
		callee.called(k.options)
		lean, kernel := callee.lean[number], callee.Kernels[number]
		switch {
		case k.options.Inline && g.Lanes == 1 && !k.module.lanes && lean.tiny(g.Count):
			k.unroll(lean, c, g)
		case len(kernel.Program.Code) > 0:
			k.call(word.Callee{Kernel: kernel, First: c.Frame(g.First), Count: g.Vectors(),
				Size: c.Layout.Size * uint32(g.Lanes), Lanes: g.Lanes, Used: g.Used()})
		}
	}
}

func (k *lowering) call(c word.Callee) {
	k.P.Calls = append(k.P.Calls, c)
	k.P.Add(word.Instr{Op: word.Call, A: word.None, B: word.None, C: word.None, K: uint64(len(k.P.Calls) - 1)})
}

// signal is the value of a signal in this cycle.
func (k *lowering) signal(s *ir.Signal) []word.Ref {
	if x, ok := k.sigs[s]; ok {
		return x
	}
	at, ok := k.layout.Sigs[s]
	if !ok {
		panic("BUG: signal " + s.Name + " is not of module " + k.layout.Module.Name)
	}
	return k.loadRange(at, 0, at.Width)
}

func (k *lowering) readPort(r *ir.ReadPort) []word.Ref {
	if x, ok := k.reads[r]; ok {
		return x
	}
	return k.load(k.layout.Read[r])
}

// element reads an array or memory of that name; beyond the end the value is open.
func (k *lowering) element(name string, s layout.Slot, index *ir.Node) []word.Ref {
	i := k.amount(index)
	if in := k.P.Code[i]; in.Op == word.Const && in.K < uint64(s.Depth) {
		s.At += uint32(in.K) * layout.BytesOf(s.Width)
		return k.load(s)
	}
	x := k.loadAt(s, k.scaled(k.below(i, s.Depth), s.Width))
	return k.openBeyond(x, i, s.Depth, s.Width, k.openPlace(name))
}

// openPlace is a place of the module whose value may be open.
func (k *lowering) openPlace(name string) uint64 {
	return machine.OpenPlace(k.layout.Module, name)
}

// openBeyond is x if the index is below the count, otherwise an arbitrary value,
// which differs from seed to seed: a circuit that depends on it is caught.
func (k *lowering) openBeyond(x []word.Ref, index word.Ref, count, width int, place uint64) []word.Ref {
	return k.ChooseWords(k.OpK(word.Lt, index, uint64(count)), x, k.arbitrary(width, place))
}

// scaled is the offset of an element from the start, in bytes.
func (k *lowering) scaled(index word.Ref, width int) word.Ref {
	n := layout.BytesOf(width)
	if shift, ok := layout.Log2(int(n)); ok {
		return k.Shl(index, shift)
	}
	return k.OpK(word.Mul, index, uint64(n))
}

func (k *lowering) load(s layout.Slot) []word.Ref { return k.loadAt(s, word.None) }

func (k *lowering) loadAt(s layout.Slot, offset word.Ref) []word.Ref {
	out := make([]word.Ref, machine.Words(s.Width))
	for i := range out {
		out[i] = k.P.Add(word.Instr{
			Op: word.Load, A: offset, B: word.None, C: word.None,
			K: uint64(s.Word(i)), Size: uint8(min(layout.BytesOf(s.Width), 8)),
			May: layout.TopMask(s.Width, i), State: s.State,
		})
	}
	return out
}

func (k *lowering) store(s layout.Slot, x []word.Ref, wire bool) {
	k.storeIf(s, x, word.None, word.None, wire)
}

func (k *lowering) storeIf(s layout.Slot, x []word.Ref, offset, cond word.Ref, wire bool) {
	for i, v := range x {
		k.P.Add(word.Instr{
			Op: word.Store, A: offset, B: v, C: cond,
			K: uint64(s.Word(i)), Size: uint8(min(layout.BytesOf(s.Width), 8)),
			State: s.State, Wire: wire,
		})
	}
}

func (k *lowering) properties() {
	for i, p := range k.layout.Module.Properties {
		o := word.Check
		if p.Kind == ir.Cover {
			o = word.Cover
		}
		k.P.Checks = append(k.P.Checks, word.Property{Count: k.layout.Prop[p], ID: k.layout.ID, Index: uint32(i)})
		before := k.at(p.Pos)
		k.P.Add(word.Instr{Op: o, A: k.bit(p.Cond), B: word.None, C: word.None, K: uint64(len(k.P.Checks) - 1)})
		k.backTo(before)
	}
}
