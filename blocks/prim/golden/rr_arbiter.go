package golden

// RRArbiterIn holds the inputs of rr_arbiter.
type RRArbiterIn struct {
	Req     []bool
	Advance bool
}

// RRArbiterOut holds the outputs of rr_arbiter.
type RRArbiterOut struct {
	Grant []bool // at most one is true
	Index int    // of the grant, 0 if there is none
	Valid bool
}

// RRArbiter is the model of rr_arbiter: the requesters stand in a line, the
// first one in line that requests is granted, and with advance the line turns
// until the winner is its last.
type RRArbiter struct {
	line []int // highest priority first
}

// NewRRArbiter makes an arbiter of n requesters, requester 0 first in line.
func NewRRArbiter(n int) *RRArbiter {
	m := &RRArbiter{}
	for i := 0; i < n; i++ {
		m.line = append(m.line, i)
	}
	return m
}

// First is the requester of the highest priority.
func (m *RRArbiter) First() int { return m.line[0] }

// Step is one clock cycle.
func (m *RRArbiter) Step(in RRArbiterIn) RRArbiterOut {
	out := RRArbiterOut{Grant: make([]bool, len(m.line))}
	for place, i := range m.line {
		if !in.Req[i] {
			continue
		}
		out.Grant[i], out.Index, out.Valid = true, i, true
		if in.Advance {
			turned := append([]int{}, m.line[place+1:]...)
			m.line = append(turned, m.line[:place+1]...)
		}
		break
	}
	return out
}
