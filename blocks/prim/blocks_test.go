package prim_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// edges are parameter sets at the ends of the ranges and where widths change.
var edges = map[string][]blocks.Values{
	"fifo": {
		{"width": 1, "depth": 1}, {"depth": 2}, {"depth": 7}, {"width": 65, "depth": 5}, {"width": 1024, "depth": 4096},
	},
	"skid_buffer": {{"width": 1}, {"width": 1024}},
	"rr_arbiter":  {{"n": 1}, {"n": 2}, {"n": 3}, {"n": 64}},
	"sep_allocator": {
		{"inputs": 1, "queues": 8, "outputs": 2},
		{"inputs": 1, "queues": 1, "outputs": 1}, {"inputs": 2, "queues": 2, "outputs": 2},
		{"inputs": 3, "queues": 5, "outputs": 7},
		{"inputs": 1}, {"queues": 1}, {"outputs": 1}, {"inputs": 16, "queues": 16, "outputs": 16},
	},
	"credit_counter": {{"max": 1}, {"max": 3}, {"max": 4096}},
	"lfsr":           {{"width": 3}, {"width": 32}},
	"free_list":      {{"slots": 2}, {"slots": 5}, {"slots": 1024}},
	"damq":           {{"slots": 2, "queues": 2}, {"slots": 5, "queues": 3}, {"slots": 256, "queues": 16}},
	"ram_1r1w": {
		{"width": 1, "depth": 2}, {"width": 1024, "depth": 5, "rdw": 1}, {"rdw": 2}, {"depth": 65536, "rdw": 1},
	},
	"ternary_line": {{"width": 1}, {"width": 256}},
	"cam":          {{"lines": 1, "width": 2}, {"lines": 3, "width": 64}, {"lines": 16}},
	"hysteresis": {
		{"width": 1, "high": 0, "low": 1}, {"width": 1, "high": 1, "low": 2}, {"width": 4, "high": 14, "low": 15},
		{"width": 32, "high": 1<<32 - 1, "low": 7}, {"width": 32, "high": 1<<32 - 1, "low": 1 << 32},
	},
	"link_delay": {{"width": 1, "latency": 1}, {"width": 65, "latency": 3}, {"width": 67, "data": 64},
		{"width": 8, "latency": 1, "data": 8}, {"width": 1024, "latency": 64}},
	"async_fifo": {{"width": 1, "depth": 2}, {"depth": 4, "stages": 3}, {"width": 1024, "depth": 16384, "stages": 4}},
	"crossbar": {{"inputs": 1, "outputs": 1, "width": 1}, {"inputs": 1}, {"outputs": 1},
		{"inputs": 3, "outputs": 5, "width": 65}},
}

// parameterSets are the defaults and the edges of a block.
func parameterSets(t *testing.T, b *blocks.Block) []blocks.Values {
	t.Helper()
	assert.Assert(t, len(edges[b.Name]) > 0, "block %s has no edge parameters in this test", b.Name)
	sets := []blocks.Values{b.Defaults()}
	for _, given := range edges[b.Name] {
		v, err := b.Resolve(given)
		assert.NilError(t, err)
		sets = append(sets, v)
	}
	return sets
}

func TestElaborates(t *testing.T) {
	names := map[string]string{}
	for _, b := range prim.Blocks() {
		for _, v := range parameterSets(t, b) {
			m := b.Build(v)
			d, err := rtlgen.Elaborate(m)
			assert.NilError(t, err, "block %s, parameters %v", b.Name, v)
			assert.Equal(t, len(d.Top.Params), len(b.Params), "block %s: a parameter is not in the module's name", b.Name)
			assert.Equal(t, names[m.Name()], "", "two parameter sets are named %s", m.Name())
			names[m.Name()] = b.Name
		}
	}
}

func TestDefaultsHaveThePlainName(t *testing.T) {
	for _, b := range prim.Blocks() {
		assert.Equal(t, b.Build(b.Defaults()).Name(), b.Name, "the defaults of the list and of the function differ")
	}
}

func TestBlocksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range prim.Blocks() {
		assert.Assert(t, !seen[b.Name], "two blocks named %s", b.Name)
		seen[b.Name] = true
		assert.Equal(t, b.Family, "prim")
		assert.Assert(t, b.Doc != "", b.Name)
		for _, p := range b.Params {
			assert.Assert(t, p.Doc != "", "%s.%s", b.Name, p.Name)
			assert.Assert(t, p.Min <= p.Default && p.Default <= p.Max, "%s.%s", b.Name, p.Name)
		}
	}
}

