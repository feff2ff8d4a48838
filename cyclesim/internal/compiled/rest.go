package compiled

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"culprit/cyclesim/internal/layout"
	"culprit/cyclesim/internal/translate"
)

// resting finds groups that can rest: now and then it compares the state of a group in front of and
// behind a cycle.
type resting struct {
	m      *Machine
	groups []restingGroup
	ran    time.Duration // of all runs
	making time.Duration // of that, for finding out what moves, and for code
}

// mayLearn reports whether there is time for better code for groups that doze.
func (r *resting) mayLearn() bool {
	part := r.m.options.Dozing.Learning
	return part == 0 || float64(r.making) < float64(atFirst)+part*float64(r.ran)
}

// atFirst is the time for that which may be spent however short the run is.
const atFirst = 300 * time.Millisecond

// make calls what finds out what moves, or makes code.
func (r *resting) make(f func()) {
	start := time.Now()
	f()
	r.making += time.Since(start)
}

// restingGroup is a group. Its state is compared when the cycle next has come; the distance to the
// following comparison doubles as long as it has changed.
type restingGroup struct {
	*translate.RestingFrame
	parts    []layout.StatePart // its state
	before   []byte             // the state in front of the cycle
	inputs   []byte             // the inputs of the cycle before
	asleep   bool               // it has been put to rest, and was so when looked at last
	since    uint64             // the cycle in which it was
	next     uint64
	distance uint64
	patience uint64 // the first distance after the next rest

	dozing *dozing // shared with groups of the same kernels
}

// Distances of comparisons, in cycles. A comparison takes as long as some cycles.
const (
	leastDistance = 32
	mostDistance  = 4096
	// mostDistanceDozing is that of a group that may doze.
	mostDistanceDozing = 512
	// leastPatience is the first distance after a long rest; it doubles with each that is shorter than
	// longRest.
	leastPatience, mostPatience = 8, 64
	longRest                    = 64
	// calm is a rest that only traffic ends.
	calm = 1024
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
		g := restingGroup{RestingFrame: f, distance: leastDistance, patience: leastPatience,
			parts: f.Layout.StateParts(uint32(f.Lanes))}
		size := uint32(0)
		for _, p := range g.parts {
			size += p.Bytes
		}
		g.before, g.inputs = make([]byte, size), make([]byte, g.inputBytes())
		same := slices.IndexFunc(r.groups, func(o restingGroup) bool {
			return o.Lanes == f.Lanes && slices.Equal(o.Kernels, f.Kernels)
		})
		if same >= 0 {
			g.dozing = r.groups[same].dozing
		} else {
			g.dozing = &dozing{kernels: f.Kernels, lanes: f.Lanes, moved: map[uint32]bool{}}
		}
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
		r.groups[i].wake(r.m)
	}
}

// top is the frame of the top, and what lies behind it.
func (m *Machine) top() []byte { return m.view[m.design.Frame:] }

func (g *restingGroup) wake(m *Machine) {
	top := m.top()
	top[g.Resting], top[g.Dozing], top[g.Recording] = 0, 0, 0
	g.asleep, g.distance, g.patience, g.next = false, leastDistance, leastPatience, 0
}

// run runs n cycles from a cycle on, with groups put to rest: with alone, or with share if that is not nil
// and takes less time.
func (r *resting) run(cycle, n uint64, alone, share exported) uint64 {
	start := time.Now()
	defer func() { r.ran += time.Since(start) }()
	for done := uint64(0); done < n; {
		way := &way{alone: true}
		if share != nil {
			way = r.m.pace.now()
		}
		began, run := time.Now(), share
		if way.alone {
			run = alone
		}
		got := r.step(cycle+done, n-done, way.look, run)
		if share != nil && r.m.options.Sharing.Timed {
			r.m.pace.ran(got, time.Since(began))
		}
		done += got
	}
	return n
}

// step looks at the groups, runs until the next look, in the given distance if that is not 0, but at
// most n cycles, and returns how many.
func (r *resting) step(cycle, n, distance uint64, run exported) uint64 {
	due, until := r.look(cycle)
	switch {
	case len(due) > 0:
		until = 1
	case distance > 0:
		until = distance
	}
	for _, g := range due {
		g.save(r.m)
	}
	r.m.view[r.m.design.Rest.Woken] = 0
	done := run(min(until, n)) // one thread ends where a group has woken up
	for _, g := range due {
		g.compare(r.m, cycle+done)
	}
	return done
}

// look finds the groups that are compared in this cycle, and after how many cycles to look again.
func (r *resting) look(cycle uint64) (due []*restingGroup, until uint64) {
	until = lookDistance
	for i := range r.groups {
		g := &r.groups[i]
		if r.m.top()[g.Resting] != 0 {
			continue
		}
		if g.asleep {
			g.awake(r.m, cycle)
		}
		if g.next <= cycle {
			due = append(due, g)
		} else {
			until = min(until, g.next-cycle)
		}
	}
	return due, until
}

// awake is called in the cycle in which a group is found awake.
func (g *restingGroup) awake(m *Machine, cycle uint64) {
	g.asleep = false
	top := m.top()
	dozed := top[g.Dozing] != 0
	top[g.Dozing] = 0
	rested := binary.LittleEndian.Uint64(top[g.WokenIn:]) - g.since
	if rested >= calm {
		g.dozing.recount() // what ended short dozes before was traffic
	}
	if rested >= longRest {
		g.patience = leastPatience
	} else {
		g.patience = min(2*g.patience, mostPatience)
		if dozed {
			g.dozing.woken(m, g)
		}
	}
	g.distance = g.patience
	g.next = cycle + g.distance
}

