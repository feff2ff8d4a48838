package scale_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/scale"
)

// counted are the packages whose statements are counted.
const counted = "culprit.example/culprit/rtlgen/...,culprit.example/culprit/cyclesim/...,culprit.example/culprit/testbench/scale/count"

// most is how many times as much work four times the size may be.
const most = 5.0

// TestWork counts what each phase does with each shape of two sizes.
func TestWork(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "count")
	out, err := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+counted, "-o", program, "./count").
		CombinedOutput()
	assert.NilError(t, err, "%s", out)
	run := exec.Command(program)
	run.Env = append(run.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err = run.CombinedOutput()
	assert.NilError(t, err, "%s", out)

	shapes := map[string]scale.Shape{}
	for _, s := range scale.Shapes {
		shapes[s.Name] = s
	}
	type work struct{ steps, bytes float64 }
	small := map[string]work{}
	pairs := 0
	for line := range strings.Lines(string(out)) {
		var n int
		var w work
		column := strings.Split(strings.TrimSpace(line), "\t")
		assert.Equal(t, len(column), 5, "%q", line)
		_, err := fmt.Sscan(strings.Join(column[2:], " "), &n, &w.steps, &w.bytes)
		assert.NilError(t, err, "%q", line)
		s := shapes[column[0]]
		key := column[0] + ", " + column[1]
		if n == s.Size {
			small[key] = w
			continue
		}
		pairs++
		was := small[key]
		if testing.Verbose() {
			t.Logf("%-45s %9.0f steps, %5.2f times; %9.0f bytes, %5.2f times", key, w.steps, w.steps/was.steps, w.bytes,
				w.bytes/was.bytes)
		}
		if limit := max(most, s.Steps[column[1]]); w.steps > limit*was.steps {
			t.Errorf("%s: %.0f steps for %d, %.0f for %d: %.1f times", key, was.steps, s.Size, w.steps, n, w.steps/was.steps)
		}
		if limit := max(most, s.Bytes[column[1]]); w.bytes > limit*was.bytes {
			t.Errorf("%s: %.0f bytes for %d, %.0f for %d: %.1f times", key, was.bytes, s.Size, w.bytes, n, w.bytes/was.bytes)
		}
	}
	assert.Equal(t, pairs, len(scale.Shapes)*len(scale.Phases))
}
