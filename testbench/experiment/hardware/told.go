package hardware

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/network"
)

// watchers begins the names of the arrays in the top module that compare what is obeyed
// with what was said, watcherName those of their modules; the least time between the two
// and the width stand after it.
const (
	watchers    = "told"
	watcherName = "told_watch"
)

// Registers of a watcher: cycles in which what is obeyed is not what was said, and the
// first of them.
const (
	deafCount = "deaf_count"
	deafFirst = "deaf_first"
)

// watcher compares in every cycle what one end obeys with what the other has said. What
// was said late cycles ago, and has not changed since, has arrived.
func watcher(width, late int) *rtlgen.Module {
	m := rtlgen.NewModule(fmt.Sprintf("%s_%d_%d", watcherName, width, late))
	m.Doc("compares what an end of a link obeys with what the other has said")
	said, obeyed := m.Input("said", width), m.Input("obeyed", width)
	cycle := m.Reg("cycle", 32, 0)
	cycle.Set(cycle.Add(1))
	before := m.Reg("said_q", width, 0)
	before.Set(said)
	age := m.Reg("age", rtlgen.CountBits(late), 0) // cycles since it changed
	old := m.Let("has_arrived", age.Eq(late))
	m.If(said.Ne(before), func() { age.Set(1) }).ElseIf(old.Not(), func() { age.Set(age.Add(1)) })
	// What was refused is never obeyed. It is over when all that was said is obeyed, and not merely as much
	// while something is on its way.
	excused := m.Reg("excused", 1, 0)
	arrived := m.Let("said_has_arrived", old.And(said.Eq(before)))
	m.If(m.Input("refused", 1), func() { excused.Set(1) }).
		ElseIf(arrived.And(said.Eq(obeyed)), func() { excused.Set(0) })
	deaf := m.Let("deaf", arrived.And(said.Ne(obeyed)).AndNot(excused))
	count, first := m.Reg(deafCount, tallyBits, 0), m.Reg(deafFirst, 32, 0)
	m.If(deaf, func() {
		count.Set(count.Add(1))
		m.If(count.Eq(0), func() { first.Set(cycle) })
	})
	m.Output("deaf_out", count)
	m.Output("first_out", first)
	return m
}

// watched are states with the same width and time on their way, which share a module.
type watched struct{ width, late int }

func (w watched) name() string { return fmt.Sprintf("%s_%d_%d", watchers, w.width, w.late) }

// watchOf is the kind of a state's watcher, and its number among those of the kind.
type watchOf struct {
	watched
	number int
}

// addWatchers brings what is said and what is obeyed to the top, and compares it there.
// It returns where the watcher of each state is.
func addWatchers(d *ir.Design, list []blocks.Told) []watchOf {
	said, obeyed, refused := map[watched][]*ir.Node{}, map[watched][]*ir.Node{}, map[watched][]*ir.Node{}
	var kinds []watched
	var of []watchOf
	up := network.NewLift(d)
	for _, t := range list {
		a, b, no := up.Bits(t.Said), up.Bits(t.Obeyed), network.Constant(1, 0)
		if t.Refused.Path != "" {
			no = up.Bits(t.Refused)
		}
		if t.Count {
			width := max(rtlgen.CountBits(a.Width), rtlgen.CountBits(b.Width))
			a, b = ones(a, width), ones(b, width)
		}
		if a.Width != b.Width {
			panic(fmt.Sprintf("BUG: the description of a network compares %s of %d bits with %s of %d", t.Said.Path, a.Width,
				t.Obeyed.Path, b.Width))
		}
		k := watched{a.Width, t.Late}
		if !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
		of = append(of, watchOf{k, len(said[k])})
		said[k], obeyed[k], refused[k] = append(said[k], a), append(obeyed[k], b), append(refused[k], no)
	}
	for _, k := range kinds {
		built, err := rtlgen.Elaborate(watcher(k.width, k.late))
		if err != nil {
			panic("BUG: the watcher of what is said: " + err.Error())
		}
		d.Modules = slices.Insert(d.Modules, len(d.Modules)-1, built.Top)
		in := &ir.Instance{Name: k.name(), Of: built.Top, Count: len(said[k]), Array: true}
		for _, p := range built.Top.Inputs() {
			value := map[string][]*ir.Node{"said": said[k], "obeyed": obeyed[k], "refused": refused[k]}[p.Name]
			in.Conns = append(in.Conns, ir.Conn{Port: p, Value: ir.Concat(value...)})
		}
		d.Top.Instances = append(d.Top.Instances, in)
	}
	return of
}

// ones is the number of ones in n.
func ones(n *ir.Node, width int) *ir.Node {
	return network.Extend(ir.Apply(ir.OpPopCount, rtlgen.CountBits(n.Width), n), width)
}
