package translate

import (
	"fmt"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Origin is what a kernel is made from: a step of a module. The last step's kernel also checks the
// properties and makes the clock edge.
type Origin struct {
	Module *Module
	Step   schedule.Step
	Number int // of the step
}

// Name is the name of the module and the number of the step: fifo.1, or fifo#2.1 of a module
// that is called in a second way.
func (o *Origin) Name() string { return fmt.Sprintf("%s.%d", o.Module.name(), o.Number) }

// ModuleName is the name of the module.
func (o *Origin) ModuleName() string { return o.Module.Plan.Module.Name }

// Lowered is a step as it was lowered: what single instances become in the kernels around them.
type Lowered struct {
	Origin
	Program word.Program
}

// Lean is a step without what the module does not need, before optimisation: what small instances become that
// are repeated in the kernels around them.
type Lean struct {
	Origin
	Program word.Program
}

// Kernel is the code of a step, as it is called.
type Kernel struct {
	Origin
	Program word.Program
	Thread  int            // that it is for, from 1 on; 0 if one thread does everything
	role    string         // what it does instead of another kernel; "" for most
	used    map[int]uint64 // lanes that have a copy, by the size of the group
}

// Name is the name of the step, and what is particular about the kernel.
func (k *Kernel) Name() string {
	switch {
	case k.role != "":
		return fmt.Sprintf("%s of %s, step %d", k.role, k.Module.name(), k.Number)
	case k.Thread > 0:
		return fmt.Sprintf("%s of thread %d", k.Origin.Name(), k.Thread)
	}
	return k.Origin.Name()
}

// marked is the program with checks for arbitrary values (word.MarkOpen).
func (k *Kernel) marked() word.Program {
	p := k.Program
	word.MarkOpen(&p)
	return p
}

// Used has a bit for each lane that has a copy, in some group of the given number of lanes. It is all lanes as
// long as nothing else is known.
func (k *Kernel) Used(lanes int) uint64 {
	if used, ok := k.used[lanes]; ok {
		return used
	}
	return word.FirstLanes(lanes)
}

// use notes that these lanes of a group have a copy, here and in what the kernel calls.
func (k *Kernel) use(lanes int, used uint64) {
	if used&^k.used[lanes] == 0 {
		return
	}
	if k.used == nil {
		k.used = map[int]uint64{}
	}
	k.used[lanes] |= used
	for i := range k.Program.Calls {
		c := &k.Program.Calls[i]
		if lanes == 1 {
			KernelOf(c).use(c.Lanes, c.Used)
			continue
		}
		for _, j := range k.Joins(c, lanes) {
			KernelOf(c).use(j.Count*lanes, joinedLanes(used, lanes, j))
		}
	}
}

// joinedLanes has a bit for each lane with a copy, where copies inside a group are joined.
func joinedLanes(used uint64, lanes int, j layout.Join) (all uint64) {
	for i := range j.Count {
		all |= used << (i * lanes)
	}
	return all
}

// Joins cuts the frames of a call, in a group of the given number of lanes, into parts whose lanes are joined.
func (k *Kernel) Joins(c *word.Callee, lanes int) []layout.Join {
	return k.Module.Layout.Groups().Joins(c.Count, lanes)
}

// InnerCall is a call of a kernel for groups of the given number of lanes at equal distances, in bytes of the
// caller's group.
type InnerCall struct {
	Key             KernelKey
	First, Distance int
	Count           int
}

// InnerCalls is what a call is in a group of the given number of lanes: one for each number of frames that are
// joined.
func (k *Kernel) InnerCalls(c *word.Callee, lanes int) (list []InnerCall) {
	size := int(c.Size) * lanes
	for _, j := range k.Joins(c, lanes) {
		key := KernelOf(c).For(j.Count * lanes)
		if n := len(list); n > 0 && list[n-1].Key == key {
			list[n-1].Count++
			continue
		}
		list = append(list, InnerCall{key, int(c.First)*lanes + j.First*size, j.Count * size, 1})
	}
	return list
}

// Frames lists the frames of a call in a lane.
func (k *Kernel) Frames(c *word.Callee, lane layout.Address) []layout.Address {
	return lane.Frames(c.First, c.Size, c.Count, k.Module.Layout.Groups())
}
