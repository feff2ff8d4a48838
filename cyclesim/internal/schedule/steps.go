package schedule

import (
	"container/heap"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
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
//
// For several threads, which wait for each other where one needs what another one has called, the
// calls come as early as they can, and those of last fragments, on which nothing depends, behind all
// others: in most designs, all instances show their outputs, and then all take their inputs.
func (p *Plan) Steps(fragments [][]*Fragment, threads bool) ([]Step, Calls) {
	calls := Calls{}
	var steps []Step
	for _, list := range fragments {
		var tasks []*Task
		last := false
		for _, f := range list {
			tasks = append(tasks, f.Tasks...)
			last = last || f.Last
		}
		parts := [][]*Task{tasks}
		if threads {
			parts = lastCallsApart(tasks)
		}
		step := Step{Last: last}
		for _, part := range parts {
			o := newOrdering(part, calls)
			o.callsFirst = threads
			o.run()
			step.Items = append(step.Items, o.items...)
		}
		steps = append(steps, step)
	}
	return steps, calls
}

// lastCallsApart puts the calls of last fragments behind all other tasks.
func lastCallsApart(tasks []*Task) [][]*Task {
	var others, last []*Task
	for _, t := range tasks {
		if t.Call != nil && t.Call.Last {
			last = append(last, t)
		} else {
			others = append(others, t)
		}
	}
	return [][]*Task{others, last}
}

// ordering finds the order of one step. It looks again only at what a task that is
// done may have made ready, so that its work grows with the number of dependencies.
type ordering struct {
	state map[*Task]*pending
	now   taskHeap // tasks that are not calls and are ready
	next  taskHeap // those that come before the one that made them ready
	at    int      // place of the task done last

	instances []*callee // that have calls left, by place of their first task
	callee    map[*ir.Instance]*callee
	whole     calleeHeap // need no further call
	touched   []*callee  // of which something has become ready since they were looked at

	callsFirst bool // those of whole come before tasks that are no calls

	items []Item
	calls Calls
}

// pending is a task of the step.
type pending struct {
	task    *Task
	place   int        // among the tasks of the step
	waits   int        // dependencies in the step that are not done
	users   []*pending // that wait for it
	done    bool
	planned bool // in the call that is being looked at
}

// callee is an instance with its tasks of the step.
type callee struct {
	inst     *ir.Instance
	tasks    []*pending // not yet done
	callable []*pending // of these, what can run in direct succession now
	queued   bool       // in whole
	touched  bool       // in the list of these
}

func newOrdering(tasks []*Task, calls Calls) *ordering {
	o := &ordering{calls: calls, state: map[*Task]*pending{}, callee: map[*ir.Instance]*callee{}}
	var list []*pending
	for i, t := range tasks {
		p := &pending{task: t, place: i}
		o.state[t] = p
		list = append(list, p)
	}
	for _, p := range list {
		for _, d := range p.task.deps {
			if on := o.state[d]; on != nil {
				on.users = append(on.users, p)
				p.waits++
			}
		}
		switch c := o.callee[p.task.Inst]; {
		case p.task.Call == nil:
			if p.waits == 0 {
				o.now = append(o.now, p)
			}
		case c == nil:
			c = &callee{inst: p.task.Inst, tasks: []*pending{p}}
			o.callee[p.task.Inst] = c
			o.instances = append(o.instances, c)
		default:
			c.tasks = append(c.tasks, p)
		}
	}
	for _, c := range o.instances {
		o.look(c)
	}
	return o
}

func (o *ordering) run() {
	for {
		o.lookAtTouched()
		if !o.callsFirst || len(o.whole) == 0 {
			o.plain()
			o.lookAtTouched()
		}
		c := o.choose()
		if c == nil {
			return
		}
		var list []*Fragment
		for _, p := range c.callable {
			list = append(list, p.task.Call)
		}
		o.items = append(o.items, Item{Inst: c.inst, Call: len(o.calls[c.inst])})
		o.calls[c.inst] = append(o.calls[c.inst], list)
		called := c.callable
		for _, p := range called {
			p.done = true
		}
		o.at = len(o.state) // what becomes ready is looked at from the start
		c.tasks = slices.DeleteFunc(c.tasks, func(p *pending) bool { return p.done })
		for _, p := range called {
			o.release(p)
		}
		o.touch(c)
	}
}

// touch notes that an instance is to be looked at. That is done once, before the next
// call is chosen, however many tasks for which it waited are done by then.
func (o *ordering) touch(c *callee) {
	if !c.touched {
		c.touched = true
		o.touched = append(o.touched, c)
	}
}

func (o *ordering) lookAtTouched() {
	for _, c := range o.touched {
		c.touched = false
		o.look(c)
	}
	o.touched = o.touched[:0]
}

// plain runs all tasks that are not calls and are ready: in their order, again and
// again until there is none.
func (o *ordering) plain() {
	for {
		if len(o.now) == 0 {
			if len(o.next) == 0 {
				return
			}
			o.now, o.next = o.next, nil
		}
		p := heap.Pop(&o.now).(*pending)
		p.done, o.at = true, p.place
		o.items = append(o.items, Item{Task: p.task})
		o.release(p)
	}
}

// release tells those who wait for a task that it is done.
func (o *ordering) release(p *pending) {
	for _, u := range p.users {
		u.waits--
		switch {
		case u.done:
		case u.task.Call != nil:
			o.touch(o.callee[u.task.Inst])
		case u.waits > 0:
		case u.place > o.at:
			heap.Push(&o.now, u)
		default:
			heap.Push(&o.next, u)
		}
	}
}

// look finds out which fragments of an instance can run in direct succession now.
func (o *ordering) look(c *callee) {
	c.callable = nil
	for _, p := range c.tasks {
		waits := p.waits
		for _, d := range p.task.deps {
			if on := o.state[d]; on != nil && on.planned && !on.done {
				waits--
			}
		}
		if waits == 0 {
			p.planned = true
			c.callable = append(c.callable, p)
		}
	}
	for _, p := range c.callable {
		p.planned = false
	}
	if !c.queued && len(c.tasks) > 0 && len(c.callable) == len(c.tasks) {
		c.queued = true
		heap.Push(&o.whole, c)
	}
}

// choose picks the instance to call next: one that needs no further call,
// otherwise the one with the most fragments ready, so that the others find as
// much as possible done. An instance whose call alone unblocks something comes
// before one that does so only together with others. It is nil at the end.
func (o *ordering) choose() *callee {
	if len(o.whole) > 0 {
		return heap.Pop(&o.whole).(*callee)
	}
	o.instances = slices.DeleteFunc(o.instances, func(c *callee) bool { return len(c.tasks) == 0 })
	if len(o.instances) == 0 {
		return nil
	}
	slices.SortStableFunc(o.instances, func(a, b *callee) int { return a.tasks[0].place - b.tasks[0].place })
	var best *callee
	most, leads := 0, false
	for _, c := range o.instances {
		n := len(c.callable)
		if n == 0 || leads && n <= most {
			continue
		}
		if l := c.unblocks(); l || !leads && n > most {
			best, most, leads = c, n, l
		}
	}
	if best == nil {
		panic("BUG: no call of a step leads on")
	}
	return best
}

// unblocks reports whether a call of the instance makes a task ready that is no call.
func (c *callee) unblocks() bool {
	freed := map[*pending]int{}
	for _, p := range c.callable {
		for _, u := range p.users {
			freed[u]++
			if u.task.Call == nil && freed[u] == u.waits {
				return true
			}
		}
	}
	return false
}

// taskHeap is a heap of tasks by their place.
type taskHeap []*pending

func (h taskHeap) Len() int           { return len(h) }
func (h taskHeap) Less(i, j int) bool { return h[i].place < h[j].place }
func (h taskHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *taskHeap) Push(x any)        { *h = append(*h, x.(*pending)) }

func (h *taskHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// calleeHeap is a heap of instances by the place of their first task.
type calleeHeap []*callee

func (h calleeHeap) Len() int           { return len(h) }
func (h calleeHeap) Less(i, j int) bool { return h[i].tasks[0].place < h[j].tasks[0].place }
func (h calleeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *calleeHeap) Push(x any)        { *h = append(*h, x.(*callee)) }

func (h *calleeHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
