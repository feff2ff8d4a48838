package adapter_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// The sizes of the paper's section 4, in segments of 256 bytes.
const (
	grantSize = 50   // G
	reserved  = 240  // b
	buffered  = 2048 // B
	longest   = 36   // a packet of 9000 bytes
	segment   = 256  // bytes
)

// state is what an adapter of beat mode remembers, in bits.
type state struct {
	control int // by flow, and in registers
	payload int // of the reassembly buffer
}

func stateOf(t *testing.T, nodes, paths int) state {
	t.Helper()
	d, err := blocks.Find(adapter.Blocks(), "reqgrant_beat_adapter").Elaborate(map[string]int{
		"nodes": nodes, "paths": paths, "g": grantSize, "b_reasm": buffered, "fc_init": reserved, "max_p": longest,
		"watch": 16,
	})
	assert.NilError(t, err)
	var s state
	for _, m := range d.Modules {
		for _, r := range m.Signals {
			if r.Kind == ir.Reg && !r.VerificationOnly {
				s.control += r.Width
			}
		}
		for _, a := range m.Arrays {
			s.control += a.Depth * a.Width
		}
		for _, mem := range m.Memories {
			switch bits := mem.Depth * mem.Width; {
			case mem.Depth == nodes || mem.Depth == nodes*paths:
				s.control += bits
			case mem.Name == "payload":
				s.payload += bits
			}
		}
	}
	return s
}

// TestStateOfAnAdapter is row G37: what an adapter remembers of its flows grows with
// their number and that of the paths. Its reassembly buffer has a segment more per flow,
// for unsolicited ones, where one without requests needs a packet more.
func TestStateOfAnAdapter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ nodes, paths int }{{16, 4}, {64, 8}, {256, 16}} {
		s := stateOf(t, c.nodes, c.paths)
		traditional := c.nodes * 9000 * 8
		t.Logf("%d adapters, %d paths: control %d bits, %d per flow; reassembly %.1f Mbit, a packet per flow %.1f Mbit",
			c.nodes, c.paths, s.control, s.control/c.nodes, float64(s.payload)/1e6, float64(traditional)/1e6)
		assert.Assert(t, s.control < 3500+c.nodes*(300+72*c.paths), "control: %d bits", s.control)
		assert.Equal(t, s.payload, (buffered+longest+2+c.nodes)*segment*8)
		assert.Assert(t, c.nodes < 64 || s.payload < traditional)
	}
}
