package synth

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func cost(name string, luts, flipFlops, levels int) Cost {
	return Cost{Module: name, LUTEquivalents: luts, LUTs: luts, FlipFlops: flipFlops, Levels: levels}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	table := &Table{Yosys: "1", NextPNR: "1", Modules: []Cost{cost("large", 1000, 500, 9), cost("small", 10, 5, 2)}}
	table.Modules[1].Timing = &Timing{MHz: 200}
	slow := cost("small", 10, 5, 2)
	slow.Timing = &Timing{MHz: 179}
	same := slow
	same.Timing = &Timing{MHz: 181}
	ram := cost("small", 10, 5, 2)
	ram.BlockRAMs = 1
	for _, c := range []struct {
		name     string
		yosys    string
		complete bool
		modules  []Cost
		want     string
	}{
		{"as it was", "1", true, table.Modules, ""},
		{"better", "1", true, []Cost{cost("large", 900, 400, 8), same}, ""},
		{"tolerated", "1", true, []Cost{cost("large", 1020, 510, 9), cost("small", 14, 9, 2)}, ""},
		{"not all", "1", false, []Cost{cost("small", 10, 5, 2)}, ""},
		{"area", "1", false, []Cost{cost("large", 1021, 500, 9)},
			"module large: 1021 LUT equivalents, and 1000 in the table"},
		{"small area", "1", false, []Cost{cost("small", 15, 5, 2)}, "module small: 15 LUT equivalents, and 10 in the table"},
		{"flip-flops", "1", false, []Cost{cost("large", 1000, 511, 9)}, "module large: 511 flip-flops, and 500 in the table"},
		{"levels", "1", false, []Cost{cost("small", 10, 5, 3)}, "module small: 3 levels, and 2 in the table"},
		{"block RAM", "1", false, []Cost{ram}, "module small: 1 block RAMs, and 0 in the table"},
		{"clock", "1", false, []Cost{slow}, "module small: 179.0 MHz, and 200.0 in the table"},
		{"new module", "1", false, []Cost{cost("new", 1, 1, 1)}, "module new: is not in the table"},
		{"module gone", "1", true, []Cost{cost("small", 10, 5, 2)},
			"module large: is in the table, and there is no such module"},
		{"another tool", "2", true, table.Modules,
			"the table was made with Yosys 1, and this is 2: install that version (scripts/setup), or write the table anew"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := table.Compare(&Report{Yosys: c.yosys, Modules: c.modules}, c.complete)
			assert.Equal(t, strings.Join(got, "\n"), c.want)
		})
	}
}

func TestTableFiles(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "costs")
	placed := cost("b", 30, 4, 3)
	placed.Timing = timingOf([]Placement{{Seed: 1, MHz: 120}, {Seed: 2, MHz: 100}, {Seed: 3, MHz: 110}})
	sum := cost("a", 100, 20, 5)
	sum.Sum, sum.High = true, true
	table := NewTable(&Report{Yosys: "0.70", NextPNR: "0.11", Modules: []Cost{placed, sum, cost("c", 1, 1, 1)}})

	assert.ErrorContains(t, table.WriteFiles(base), "cannot read the page that gets the table")
	assert.NilError(t, os.WriteFile(base+".md", []byte("# Costs\n"), 0o666))
	assert.ErrorContains(t, table.WriteFiles(base), "costs.md has no place for the table")
	assert.NilError(t, os.WriteFile(base+".md", []byte("# Costs\n\n"+Page(base).Begin()+"\nold\n"+"<!-- end -->"+"\nmore\n"), 0o666))
	for range 2 {
		assert.NilError(t, table.WriteFiles(base))
	}
	assert.NilError(t, Page(base).Check())
	page, err := os.ReadFile(base + ".md")
	assert.NilError(t, err)
	assert.Equal(t, string(page), "# Costs\n\n"+Page(base).Begin()+`

Yosys 0.70, nextpnr-ecp5 0.11.

| module | LUT equivalents | FF | block RAM | DSP | levels | MHz | seeds |
|---|---:|---:|---:|---:|---:|---:|---|
| a | 100 | 20 | 0 | 0 | 5 |  | sum of parts, high effort |
| b | 30 | 4 | 0 | 0 | 3 | 110 | 100 to 120 of 3 |
| c | 1 | 1 | 0 | 0 | 1 |  | not placed |

`+"<!-- end -->"+"\nmore\n")
	read, err := ReadTable(base + ".json")
	assert.NilError(t, err)
	assert.Equal(t, read.Markdown(), table.Markdown())
	assert.DeepEqual(t, read.HighFor(), map[string]bool{"a": true})
	assert.Equal(t, len(read.Compare(&Report{Yosys: "0.70", Modules: table.Modules}, true)), 0)

	assert.NilError(t, os.WriteFile(base+".json", []byte("no"), 0o666))
	_, err = ReadTable(base + ".json")
	assert.ErrorContains(t, err, "costs.json is no table of costs")
	_, err = ReadTable(base + ".none")
	assert.ErrorContains(t, err, "cannot read the table of costs")
}

