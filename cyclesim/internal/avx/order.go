package avx

import (
	"culprit.example/culprit/cyclesim/internal/vector"
)

// order moves every instruction to the first step that needs its result, so that few values are
// kept at a time: an operation on elements of 8 bytes is on eight vectors, each of which the next
// operations need by itself. What accesses memory stays in its order. No instruction moves into
// or out of a guarded part.
func (p *Program) order() {
	o := &ordering{Program: p, maker: p.makers(), done: make([]bool, len(p.Code))}
	late := o.needed()
	for i := range p.Code {
		if p.Code[i].Kind != vector.Apply {
			o.demand(late[i])
			o.emit(i)
		}
	}
	p.Code = o.out
	p.FindParts()
}

type ordering struct {
	*Program
	maker []int // the step that makes a value, -1 for a constant
	done  []bool
	out   []Instr
}

// needed lists, for steps that start or end a guarded part, the values that must exist there:
// those from in front of the part that are used in it, and those of the part that are used after
// it.
func (o *ordering) needed() map[int][]Value {
	list := map[int][]Value{}
	for i := range o.Code {
		for _, v := range o.Code[i].Args {
			m := o.maker[v]
			if m < 0 || o.Code[m].Kind != vector.Apply {
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

func (o *ordering) demand(values []Value) {
	for _, v := range values {
		if m := o.maker[v]; m >= 0 && !o.done[m] && o.Code[m].Kind == vector.Apply {
			o.emit(m)
		}
	}
}

// emit adds a step after what it needs.
func (o *ordering) emit(i int) {
	o.done[i] = true
	o.demand(o.Code[i].Args)
	o.out = append(o.out, o.Code[i])
}
