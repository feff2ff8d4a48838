package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit/blocks/packet/golden"
)

// lone sends one packet from port 0 to port 1 and tells in which cycles after
// its first beat the things of the contract happen.
func lone(p Params) (granted, tx, credit int) {
	m := NewSwitch(p)
	header := packet.OneTurn(packet.Turn(p.Ports, 0, 1), packet.TurnBits(p.Ports)).Header()
	granted, tx, credit = -1, -1, -1
	for cycle := range 100 {
		in := NewSwitchIn(p.Ports)
		if cycle < packet.Beats {
			in.RxValid[0], in.RxSop[0], in.RxEop[0] = true, cycle == 0, cycle == packet.Beats-1
			in.RxData[0] = uint64(cycle)
			if cycle == 0 {
				in.RxData[0] = uint64(header) << 28
			}
		}
		out := m.Step(in)
		for _, event := range m.Events() {
			if event.Kind == Granted {
				granted = cycle
			}
		}
		if out.TxSop[1] {
			tx = cycle
		}
		if out.RxCredit[0] {
			credit = cycle
		}
	}
	return granted, tx, credit
}

// TestFallThrough: a packet alone is granted 6 cycles after its first beat (3
// without post-processing), and is at the pins 2 cycles and the link later.
func TestFallThrough(t *testing.T) {
	for _, latency := range []int{1, 2, 16} {
		for _, c := range []struct{ saqs, grant int }{{4, 6}, {0, 3}} {
			p := DefaultParams()
			p.SAQs, p.LinkLatency = c.saqs, latency
			granted, tx, credit := lone(p)
			assert.Equal(t, granted, c.grant)
			assert.Equal(t, tx, c.grant+2+latency)
			assert.Equal(t, credit, c.grant+8+latency)
		}
	}
}

// TestBackToBack: one input that always has packets for one output fills it.
func TestBackToBack(t *testing.T) {
	for _, saqs := range []int{0, 4} {
		p := DefaultParams()
		p.SAQs = saqs
		m := NewSwitch(p)
		header := packet.OneTurn(packet.Turn(8, 3, 6), 3).Header()
		beats := 0
		for cycle := range 1000 {
			in := NewSwitchIn(p.Ports)
			in.RxValid[3], in.RxSop[3], in.RxEop[3] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
			in.RxData[3] = uint64(header) << 28
			for o := range in.TxCredit {
				in.TxCredit[o] = cycle > 20 && cycle%packet.Beats == 0 && o == 6
			}
			if m.Step(in).TxValid[6] && cycle >= 100 {
				beats++
			}
		}
		assert.Equal(t, beats, 900)
	}
}

func BenchmarkSwitch(b *testing.B) {
	p := DefaultParams()
	m := NewSwitch(p)
	header := packet.OneTurn(2, 3).Header()
	in := NewSwitchIn(p.Ports)
	for cycle := range b.N {
		for i := range p.Ports {
			in.RxValid[i], in.RxSop[i], in.RxEop[i] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
			in.RxData[i] = uint64(header) << 28
			in.TxCredit[i] = cycle > 20 && cycle%packet.Beats == 0
		}
		m.Step(in)
	}
}
