package emitamd64

import (
	"culprit/cyclesim/internal/regalloc"
	"culprit/cyclesim/internal/vector"
)

// order moves every instruction to the first step that needs its result, so that few values are
// kept at a time: an operation on elements of 8 bytes is on eight vectors, each of which the next
// operations need by itself. What accesses memory stays in its order. No instruction moves into
// or out of a guarded part.
func (s *selection) order() {
	o := &ordering{selection: s, maker: make([]int, s.values), done: make([]bool, len(s.code))}
	for v := range o.maker {
		o.maker[v] = -1
	}
	for i := range s.code {
		if d := s.code[i].dst; d != noVector {
			o.maker[d] = i
		}
	}
	late := o.needed()
	for i := range s.code {
		t := &s.code[i]
		if t.kind == vector.Apply {
			continue
		}
		o.demand(late[i])
		o.emit(i)
	}
	s.code = o.out
	s.findParts()
}

type ordering struct {
	*selection
	maker []int // the step that makes a value, -1 for a constant
	done  []bool
	out   []step
}

// needed lists, for steps that start or end a guarded part, the values that must exist there:
// those from in front of the part that are used in it, and those of the part that are used behind
// it.
func (o *ordering) needed() map[int][]regalloc.Value {
	list := map[int][]regalloc.Value{}
	for i := range o.code {
		for _, v := range o.code[i].args {
			m := o.maker[v]
			if m < 0 || o.code[m].kind != vector.Apply {
				continue
			}
			if p := o.Outermost(i, m); p >= 0 {
				list[p] = append(list[p], v)
			}
			if own := o.Part[m]; !o.Inside(own, i) {
				list[o.Ends[own]] = append(list[o.Ends[own]], v)
			}
		}
	}
	return list
}

func (o *ordering) demand(values []regalloc.Value) {
	for _, v := range values {
		if m := o.maker[v]; m >= 0 && !o.done[m] && o.code[m].kind == vector.Apply {
			o.emit(m)
		}
	}
}

// emit adds a step behind what it needs.
func (o *ordering) emit(i int) {
	o.done[i] = true
	o.demand(o.code[i].args)
	o.out = append(o.out, o.code[i])
}
