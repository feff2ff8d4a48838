package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// headerTo is the header of a packet from port i to port o, with nothing behind it.
func headerTo(ports, i, o int) packet.Header {
	return packet.OneTurn(packet.Turn(ports, i, o), packet.TurnBits(ports)).Header()
}

// lone sends one packet from port 0 to port 1 and tells in which cycles after its
// first beat the things of the contract happen.
func lone(p Params) (crosses, sends, tx, credit int) {
	m := NewSwitch(p)
	header := headerTo(p.Ports, 0, 1)
	crosses, sends, tx, credit = -1, -1, -1, -1
	for cycle := range 100 {
		in := recn.NewSwitchIn(p.Ports)
		if cycle < packet.Beats {
			in.RxValid[0], in.RxSop[0], in.RxEop[0] = true, cycle == 0, cycle == packet.Beats-1
			in.RxData[0][0] = uint64(cycle)
			if cycle == 0 {
				in.RxData[0][0] = uint64(header) << 28
			}
		}
		out := m.Step(in)
		for _, event := range m.Events() {
			if event.Kind == Granted && event.Output {
				sends = cycle
			} else if event.Kind == Granted {
				crosses = cycle
			}
		}
		if out.TxSop[1] {
			tx = cycle
		}
		if out.RxCredit[0] {
			credit = cycle
		}
	}
	return crosses, sends, tx, credit
}

// TestFallThrough: the cycles that the contract gives for a packet alone.
func TestFallThrough(t *testing.T) {
	for _, latency := range []int{1, 2, 16} {
		p := DefaultParams()
		p.LinkLatency = latency
		crosses, sends, tx, credit := lone(p)
		assert.Equal(t, crosses, 6)
		assert.Equal(t, sends, 14)
		assert.Equal(t, tx, 16+latency)
		assert.Equal(t, credit, crosses+4+latency)
	}
}

// TestBackToBack: one input that always has packets for one output fills the link.
func TestBackToBack(t *testing.T) {
	p := DefaultParams()
	m := NewSwitch(p)
	header := headerTo(p.Ports, 3, 6)
	beats := 0
	for cycle := range 1000 {
		in := recn.NewSwitchIn(p.Ports)
		in.RxValid[3], in.RxSop[3], in.RxEop[3] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
		in.RxData[3][0] = uint64(header) << 28
		in.TxCredit[6] = cycle > 30 && cycle%packet.Beats == 0
		if m.Step(in).TxValid[6] && cycle >= 100 {
			beats++
		}
	}
	assert.Equal(t, beats, 900)
}

// TestSpeedup: an input sends two packets to two outputs in the time of one on the
// link, and an output takes two.
func TestSpeedup(t *testing.T) {
	p := DefaultParams()
	m := NewScheduler(p.Ports, p.SAQs)
	in := SchedulerIn{QueueEligible: make([]bool, p.Ports*p.InputQueues()), SaqPort: make([]int, p.Ports*p.SAQs),
		Room: make([]bool, p.Ports)}
	for o := range in.Room {
		in.Room[o] = true
	}
	in.QueueEligible[1], in.QueueEligible[2] = true, true // input 0 to outputs 1 and 2
	grants := 0
	for cycle := range 83 {
		if m.Step(in).GrantValid[0] && cycle >= 3 { // the first decision takes so long
			grants++
		}
	}
	assert.Equal(t, grants, 80/Pairs)
}