// each calls f for each part of the state of the group, with where it lies in before.
func (g *restingGroup) each(f func(p layout.StatePart, before []byte)) {
	rest := g.before
	for _, p := range g.parts {
		f(p, rest[:p.Bytes])
		rest = rest[p.Bytes:]
	}
}

// frame is the memory of the group.
func (g *restingGroup) frame(m *Machine) []byte {
	return m.bytes(m.design.Frame+g.First, g.Size)
}

// save keeps the state in front of a cycle.
func (g *restingGroup) save(m *Machine) {
	frame := g.frame(m)
	g.each(func(p layout.StatePart, before []byte) { copy(before, frame[p.At:]) })
	copy(g.inputs, g.inputsNow(m))
	m.writeWord(m.design.Frame+g.Active, 4, 0)
	top := m.top()
	top[g.Recording] = 0
	if g.dozing.plan != nil {
		top[g.Recording] = 1
	}
}

// inCycleBefore calls f with the memory of the group as it was in front of the cycle. f must leave it as
// it is.
func (g *restingGroup) inCycleBefore(m *Machine, f func(frame []byte)) {
	frame, now := g.frame(m), make([]byte, 0, len(g.before))
	g.each(func(p layout.StatePart, before []byte) {
		now = append(now, frame[p.At:][:p.Bytes]...)
		copy(frame[p.At:], before)
	})
	f(frame)
	g.each(func(p layout.StatePart, _ []byte) {
		copy(frame[p.At:][:p.Bytes], now)
		now = now[p.Bytes:]
	})
}

// compare puts a group to rest if its state is what it was, but for what moves by itself, and nothing
// else speaks against it.
func (g *restingGroup) compare(m *Machine, cycle uint64) {
	top := m.top()
	recorded, active := top[g.Recording] != 0, top[g.Active]
	top[g.Recording] = 0
	if active&translate.CannotDoze != 0 {
		g.dozing.refused()
	}
	if active&translate.WroteMemory == 0 {
		changed, few := g.changed(m)
		switch plan := g.dozing.plan; {
		case !few:
		case len(changed) == 0 && active == 0:
			g.dozing.restless = 0
			g.sleep(m, cycle, nil)
			return
		case recorded && plan != nil && active&translate.CannotDoze == 0 && plan.Covers(changed):
			g.sleep(m, cycle, plan)
			g.dozing.sleeps(m, g)
			return
		case g.dozing.wants() && g.dozing.sample(m, g, changed):
			g.next = cycle + g.dozing.nextSample(m)
			return
		}
	}
	g.next = cycle + g.distance
	most := uint64(mostDistance)
	if g.dozing.plan != nil {
		most = mostDistanceDozing
	}
	g.distance = min(2*g.distance, most)
}

// sleep puts the group to rest; if it dozes, with the inputs that move left out of the comparison.
func (g *restingGroup) sleep(m *Machine, cycle uint64, plan *translate.Doze) {
	top := m.top()
	copy(top[g.RestingFrame.Inputs:][:g.InputBytes()], top[g.InputsAt():])
	mask := top[g.Mask:][:g.InputBytes()]
	for i := range mask {
		mask[i] = 0
	}
	for i := range g.inputs {
		mask[i] = 0xff
	}
	top[g.Resting], top[g.Dozing], top[g.Differed] = translate.Resting, 0, 0
	if plan != nil {
		top[g.Dozing] = 1
		if plan.Shows {
			top[g.Resting] = translate.Showing
		}
		for _, x := range plan.Inputs {
			from := g.Layout.Inputs[0]
			clear(mask[uint32(g.Lanes)*(x[0]-from) : uint32(g.Lanes)*(x[1]-from)])
		}
	}
	g.asleep, g.since = true, cycle
}

// inputsChanged is the offsets in a frame of the bytes of inputs that have ended a rest, in any lane.
func (g *restingGroup) inputsChanged(m *Machine) (list []uint32) {
	top := m.top()
	if top[g.Differed] == 0 {
		return nil
	}
	for i, differs := range top[g.Mask:][:g.inputBytes()] {
		at := g.Layout.Inputs[0] + uint32(i/g.Lanes)
		if differs != 0 && (len(list) == 0 || list[len(list)-1] != at) {
			list = append(list, at)
		}
	}
	return list
}

// inputBytes is the size of the inputs of all lanes.
func (g *restingGroup) inputBytes() uint32 {
	return uint32(g.Lanes) * (g.Layout.Inputs[1] - g.Layout.Inputs[0])
}

// inputsNow is the inputs of the last cycle.
func (g *restingGroup) inputsNow(m *Machine) []byte {
	return m.bytes(m.design.Frame+g.InputsAt(), g.inputBytes())
}

// changed is the offsets in a frame of the bytes of its state, and of inputs, that have changed, in
// any lane. If these are too many to doze, few is false.
func (g *restingGroup) changed(m *Machine) (list []uint32, few bool) {
	few = true
	most := max(2*leastMoves, len(g.before)/g.Lanes/3)
	differ := func(offset, lanes uint32, before, now []byte) {
		for from := uint32(0); from < uint32(len(before)) && few; from += lanes {
			if !bytes.Equal(before[from:from+lanes], now[from:from+lanes]) {
				list = append(list, offset+from/lanes)
				few = len(list) <= most
			}
		}
	}
	frame := g.frame(m)
	g.each(func(p layout.StatePart, before []byte) { differ(p.Offset, p.Lanes, before, frame[p.At:]) })
	differ(g.Layout.Inputs[0], uint32(g.Lanes), g.inputs, g.inputsNow(m))
	return list, few
}
