package golden

import (
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
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
			in.RxData[0][0] = uint64(cycle)
			if cycle == 0 {
				in.RxData[0][0] = uint64(header) << 28
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

// TestFallThrough: a packet alone is granted 5 cycles after its first beat, and is at the
// pins 3 cycles and the link later.
func TestFallThrough(t *testing.T) {
	for _, latency := range []int{1, 2, 16} {
		for _, saqs := range []int{4, 0} {
			p := DefaultParams()
			p.SAQs, p.LinkLatency = saqs, latency
			granted, tx, credit := lone(p)
			assert.Equal(t, granted, 5)
			assert.Equal(t, tx, 5+3+latency)
			assert.Equal(t, credit, 5+8+latency)
		}
	}
}

// TestBackToBack: inputs that always have packets, each for an output of its own, fill
// them: no cycle between packets.
func TestBackToBack(t *testing.T) {
	for _, saqs := range []int{0, 1, 4} {
		for _, sending := range []int{1, 8} {
			p := DefaultParams()
			p.SAQs = saqs
			m := NewSwitch(p)
			beats := 0
			for cycle := range 1000 {
				in := NewSwitchIn(p.Ports)
				for i := range sending {
					in.RxValid[i], in.RxSop[i], in.RxEop[i] = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
					in.RxData[i][0] = uint64(packet.OneTurn(2, 3).Header()) << 28
					in.TxCredit[packet.OutPort(8, i, 2)] = cycle > 20 && cycle%packet.Beats == 0
				}
				for _, valid := range m.Step(in).TxValid {
					if valid && cycle >= 100 {
						beats++
					}
				}
			}
			assert.Equal(t, beats, sending*900, "%d inputs, %d SAQs", sending, saqs)
		}
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
			in.RxData[i][0] = uint64(header) << 28
			in.TxCredit[i] = cycle > 20 && cycle%packet.Beats == 0
		}
		m.Step(in)
	}
}
