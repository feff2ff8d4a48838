package qcn_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// TestCulpritRows: units that do not fill rows are refused.
func TestCulpritRows(t *testing.T) {
	t.Parallel()
	_, err := blocks.Find(qcn.Blocks(), "qcn_culprit").Resolve(map[string]int{"units": 1000})
	assert.Error(t, err,
		"block qcn_culprit: units=1000 does not fill the rows of the CulpritArray, which have 16 words: give a multiple of 16, such as 1008")
}

// TestCulpritMemory: with the paper's 12,288 units the array has 768 rows of 320 bits,
// 20 bits per unit of 256 bytes.
func TestCulpritMemory(t *testing.T) {
	t.Parallel()
	p := rtlgen.Default[qcn.CulpritParams]()
	p.Units = 12288
	design, err := rtlgen.Elaborate(qcn.CulpritArray(p))
	assert.NilError(t, err)
	memories := map[string]*ir.Memory{}
	for _, mem := range design.Modules[0].Memories {
		memories[mem.Name] = mem
		assert.Equal(t, mem.Technology(), ir.StyleBlock, mem.Name)
		assert.Equal(t, len(mem.Writes), 1, mem.Name)
		assert.Equal(t, len(mem.Reads), 1, mem.Name)
	}
	words, phases := memories["words"], memories["phases"]
	assert.Equal(t, words.Depth, 768)
	assert.Equal(t, words.Width, 320)
	assert.Equal(t, words.Depth*words.Width, 20*p.Units)
	assert.Assert(t, float64(words.Depth*words.Width) < 0.01*float64(p.Units*qcn.UnitBytes*8))
	assert.Equal(t, phases.Depth*phases.Width, p.Units)
}

// TestCulpritStateless: nothing in the unit depends on a number of flows or queues.
func TestCulpritStateless(t *testing.T) {
	t.Parallel()
	var names []string
	for _, p := range blocks.Find(qcn.Blocks(), "qcn_culprit").Params {
		names = append(names, p.Name)
	}
	assert.DeepEqual(t, names, []string{"units", "probes_fast", "probes_strict", "inject"})
}
