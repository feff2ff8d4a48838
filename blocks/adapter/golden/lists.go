package golden

// ListsIn are the inputs of the linked lists.
type ListsIn struct {
	PushValid          bool
	PushList, PushSlot int
	PopValid           bool
	PopList            int
	LookList           int
}

// ListsOut are the outputs.
type ListsOut struct {
	PopSlot   int  `valid:"SlotKnown"`
	PopEmpty  bool `valid:"Ready"`
	LookEmpty bool `valid:"Ready"`
	Ready     bool
	SlotKnown bool `port:"-"`
}

// Lists are queues of slots.
type Lists struct {
	starting
	queues [][]int
}

// NewLists makes the lists, all empty.
func NewLists(lists int) *Lists {
	return &Lists{starting{lists}, make([][]int, lists)}
}

// Head is the head of a list, if there is one.
func (l *Lists) Head(list int) (slot int, ok bool) {
	if len(l.queues[list]) == 0 {
		return 0, false
	}
	return l.queues[list][0], true
}

// Step is one clock cycle.
func (l *Lists) Step(in ListsIn) ListsOut {
	slot, full := l.Head(in.PopList)
	_, seen := l.Head(in.LookList)
	out := ListsOut{PopSlot: slot, PopEmpty: !full, LookEmpty: !seen, Ready: l.ready(), SlotKnown: l.ready() && full}
	if in.PopValid && full {
		l.queues[in.PopList] = l.queues[in.PopList][1:]
	}
	if in.PushValid {
		l.queues[in.PushList] = append(l.queues[in.PushList], in.PushSlot)
	}
	l.step()
	return out
}
