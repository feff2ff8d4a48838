package library_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/blocks/library"
	diagrams "culprit.example/culprit/rtlgen/draw"
	"culprit.example/culprit/testbench/benchtest"
)

// diagramBoxes is from how many units and memories on a block has a diagram in its contract.
const diagramBoxes = 3

// TestGoldenDiagrams: each block of several units or memories has a diagram in docs/diagrams, as it is now, and its
// contract shows it above its interface. -update writes both.
func TestGoldenDiagrams(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "docs", "diagrams")
	wanted := map[string]bool{}
	for _, b := range library.Blocks() {
		d, err := b.Elaborate(b.Defaults())
		assert.NilError(t, err)
		diagram := diagrams.Of(d.Top, false)
		inside := 0
		for _, box := range diagram.Boxes {
			if box.Kind == diagrams.Instance || box.Kind == diagrams.Memory {
				inside++
			}
		}
		if inside < diagramBoxes {
			continue
		}
		wanted[b.Name+".svg"] = true
		// Versions of Graphviz differ: the file says what it was made from.
		from := fmt.Sprintf("<!-- from %x -->\n", sha256.Sum256([]byte(diagram.Dot())))
		file := filepath.Join(folder, b.Name+".svg")
		interfaceOf := "<!-- interface: " + b.Name + " -->\n"
		var contract, text string // the page that has the interface
		for page, has := range benchtest.ContractPages(t, filepath.Join("..", b.Family)) {
			if strings.Contains(has, interfaceOf) {
				contract, text = filepath.Join("..", b.Family, page), has
			}
		}
		shown := "![what is in " + b.Name + "](../../docs/diagrams/" + b.Name + ".svg)\n\n" + interfaceOf
		if golden.FlagUpdate() {
			assert.NilError(t, os.MkdirAll(folder, 0o777))
			if old, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(old), from) {
				svg, err := diagram.SVG(t.Context())
				assert.NilError(t, err)
				assert.NilError(t, os.WriteFile(file, []byte(svg+from), 0o666))
			}
			if !strings.Contains(text, shown) {
				text = strings.Replace(text, interfaceOf, shown, 1)
				assert.NilError(t, os.WriteFile(contract, []byte(text), 0o666))
			}
		}
		have, err := os.ReadFile(file)
		assert.NilError(t, err, "write it with: make update")
		assert.Assert(t, strings.HasSuffix(string(have), from), "%s is not what the block is now: make update", file)
		assert.Assert(t, strings.Contains(text, shown), "%s does not show the diagram of %s: make update", contract,
			b.Name)
	}
	files, err := os.ReadDir(folder)
	assert.NilError(t, err)
	for _, f := range files {
		assert.Assert(t, wanted[f.Name()], "%s is the diagram of no block: remove it", f.Name())
	}
}
