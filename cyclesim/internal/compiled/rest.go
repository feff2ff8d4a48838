package compiled

import (
	"bytes"

	"culprit/cyclesim/internal/translate"
)

// resting finds groups that can rest: now and then it compares the state of a group in front of and
// behind a cycle.
type resting struct {
	m      *Machine
	groups []restingGroup
}

// restingGroup is a group. Its state is compared when the cycle next has come; the distance to the
// following comparison doubles as long as it has changed.
type restingGroup struct {
	*translate.RestingFrame
	ranges   [][2]uint32 // of the memory: its state
	before   []byte      // the state in front of the cycle
	asleep   bool        // it has been put to rest, and was so when looked at last
	next     uint64
	distance uint64
}

// Distances of comparisons, in cycles. A comparison takes as long as some cycles.
const (
	leastDistance = 32
	mostDistance  = 4096
	// lookDistance is how often all groups are looked at: one that has woken up is compared again.
	lookDistance = 256
)

func newResting(m *Machine) *resting {
	if m.design.Rest == nil {
		return nil
	}
	r := &resting{m: m}
	for i := range m.design.Rest.Frames {
		f := &m.design.Rest.Frames[i]
		g := restingGroup{RestingFrame: f, distance: leastDistance}
		size := uint32(0)
		for _, x := range f.Layout.StateRanges() {
			at := m.design.Frame + f.First
			lanes := uint32(f.Lanes)
			g.ranges = append(g.ranges, [2]uint32{at + lanes*x[0], at + lanes*x[1]})
			size += lanes * (x[1] - x[0])
		}
		g.before = make([]byte, size)
		r.groups = append(r.groups, g)
	}
	return r
}

// wake has all groups called again: something outside has changed their state.
func (r *resting) wake() {
	if r == nil {
		return
	}
	for i := range r.groups {
		g := &r.groups[i]
		r.m.view[g.Resting] = 0
		g.asleep, g.distance, g.next = false, leastDistance, 0
	}
}

// run runs up to n cycles from a cycle on, with groups put to rest.
func (r *resting) run(cycle, n uint64, run exported) uint64 {
	if r == nil {
		return run(n)
	}
	for done := uint64(0); ; {
		due, until := r.look(cycle + done)
		if len(due) > 0 {
			for _, g := range due {
				g.save(r.m)
			}
			until = 1
		}
		want := min(until, n-done)
		got := run(want)
		done += got
		if got == want {
			for _, g := range due {
				g.compare(r.m, cycle+done)
			}
		}
		if done == n || got < want {
			return done
		}
	}
}

// look finds the groups that are compared in this cycle, and after how many cycles to look again.
func (r *resting) look(cycle uint64) (due []*restingGroup, until uint64) {
	until = lookDistance
	for i := range r.groups {
		g := &r.groups[i]
		if r.m.view[g.Resting] != 0 {
			continue
		}
		if g.asleep {
			g.asleep, g.distance = false, leastDistance
			g.next = cycle + leastDistance
		}
		if g.next <= cycle {
			due = append(due, g)
		} else {
			until = min(until, g.next-cycle)
		}
	}
	return due, until
}

// save keeps the state in front of a cycle.
func (g *restingGroup) save(m *Machine) {
	to := g.before
	for _, x := range g.ranges {
		to = to[copy(to, m.view[x[0]:x[1]]):]
	}
	m.view[g.Active] = 0
}

// compare puts a group to rest if its state is what it was, and nothing else speaks against it.
func (g *restingGroup) compare(m *Machine, cycle uint64) {
	if m.view[g.Active] == 0 && g.unchanged(m) {
		at := m.design.Frame + g.InputsAt()
		copy(m.view[g.RestingFrame.Inputs:][:g.InputBytes()], m.view[at:])
		m.view[g.Resting], g.asleep = 1, true
		return
	}
	g.next = cycle + g.distance
	g.distance = min(2*g.distance, mostDistance)
}

func (g *restingGroup) unchanged(m *Machine) bool {
	from := g.before
	for _, x := range g.ranges {
		n := x[1] - x[0]
		if !bytes.Equal(from[:n], m.view[x[0]:x[1]]) {
			return false
		}
		from = from[n:]
	}
	return true
}