func TestRefusedParameters(t *testing.T) {
	find := map[string]*blocks.Block{}
	for _, b := range prim.Blocks() {
		find[b.Name] = b
	}
	for _, c := range []struct {
		block string
		given blocks.Values
		want  []string
	}{
		{"fifo", blocks.Values{"depth": 0}, []string{"fifo", "depth=0", "1 to 16384", "words it holds"}},
		{"fifo", blocks.Values{"dept": 4}, []string{"fifo", `"dept"`, "width, depth"}},
		{"lfsr", blocks.Values{"width": 33}, []string{"lfsr", "width=33", "3 to 32"}},
		{"hysteresis", blocks.Values{"width": 3}, []string{"hysteresis", "high=10", "width=3", "up to 7"}},
		{"link_delay", blocks.Values{"width": 8, "data": 9}, []string{"link_delay", "data=9", "width=8", "up to 8"}},
		{"hysteresis", blocks.Values{"low": 12}, []string{"hysteresis", "low=12", "high=10", "up to 11"}},
	} {
		_, err := find[c.block].Resolve(c.given)
		for _, part := range c.want {
			assert.Check(t, is.ErrorContains(err, part))
		}
		assert.Check(t, !strings.Contains(err.Error(), "\n"))
	}
}

// TestUnlistedWidthIsReported calls a block with a parameter that no range has
// guarded: that must be a diagnostic, not a circuit.
func TestUnlistedWidthIsReported(t *testing.T) {
	for _, m := range []rtlgen.Circuit{
		prim.LFSR(prim.LFSRParams{Width: 2}),
		prim.LFSR(prim.LFSRParams{Width: 64}),
		prim.FIFO(prim.FIFOParams{Width: 8, Depth: 0}),
		prim.FIFO(prim.FIFOParams{Width: 0, Depth: 8}),
		prim.FIFO(prim.FIFOParams{Width: 8, Depth: -3}),
		prim.SkidBuffer(prim.SkidBufferParams{Width: 0}),
		prim.RRArbiter(prim.RRArbiterParams{N: 0}),
		prim.SepAllocator(prim.SepAllocatorParams{Inputs: 0, Queues: 3, Outputs: 4}),
		prim.SepAllocator(prim.SepAllocatorParams{Inputs: 4, Queues: 0, Outputs: 4}),
		prim.SepAllocator(prim.SepAllocatorParams{Inputs: 4, Queues: 3, Outputs: 0}),
		prim.SepAllocator(prim.SepAllocatorParams{Inputs: -1, Queues: -1, Outputs: -1}),
		prim.CreditCounter(prim.CreditCounterParams{Max: -1}),
		prim.FreeList(prim.FreeListParams{Slots: 0}),
		prim.DAMQ(prim.DAMQParams{Slots: 0, Queues: 4}),
		prim.DAMQ(prim.DAMQParams{Slots: 16, Queues: 0}),
		prim.RAM1R1W(prim.RAM1R1WParams{Width: 0, Depth: 8, RDW: 0}),
		prim.RAM1R1W(prim.RAM1R1WParams{Width: 8, Depth: 0, RDW: 0}),
		prim.TernaryLine(prim.TernaryLineParams{Width: 0}),
		prim.CAM(prim.CAMParams{Lines: 0, Width: 8}),
		prim.CAM(prim.CAMParams{Lines: 4, Width: 0}),
		prim.Hysteresis(prim.HysteresisParams{Width: 0, High: 1, Low: 1}),
		prim.Hysteresis(prim.HysteresisParams{Width: -1, High: 1, Low: 1}),
		prim.Hysteresis(prim.HysteresisParams{Width: 4, High: 100, Low: 3}),
		prim.LinkDelay(prim.LinkDelayParams{Width: 8, Latency: 0}),
		prim.LinkDelay(prim.LinkDelayParams{Width: 8, Latency: -1}),
		prim.Crossbar(prim.CrossbarParams{Inputs: 2, Outputs: 0, Width: 8}),
		prim.Crossbar(prim.CrossbarParams{Inputs: 0, Outputs: 2, Width: 8}),
	} {
		_, err := rtlgen.Elaborate(m)
		assert.Assert(t, len(rtlgen.Diagnostics(err)) > 0, "%T", m)
	}
}