// TestTableUpdate: the rows of a report replace those of the table, and a clock stays
// as long as the module costs the same.
func TestTableUpdate(t *testing.T) {
	t.Parallel()
	placed := func(c Cost, mhz float64) Cost {
		c.Timing = timingOf([]Placement{{Seed: 1, MHz: mhz}})
		return c
	}
	table := &Table{Yosys: "1", Modules: []Cost{cost("a", 1, 1, 1), placed(cost("c", 30, 5, 2), 200),
		placed(cost("d", 40, 5, 2), 150)}}
	assert.NilError(t, table.Update(&Report{Yosys: "1", NextPNR: "2",
		Modules: []Cost{cost("d", 41, 5, 2), cost("c", 30, 5, 2), placed(cost("b", 20, 5, 2), 100),
			placed(cost("a", 1, 1, 1), 300)}}, false))
	want := &Table{Yosys: "1", NextPNR: "2",
		Modules: []Cost{placed(cost("a", 1, 1, 1), 300), placed(cost("b", 20, 5, 2), 100), placed(cost("c", 30, 5, 2), 200),
			cost("d", 41, 5, 2)}}
	assert.Equal(t, table.Markdown(), want.Markdown())
	for _, r := range []*Report{{Yosys: "2"}, {Yosys: "1", NextPNR: "3"}} {
		assert.Error(t, table.Update(r, false),
			"the table was made with Yosys 1 and nextpnr-ecp5 2: write all of it anew, or install these versions (scripts/setup)")
	}
	assert.NilError(t, table.Update(&Report{Yosys: "1", Modules: []Cost{cost("c", 30, 5, 2), cost("d", 41, 5, 2)}}, true))
	want.Modules = want.Modules[2:]
	assert.Equal(t, table.Markdown(), want.Markdown())
	fresh := &Report{Yosys: "2", Modules: []Cost{cost("c", 30, 5, 2)}}
	assert.NilError(t, table.Update(fresh, true))
	assert.Equal(t, table.Markdown(), NewTable(fresh).Markdown())
}

// TestMedian: of an even number the lower one of the two in the middle.
func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mhz  []float64
		want float64
	}{{[]float64{5}, 5}, {[]float64{7, 5}, 5}, {[]float64{9, 5, 7}, 7}, {[]float64{9, 5, 7, 8}, 7}} {
		var runs []Placement
		for _, x := range c.mhz {
			runs = append(runs, Placement{MHz: x, worst: Path{Levels: int(x)}})
		}
		timing := timingOf(runs)
		assert.Equal(t, timing.MHz, c.want)
		assert.Equal(t, timing.Worst.Levels, int(c.want), "the worst path is that of another seed")
	}
}

// TestPlacer: only large designs are placed by another placer than the default one.
func TestPlacer(t *testing.T) {
	assert.Equal(t, len(placer(largeDesign)), 0)
	assert.DeepEqual(t, placer(largeDesign+1), []string{"--placer", "static"})
}
