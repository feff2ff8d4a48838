package running

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// resting makes cycles, and finds groups that can rest: now and then it compares the state of a group before
// and after a cycle.
type resting struct {
	*Host
	alone, share Runner // share has several threads, if there are some
	pace         pace   // of these
	groups       []restingGroup
	ran          time.Duration // of all runs
	making       time.Duration // of that, for finding out what moves, and for code
}

// mayLearn reports whether there is time for better code for groups that doze, which takes about that long.
func (r *resting) mayLearn(takes time.Duration) bool {
	part := r.Options.Dozing.Learning
	return part == 0 || r.affords(takes) && float64(r.making) < float64(atFirst)+part*float64(r.ran)
}

// affords reports whether the cycles of the run have taken as long as all that is found out and made, with
// something more that takes about that long. So a short run does none of it, and no run takes more than twice as
// long because of it.
func (r *resting) affords(takes time.Duration) bool {
	return r.Options.Dozing.Learning == 0 || r.ran-r.making >= r.making+takes
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

func newResting(h *Host, alone, share Runner) *resting {
	r := &resting{Host: h, alone: alone, share: share, pace: newPace()}
	for i := range h.Design.Rest.Frames {
		f := &h.Design.Rest.Frames[i]
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
			g.dozing = newDozing(f)
		}
		r.groups = append(r.groups, g)
	}
	return r
}

// Changed has all groups called again.
func (r *resting) Changed() {
	for i := range r.groups {
		r.groups[i].wake(r)
	}
}

// Idle counts the groups.
func (r *resting) Idle() (resting, dozing int) {
	for i := range r.groups {
		if g := &r.groups[i]; r.top()[g.Resting] != 0 {
			resting++
			dozing += int(r.top()[g.Dozing])
		}
	}
	return resting, dozing
}

func (g *restingGroup) wake(r *resting) {
	top := r.top()
	top[g.Resting], top[g.Dozing], top[g.Recording] = 0, 0, 0
	g.asleep, g.distance, g.patience, g.next = false, leastDistance, leastPatience, 0
}

// Run makes n cycles with groups put to rest: on one thread, or on several if that takes less time.
func (r *resting) Run(cycle, n uint64) uint64 {
	start := time.Now()
	defer func() { r.ran += time.Since(start) }()
	threads, several := r.share.(*crew)
	several = several && threads.shares(n)
	for done := uint64(0); done < n; {
		way := &way{alone: true}
		if several {
			way = r.pace.now()
		}
		began, runner := time.Now(), Runner(threads)
		if way.alone {
			runner = r.alone
		}
		got := r.step(cycle+done, n-done, way.look, runner)
		if several && r.Options.Sharing.Timed {
			r.pace.ran(got, time.Since(began))
		}
		done += got
	}
	return n
}

// step looks at the groups, runs until the next look, in the given distance if that is not 0, but at
// most n cycles, and returns how many.
func (r *resting) step(cycle, n, distance uint64, runner Runner) uint64 {
	due, until := r.look(cycle)
	switch {
	case len(due) > 0:
		until = 1
	case distance > 0:
		until = distance
	}
	for _, g := range due {
		g.save(r)
	}
	r.View()[r.Design.Rest.Woken] = 0
	done := runner.Run(cycle, min(until, n)) // one thread ends where a group has woken up
	for _, g := range due {
		g.compare(r, cycle+done)
	}
	return done
}

// look finds the groups that are compared in this cycle, and after how many cycles to look again.
func (r *resting) look(cycle uint64) (due []*restingGroup, until uint64) {
	until = lookDistance
	for i := range r.groups {
		g := &r.groups[i]
		if r.top()[g.Resting] != 0 {
			continue
		}
		if g.asleep {
			g.awake(r, cycle)
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
func (g *restingGroup) awake(r *resting, cycle uint64) {
	g.asleep = false
	top := r.top()
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
			g.dozing.woken(r, g)
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
func (g *restingGroup) frame(r *resting) []byte {
	return r.bytes(r.Design.Frame+g.First, g.Size)
}

// save keeps the state in front of a cycle.
func (g *restingGroup) save(r *resting) {
	frame := g.frame(r)
	g.each(func(p layout.StatePart, before []byte) { copy(before, frame[p.At:]) })
	copy(g.inputs, g.inputsNow(r))
	layout.PutNumber(r.top()[g.RestingFrame.Active:], 4, 0)
	top := r.top()
	top[g.Recording] = 0
	if g.dozing.plan != nil {
		top[g.Recording] = 1
	}
}

// inCycleBefore calls f with the memory of the group as it was in front of the cycle. f must leave it as
// it is.
func (g *restingGroup) inCycleBefore(r *resting, f func(frame []byte)) {
	frame, now := g.frame(r), make([]byte, 0, len(g.before))
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
func (g *restingGroup) compare(r *resting, cycle uint64) {
	top := r.top()
	recorded, active := top[g.Recording] != 0, top[g.Active]
	top[g.Recording] = 0
	if active&translate.CannotDoze != 0 {
		g.dozing.refused()
	}
	if active&translate.WroteMemory == 0 {
		changed, few := g.changed(r)
		switch plan := g.dozing.plan; {
		case !few:
		case len(changed) == 0 && active == 0:
			g.dozing.restless = 0
			g.sleep(r, cycle, nil)
			return
		case recorded && plan != nil && active&translate.CannotDoze == 0 && plan.Covers(changed):
			g.sleep(r, cycle, plan)
			g.dozing.sleeps(r, g)
			return
		case g.dozing.wants(r.Options) && g.dozing.sample(r, g, changed):
			g.next = cycle + g.dozing.nextSample(r)
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
func (g *restingGroup) sleep(r *resting, cycle uint64, plan *translate.Doze) {
	top := r.top()
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
func (g *restingGroup) inputsChanged(r *resting) (list []uint32) {
	top := r.top()
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
func (g *restingGroup) inputsNow(r *resting) []byte {
	return r.bytes(r.Design.Frame+g.InputsAt(), g.inputBytes())
}

// changed is the offsets in a frame of the bytes of its state, and of inputs, that have changed, in
// any lane. If these are too many to doze, few is false.
func (g *restingGroup) changed(r *resting) (list []uint32, few bool) {
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
	frame := g.frame(r)
	g.each(func(p layout.StatePart, before []byte) { differ(p.Offset, p.Lanes, before, frame[p.At:]) })
	differ(g.Layout.Inputs[0], uint32(g.Lanes), g.inputs, g.inputsNow(r))
	return list, few
}
