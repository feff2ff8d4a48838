package schedule

import (
	"slices"

	"culprit/rtlgen/ir"
)

// Step is the part of a module's work that one call does: whole fragments of the
// module, in an order that calls each of its instances as few times as it can.
type Step struct {
	Last  bool // the step ends with the clock edge
	Items []Item
}

// Item is one task of a step, or a call of an instance that runs several of its
// fragments.
type Item struct {
	Task *Task // of its own
	Inst *ir.Instance
	Call int // with Inst: which of the calls of that instance
}

// Calls are the fragments of an instance that each of its calls runs.
type Calls map[*ir.Instance][][]*Fragment

// Steps orders the work of a plan that is divided into the given steps of
// fragments, and says what each call of an instance has to run. Fragments of an
// instance that can run in direct succession share a call, which keeps values out
// of memory between them.
func (p *Plan) Steps(fragments [][]*Fragment) ([]Step, Calls) {
	calls := Calls{}
	var steps []Step
	for _, list := range fragments {
		o := &ordering{calls: calls, done: map[*Task]bool{}, inside: map[*Task]bool{}}
		last := false
		for _, f := range list {
			o.tasks = append(o.tasks, f.Tasks...)
			last = last || f.Last
		}
		o.run()
		steps = append(steps, Step{last, o.items})
	}
	return steps, calls
}

// ordering finds the order of one step.
type ordering struct {
	tasks  []*Task
	inside map[*Task]bool
	done   map[*Task]bool
	left   []*Task // not yet done
	items  []Item
	calls  Calls
}

func (o *ordering) run() {
	for _, t := range o.tasks {
		o.inside[t] = true
	}
	o.left = slices.Clone(o.tasks)
	for len(o.left) > 0 {
		o.plain(o.done, func(t *Task) { o.items = append(o.items, Item{Task: t}) })
		o.left = slices.DeleteFunc(o.left, func(t *Task) bool { return o.done[t] })
		if len(o.left) == 0 {
			return
		}
		in := o.choose()
		var list []*Fragment
		for _, t := range o.callable(in, o.done) {
			o.done[t] = true
			list = append(list, t.Call)
		}
		o.items = append(o.items, Item{Inst: in, Call: len(o.calls[in])})
		o.calls[in] = append(o.calls[in], list)
		o.left = slices.DeleteFunc(o.left, func(t *Task) bool { return o.done[t] })
	}
}

func (o *ordering) ready(t *Task, done map[*Task]bool) bool {
	for _, d := range t.deps {
		if o.inside[d] && !done[d] {
			return false
		}
	}
	return true
}

// plain runs all tasks that are not calls and are ready, in their order.
func (o *ordering) plain(done map[*Task]bool, do func(*Task)) {
	for again := true; again; {
		again = false
		for _, t := range o.left {
			if t.Call == nil && !done[t] && o.ready(t, done) {
				done[t] = true
				again = true
				do(t)
			}
		}
	}
}

// callable lists the fragments of an instance that can run in direct succession
// now.
func (o *ordering) callable(in *ir.Instance, done map[*Task]bool) []*Task {
	var list []*Task
	more := map[*Task]bool{}
	for _, t := range o.left {
		if t.Call == nil || t.Inst != in || done[t] {
			continue
		}
		ok := true
		for _, d := range t.deps {
			ok = ok && (!o.inside[d] || done[d] || more[d])
		}
		if ok {
			more[t] = true
			list = append(list, t)
		}
	}
	return list
}

// choose picks the instance to call next: one that needs no further call,
// otherwise the one with the most fragments ready, so that the others find as
// much as possible done. An instance whose call alone unblocks something comes
// before one that does so only together with others.
func (o *ordering) choose() *ir.Instance {
	var list []*ir.Instance
	left := map[*ir.Instance]int{}
	for _, t := range o.left {
		if t.Call != nil {
			if left[t.Inst] == 0 {
				list = append(list, t.Inst)
			}
			left[t.Inst]++
		}
	}
	var best *ir.Instance
	most, leads := 0, false
	for _, in := range list {
		n := len(o.callable(in, o.done))
		if n == left[in] {
			return in
		}
		if n == 0 || leads && n <= most {
			continue
		}
		if l := o.unblocks(in); l || !leads && n > most {
			best, most, leads = in, n, l
		}
	}
	if best == nil {
		panic("BUG: no call of a step leads on")
	}
	return best
}

// unblocks tells whether a call of the instance makes anything else ready.
func (o *ordering) unblocks(in *ir.Instance) bool {
	done := map[*Task]bool{}
	for t := range o.done {
		done[t] = true
	}
	for _, t := range o.callable(in, done) {
		done[t] = true
	}
	found := false
	o.plain(done, func(*Task) { found = true })
	return found
}
