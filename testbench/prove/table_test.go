package prove

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestTable: rows are kept by block and parameters, and the page shows what is not proven.
func TestTable(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "proofs")
	assert.NilError(t, os.WriteFile(base+".md", []byte("# P\n\n"+Page(base).Begin()+"\n<!-- end -->\nmore\n"), 0o666))
	table, err := ReadTable(base)
	assert.NilError(t, err)
	small := map[string]int{"ports": 2, "depth": 4}
	table.Update(&Proofs{Block: "fifo", Netlist: "1"})
	table.Update(&Proofs{Block: "cam", Netlist: "2", Params: small, Properties: []*Property{
		{Name: "a", Kind: "assert", Verdict: Proven}, {Name: "b", Kind: "assert", Verdict: Bounded, Depth: 40},
		{Name: "u.c", Kind: "assume", Verdict: Proven}, {Name: "u.d", Kind: "assume", Verdict: Lifted}}})
	table.Update(&Proofs{Block: "cam", Netlist: "3"})
	assert.NilError(t, table.WriteFiles(base))
	table, err = ReadTable(base)
	assert.NilError(t, err)
	assert.Equal(t, table.Find("cam", small).Netlist, "2")
	assert.Equal(t, table.Find("cam", nil).Netlist, "3")
	assert.Assert(t, table.Find("cam", map[string]int{"ports": 2}) == nil)
	table.Update(&Proofs{Block: "fifo", Netlist: "4"})
	assert.Equal(t, len(table.Blocks), 3)
	assert.Equal(t, table.Markdown(), "| block | assertions proven | contracts of parts proven | lifted | not proven |\n"+
		"|---|---:|---:|---:|---|\n"+
		"| `cam` | - | - | 0 |  |\n"+
		"| `cam depth=4 ports=2` | 1 of 2 | 1 of 1 | 1 | `b`: holds so far, 40 cycles |\n"+
		"| `fifo` | - | - | 0 |  |\n")
}
