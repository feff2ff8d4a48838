package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// TestPacketAlone: when a packet alone is on the link, and what is in it.
func TestPacketAlone(t *testing.T) {
	p := Params{Nodes: 64, Depth: 4, Queue: 8, LinkLatency: 3}
	m := NewNIC(p)
	m.Step(NICIn{RouteValid: true, RouteDst: 40, RouteTurns: 0x1234567})
	const start = 1000 // time in cycle 0, in which the packet is made
	for cycle := range 40 {
		in := NICIn{Node: 5, Now: uint32(start + cycle), MakeValid: cycle == 0, MakeDst: 40}
		out := m.Step(in)
		assert.Equal(t, out.StatSent, cycle == 3)
		assert.Equal(t, out.QueueCount == 1, cycle >= 1 && cycle <= 3)
		beat := cycle - 4 - p.LinkLatency
		assert.Equal(t, out.TxValid, beat >= 0 && beat < packet.Beats, "cycle %d", cycle)
		x := uint64(beat)<<28 | 5<<20 | 40<<12
		x ^= start
		switch beat {
		case 0:
			assert.Equal(t, out.TxData, uint64(0x1234567<<33|30<<28|5<<20|40))
			assert.Assert(t, out.TxSop)
		case 1:
			assert.Equal(t, out.TxData, uint64(40<<56|start))
		case 2:
			assert.Equal(t, out.TxData, uint64(start+4))
		case 3, 4, 5, 6, 7:
			assert.Equal(t, out.TxData, x<<32|x^0xffffffff)
		}
	}
}

// TestRoundRobin: destinations with packets take turns, whatever the order in
// which the packets were made, and those without credits are left out.
func TestRoundRobin(t *testing.T) {
	m := NewNIC(Params{Nodes: 16, Depth: 2, Queue: 20, LinkLatency: 1})
	var order []int
	for cycle := range 200 {
		in := NICIn{MakeDst: []int{7, 7, 7, 3, 3, 9}[min(cycle, 5)], MakeValid: cycle < 6}
		if out := m.Step(in); out.TxSop {
			order = append(order, int(out.TxData&0xff))
		}
	}
	assert.DeepEqual(t, order, []int{7, 9, 3, 7, 3}) // the third for 7 has no credit
}

// TestRefused: what is made when there is no place is refused, and has no number.
func TestRefused(t *testing.T) {
	m := NewNIC(Params{Nodes: 16, Depth: 16, Queue: 3, LinkLatency: 1})
	var seqs []uint64
	refused := 0
	for cycle := range 300 {
		in := NICIn{MakeDst: 2, MakeValid: cycle < 10 || cycle == 100}
		out := m.Step(in)
		if out.StatRefused {
			refused++
		}
		if out.TxSop {
			seqs = append(seqs, out.TxData>>8&0xfff)
		}
	}
	assert.DeepEqual(t, seqs, []uint64{0, 1, 2, 3, 4})
	assert.Equal(t, refused, 11-5)
}
