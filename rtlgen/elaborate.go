package rtlgen

import (
	"slices"
	"sort"

	"github.com/hashicorp/go-multierror"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Elaborate finishes the description of top and everything below it. The error
// is a *multierror.Error with every Diagnostic of every module; with an error
// there is no design.
func Elaborate(circuit Circuit) (*ir.Design, error) {
	top := moduleOf(circuit)
	if top == nil {
		return nil, caller.Errorf("there is no module to elaborate: give one that NewModule or New has made")
	}
	e := &elaboration{byName: map[string]*entry{}, done: map[*Module]*ir.Module{}, below: newBelow()}
	if e.diags = top.refusals(map[*Module]bool{}); len(e.diags) > 0 {
		return nil, e.err() // what uses these modules cannot be judged
	}
	if e.finite(top, map[*Module]bool{}, map[*Module]bool{}) {
		e.module(top)
	}
	if len(e.diags) == 0 {
		e.diags = e.strange
	}
	if len(e.diags) > 0 {
		return nil, e.err()
	}
	d := &ir.Design{Top: e.done[top], Modules: e.order}
	if err := ir.Verify(d); err != nil {
		panic("BUG: the builder made a broken netlist: " + err.Error())
	}
	return d, nil
}

type elaboration struct {
	byName map[string]*entry
	done   map[*Module]*ir.Module
	order  []*ir.Module
	diags  []*Diagnostic
	below  below
	// strange are the mistakes in modules outside of the design whose values are in it.
	strange []*Diagnostic
}

// below is what is known of finished modules, each looked at once.
type below struct {
	paths  ir.Paths
	clocks ir.Domains
	values map[*ir.Module]map[string]bool // the names of what an instance could hide
	resets map[*ir.Module]bool            // whether it, or a module in it, has a reset
}

func newBelow() below {
	return below{ir.Paths{}, ir.Domains{}, map[*ir.Module]map[string]bool{}, map[*ir.Module]bool{}}
}

// hasReset is Module.NeedsReset.
func (b below) hasReset(m *ir.Module) bool {
	if known, ok := b.resets[m]; ok {
		return known
	}
	found := m.OwnReset()
	for _, in := range m.Instances {
		found = found || in.Clock == "" && b.hasReset(in.Of)
	}
	b.resets[m] = found
	return found
}

// hidesValue reports whether an instance with the name would hide something in the module.
func (b below) hidesValue(m *ir.Module, name string) bool {
	if b.values[m] == nil {
		names := map[string]bool{}
		note := func(name, _ string, _ ir.Pos) { names[name] = true }
		eachValue(m, note)
		eachIndex(m, note)
		b.values[m] = names
	}
	return b.values[m][name]
}

// entry is the first module of a name; another of the same name must be the
// same circuit.
type entry struct {
	module *ir.Module
	text   string
}

// finite reports a module that contains itself; nothing else can be said about
// such a description. open are the modules around m, known the ones below that
// are done.
func (e *elaboration) finite(m *Module, open, known map[*Module]bool) bool {
	open[m] = true
	ok := true
	for i, child := range m.children {
		if open[child] {
			in := m.ir.Instances[i]
			e.diags = append(e.diags, m.diagnostic(in.Pos, CodePlace, nil,
				"instance %s is a copy of the module that contains it: no circuit can contain itself", in.Name))
			ok = false
		} else if !known[child] {
			ok = e.finite(child, open, known) && ok
		}
	}
	delete(open, m)
	known[m] = true
	return ok
}

// module finishes m after its children and unifies it with an equal module.
func (e *elaboration) module(m *Module) *ir.Module {
	if done, ok := e.done[m]; ok {
		return done
	}
	others := map[*ir.Instance]bool{}
	for i, child := range m.children {
		of := e.module(child)
		if in := m.ir.Instances[i]; in.Of != of {
			in.Of, others[in] = of, true
		}
	}
	if len(others) > 0 {
		m.rebind(others)
	}
	m.finish(e.below)
	e.diags = append(e.diags, m.diags...)
	for _, s := range m.strangers {
		for _, d := range s.diags {
			if !slices.ContainsFunc(e.strange, d.same) {
				e.strange = append(e.strange, d)
			}
		}
	}
	e.done[m] = m.netlist
	if len(m.diags) > 0 {
		return m.netlist
	}
	text := ir.ModuleText(m.netlist)
	first, known := e.byName[m.netlist.Name]
	if !known {
		e.byName[m.netlist.Name] = &entry{m.netlist, text}
		e.order = append(e.order, m.netlist)
		return m.netlist
	}
	if first.text != text {
		e.diags = append(e.diags, m.diagnostic(m.ir.Pos, CodeSameName, []Related{{first.module.Pos, "the other circuit"}},
			"two different circuits are named %s: declare what differs with Param, or rename one", m.ir.Name))
		return m.netlist
	}
	e.done[m] = first.module
	return first.module
}

// rebind lets the readers of some instances refer to the ports of the modules that
// these have now, which are equal to their own.
func (m *Module) rebind(others map[*ir.Instance]bool) {
	ports := portIndex{}
	m.eachNode(func(n *ir.Node) {
		if n.Op == ir.OpInstOut && others[n.Inst] {
			n.Port = ports.find(n.Inst.Of, n.Port.Name)
		}
	})
}

// portIndex finds ports of finished modules.
type portIndex map[*ir.Module]map[string]*ir.Signal

func (x portIndex) find(m *ir.Module, name string) *ir.Signal {
	if x[m] == nil {
		x[m] = map[string]*ir.Signal{}
		for _, p := range slices.Backward(m.Ports) {
			x[m][p.Name] = p
		}
	}
	return x[m][name]
}

// eachNode calls f on every node that is reachable in m.
func (m *Module) eachNode(f func(*ir.Node)) {
	seen := map[*ir.Node]bool{}
	m.ir.RootNodes(func(root *ir.Node) { ir.WalkNodes(root, seen, f) })
	for _, in := range m.instances {
		for _, p := range in.of.ir.Inputs() {
			if c := in.conns[p.Name]; c != nil {
				for _, q := range c.pieces {
					ir.WalkNodes(q.value, seen, f)
				}
			}
		}
	}
}

// finish completes the module and runs all checks that need the whole of it.
// A module that is part of several designs is finished once.
func (m *Module) finish(of below) {
	if m.netlist != nil {
		return
	}
	for _, in := range m.instances {
		in.of = &Module{ir: in.ir.Of}
		in.finish()
	}
	m.instances = nil
	m.ir.Name = shortened(m.ir.Name)
	m.finishPart()
	m.finishMemories()
	broken := m.broken()
	m.checkUnique(of)
	m.checkLoopIndices()
	m.checkIndices()
	m.checkDrivers()
	m.checkLoops(of.paths)
	analysis.MarkVerificationOnly(m.ir)
	if !broken { // a mistake above makes what follows unreliable
		m.checkReads()
		m.checkRAMs()
		m.checkNamed()
		m.checkDepth()
		m.checkLaneWrites()
		m.checkClock(of)
		m.checkCrossings(of.clocks)
	}
	sort.SliceStable(m.diags, func(i, j int) bool {
		a, b := m.diags[i].Pos, m.diags[j].Pos
		return a.File < b.File || a.File == b.File && a.Line < b.Line
	})
	m.seal()
}

// seal fixes the netlist: a later call is reported, and changes a copy that is not
// used.
func (m *Module) seal() {
	m.describeOutputs()
	m.netlist = m.ir
	spare := *m.ir
	m.ir = &spare
	for _, list := range []*[]*ir.Signal{&spare.Ports, &spare.Signals} {
		*list = slices.Clone(*list)
	}
	spare.Constants, spare.Enums = slices.Clone(spare.Constants), slices.Clone(spare.Enums)
	spare.Params, spare.Arrays, spare.Memories = slices.Clone(spare.Params), slices.Clone(spare.Arrays),
		slices.Clone(spare.Memories)
	spare.Instances, spare.Properties = slices.Clone(spare.Instances), slices.Clone(spare.Properties)
	spare.Body, spare.Fields = slices.Clone(spare.Body), slices.Clone(spare.Fields)
	m.body = &spare.Body
}

// describeOutputs gives a register without documentation that of the output that it drives.
func (m *Module) describeOutputs() {
	for _, s := range m.ir.Body {
		a, ok := s.(*ir.Assign)
		if !ok || a.Sig == nil || a.Sig.Kind != ir.Output || a.Value.Width != a.Sig.Width {
			continue
		}
		if of := a.Value; of.Op == ir.OpSignal && of.Sig.Kind == ir.Reg && of.Sig.Doc == "" {
			of.Sig.Doc = a.Sig.Doc
		}
	}
}

// sealed reports a call that would change a module after Elaborate.
func (m *Module) sealed(what string) bool {
	if m.netlist == nil {
		return false
	}
	pos := here()
	for _, d := range m.diags {
		if d.Code == CodeSealed && d.Pos == pos {
			return true // another part of the same call
		}
	}
	m.reportAt(pos, CodeSealed, nil,
		"%s comes after Elaborate, which has finished the module: move it before, or build another module", what)
	return true
}

// broken reports whether an expression of the module is meaningless.
func (m *Module) broken() bool {
	bad := false
	m.eachNode(func(n *ir.Node) { bad = bad || n.Op == ir.OpInvalid })
	return bad || len(m.diags) > 0
}

func (e *elaboration) err() error {
	merr := &multierror.Error{ErrorFormat: formatDiagnostics}
	for _, d := range e.diags {
		merr = multierror.Append(merr, d)
	}
	return merr
}
