package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/bench"
	recngolden "culprit.example/culprit/blocks/recn/golden"
)

// The rules of distributed deallocation (RECN-DD paper, section II.B(2)), on both
// sides of a switch in traffic with congestion trees beyond it.

// saq is where a SAQ is.
type saq struct {
	output bool
	port   int
	queue  int
}

// life is what its events tell about a SAQ that is in use.
type life struct {
	name            packet.Name
	blocked, marked bool // stopped; its marker is still in another queue
	waits           bool // it was born stopped
}

// lives follows all SAQs of a golden switch through their events.
type lives struct {
	t     *testing.T
	ports int
	now   map[saq]*life

	bornBlocked       map[bool]int // freed SAQs that were born stopped, by side
	guarded           map[bool]int // SAQs that have waited for their marker
	rootFirst, leaves int          // freed before another of the tree, as the root, as a leaf
}

func (l *lives) event(e golden.Event) {
	at := saq{e.Output, e.Port, e.Queue}
	switch e.Kind {
	case golden.Born, golden.Detected, golden.Requested:
		l.now[at] = &life{name: e.Name, blocked: e.Kind == golden.Born, waits: e.Kind == golden.Born, marked: true}
	case golden.Blocked:
		l.now[at].blocked = true
	case golden.Unblocked:
		l.now[at].blocked = false
	case golden.Ready:
		l.now[at].marked = false
		l.guarded[e.Output]++
	case golden.Deallocated:
		was := l.now[at]
		delete(l.now, at)
		assert.Assert(l.t, !was.blocked, "freed while it is stopped: %v", e)
		assert.Assert(l.t, !was.marked, "freed before its marker came: %v", e)
		if was.waits {
			l.bornBlocked[e.Output]++
		}
		l.order(at, was.name)
	}
}

// order looks for what is left of the tree: seen from an input side, the name of an
// output side is one turn longer.
func (l *lives) order(at saq, name packet.Name) {
	bits := packet.TurnBits(l.ports)
	for other, life := range l.now {
		if other.output == at.output {
			continue
		}
		in, out, leaf, root := at, other, name, life.name
		if at.output {
			in, out, leaf, root = other, at, life.name, name
		}
		extended, fits := root.Extended(packet.Turn(l.ports, in.port, out.port), bits)
		if in.port == out.port || !fits || !extended.Equal(leaf) {
			continue
		}
		if at.output {
			l.rootFirst++
		} else {
			l.leaves++
		}
	}
}

// TestDistributedDeallocation: a SAQ that a notification made is not freed before its
// Xon (D3), none before its marker has come (D4), and those of a tree are freed in any
// order (D2).
func TestDistributedDeallocation(t *testing.T) {
	p := golden.DefaultParams()
	l := &lives{t: t, ports: p.Ports, bornBlocked: map[bool]int{}, guarded: map[bool]int{}}
	for seed := int64(1); seed <= 3; seed++ {
		sw := golden.NewSwitch(p)
		l.now = map[saq]*life{}
		recn.Run(sw, env.Trees(recn.Links(p.Link()), seed), 20000, func(int, recngolden.SwitchOut) {
			for _, e := range sw.Events() {
				l.event(e)
			}
		})
	}
	t.Logf("freed after they were born stopped: %v; waited for their marker: %v; root before leaf %d times, leaf before root %d times",
		l.bornBlocked,
		l.guarded,
		l.rootFirst,
		l.leaves)
	for _, output := range []bool{false, true} {
		assert.Assert(t, l.bornBlocked[output] > 0 && l.guarded[output] > 0)
	}
	assert.Assert(t, l.rootFirst > 0 && l.leaves > 0)
}
