package verilog_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen/ir/random"
	"culprit/rtlgen/verilog"
)

var warning = regexp.MustCompile(`%(Warning-|Error: |Error-)([^:\n]*): .*`)

// TestRandomLint has Verilator read random netlists with all its warnings on.
func TestRandomLint(t *testing.T) {
	t.Parallel()
	from, to, err := random.Seeds(1, 12)
	assert.NilError(t, err)
	count := map[string]int{}
	for seed := from; seed < to; seed++ {
		n := random.New(rand.New(rand.NewPCG(seed, 0)))
		out, err := verilog.Emit(n.Design, verilog.DefaultOptions())
		assert.NilError(t, err, "seed %d", seed)
		dir := filepath.Join(t.TempDir(), "random")
		assert.NilError(t, out.WriteDir(dir))
		args := []string{"--lint-only", "-Wall", "--top-module", n.Design.Top.Name}
		for _, f := range out.SimulationFiles() {
			args = append(args, f.Path)
		}
		c := exec.Command("verilator", args...)
		c.Dir = dir
		text, _ := c.CombinedOutput()
		for _, m := range warning.FindAllString(string(text), -1) {
			w := warning.FindStringSubmatch(m)[2]
			count[w]++
			if count[w] < 4 {
				file, line, _ := strings.Cut(regexp.MustCompile(`\w+\.v:\d+`).FindString(m), ":")
				src, _ := os.ReadFile(filepath.Join(dir, file))
				_ = line
				_ = src
				t.Logf("seed %d: %s", seed, m)
			}
		}
		os.RemoveAll(dir)
	}
	t.Log(count)
}
