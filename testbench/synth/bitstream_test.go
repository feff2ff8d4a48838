package synth

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// pins are constraints for a design with these pins.
func pins(list ...string) []byte {
	sites := []string{"G2", "R1", "B2", "C2", "C1", "D2", "D1", "E2", "E1", "H3", "E8", "D8", "D7", "E7"}
	var b strings.Builder
	b.WriteString("FREQUENCY PORT \"clk\" 25 MHZ;\n")
	for i, p := range list {
		fmt.Fprintf(&b, "LOCATE COMP %q SITE %q;\nIOBUF PORT %q IO_TYPE=LVCMOS33;\n", p, sites[i], p)
	}
	return []byte(b.String())
}

// lfsr is a shift register of three bits with feedback, which moves while it is enabled.
func lfsr(t *testing.T) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule("lfsr")
	state := m.Reg("state", 3, 1)
	m.If(m.Input("enable", 1), func() { state.Set(rtlgen.Cat(state.Low(2), state.Bit(2).Xor(state.Bit(1)))) })
	m.Output("value", state)
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// TestBitstream: a small design becomes a bitstream, the same one each time, with the path
// that limits it in the names of the source.
func TestBitstream(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	var before []byte
	for range 2 {
		fit, err := Bitstream(context.Background(), lfsr(t), pins("clk", "rst", "enable", "value[0]", "value[1]", "value[2]"),
			t.TempDir(), 1)
		assert.NilError(t, err)
		assert.Equal(t, fit.Top, "lfsr_synchronised")
		assert.Equal(t, fit.Target, 25.0)
		assert.Assert(t, fit.MHz > 100, "%v MHz", fit.MHz)
		assert.Equal(t, fit.Cost.FlipFlops, 5) // the state and the synchroniser
		assert.Assert(t, strings.Contains(fit.Markdown(), "| TRELLIS_FF | 5 | 83640 | 0 |\n"), fit.Markdown())
		bits, err := os.ReadFile(fit.Bitstream)
		assert.NilError(t, err)
		if before != nil {
			assert.Assert(t, string(bits) == string(before), "two bitstreams of one design differ")
		}
		before = bits
	}
}

// TestPortsWithoutPins: they are named before anything runs.
func TestPortsWithoutPins(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	_, err := Bitstream(context.Background(), lfsr(t), pins("clk", "rst", "value[0]", "value[2]"), t.TempDir(), 1)
	assert.Error(t, err,
		`the constraints have no pin for enable, value[1]: add LOCATE COMP "enable" SITE "..."; and so on`)
}
