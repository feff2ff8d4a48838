package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func enq(queue, slot int) DAMQIn { return DAMQIn{EnqValid: true, EnqQueue: queue, EnqSlot: slot} }

func (in DAMQIn) deq(queue int) DAMQIn {
	in.DeqValid, in.DeqQueue = true, queue
	return in
}

func (in DAMQIn) mov(from, to int) DAMQIn {
	in.MovValid, in.MovFrom, in.MovTo = true, from, to
	return in
}

func TestDAMQ(t *testing.T) {
	tests := []struct {
		what string
		ops  []DAMQIn
		want [][]int
	}{
		{"queues keep order", []DAMQIn{enq(0, 5), enq(1, 2), enq(0, 3)}, [][]int{{5, 3}, {2}, nil}},
		{"one that is popped and appended to", []DAMQIn{enq(0, 5), enq(0, 3).deq(0)}, [][]int{{3}, nil, nil}},
		{"its own slot comes back", []DAMQIn{enq(0, 5), enq(0, 5).deq(0)}, [][]int{{5}, nil, nil}},
		{"move to an empty queue", []DAMQIn{enq(0, 5), DAMQIn{}.mov(0, 2)}, [][]int{nil, nil, {5}}},
		{"move from one that is appended to", []DAMQIn{enq(0, 5), enq(0, 3).mov(0, 2)}, [][]int{{3}, nil, {5}}},
		{"move to one that is popped", []DAMQIn{enq(0, 5), enq(1, 3), DAMQIn{}.deq(1).mov(0, 1)}, [][]int{nil, {5}, nil}},
		{"all three at once", []DAMQIn{enq(0, 5), enq(1, 3), enq(0, 4).deq(1).mov(0, 1)}, [][]int{{4}, {5}, nil}},
	}
	for _, test := range tests {
		m := NewDAMQ(8, 3)
		for _, in := range test.ops {
			m.Step(in)
		}
		out := m.Step(DAMQIn{})
		for q, want := range test.want {
			assert.Equal(t, out.Count[q], len(want), "%s: queue %d", test.what, q)
			assert.Equal(t, out.Empty[q], len(want) == 0, "%s: queue %d", test.what, q)
			assert.Equal(t, out.HeadKnown[q], len(want) > 0, "%s: queue %d", test.what, q)
			if len(want) > 0 {
				assert.Equal(t, out.Head[q], want[0], "%s: queue %d", test.what, q)
				assert.DeepEqual(t, m.Queue(q), want)
			}
		}
	}
}

func TestDAMQRefusesBrokenAssumptions(t *testing.T) {
	for want, in := range map[string]DAMQIn{
		"BUG: stimulus: empty queue 1 dequeued":               DAMQIn{}.deq(1),
		"BUG: stimulus: move from empty queue 2":              DAMQIn{}.mov(2, 0),
		"BUG: stimulus: move from queue 0 to itself":          DAMQIn{}.mov(0, 0),
		"BUG: stimulus: queue 0 dequeued and moved from":      DAMQIn{}.deq(0).mov(0, 1),
		"BUG: stimulus: queue 1 enqueued and moved to":        enq(1, 6).mov(0, 1),
		"BUG: stimulus: slot 5 cannot be appended to a queue": enq(1, 5),
		"BUG: stimulus: slot 8 cannot be appended to a queue": enq(1, 8),
	} {
		m := NewDAMQ(8, 3)
		m.Step(enq(0, 5))
		assert.Equal(t, panics(func() { m.Step(in) }), want)
	}
}
