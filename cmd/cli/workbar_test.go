package cli

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// progressLine is what a finished point prints where there is no terminal.
var progressLine = regexp.MustCompile(`(?m)^\d+ of \d+ points: .*\n`)

func TestTimeLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		work, total int64
		want        string
	}{{0, 0, ""}, {0, 100, ""}, {9, 1000, ""}, {1, 100, ", 16m30s left"}, {50, 100, ", 10s left"}, {99, 100, ", 1s left"},
		{100, 100, ""}} {
		assert.Equal(t, timeLeft(experiment.Progress{Work: c.work, Total: c.total}, 10*time.Second), c.want)
	}
}

// TestBarOfNothing is not drawn: neither before it is known what there is to do, nor if
// that is nothing.
func TestBarOfNothing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	b := &workBar{w: &out}
	b.show(experiment.Progress{})
	b.stop()
	assert.Equal(t, out.String(), "")
	b.show(experiment.Progress{Total: 100, Todo: 4})
	assert.Equal(t, b.text(), "0 of 4 points")
	b.show(experiment.Progress{Total: 100, Work: 100, Points: 4, Todo: 4})
	assert.Equal(t, b.text(), "4 of 4 points")
	b.stop()
}

// TestLineOfEachPoint runs an experiment without a terminal.
func TestLineOfEachPoint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, want := range []int{4, 0} { // the second time nothing is measured
		cmd := exec.Command(os.Args[0], strings.Fields("run "+small+" -j 1 -o out")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), runAsProgram+"=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		assert.NilError(t, cmd.Run())
		lines := progressLine.FindAllString(stderr.String(), -1)
		assert.Equal(t, len(lines), want, stderr.String())
		assert.Equal(t, strings.Join(lines, ""), stderr.String())
		if want > 0 {
			assert.Assert(t, strings.HasPrefix(lines[0], "1 of 4 points: nodes=16 scheme=recn-iq saqs="), lines[0])
			assert.Assert(t, strings.HasPrefix(lines[3], "4 of 4 points: nodes=16 "), lines[3])
			assert.Assert(t, !strings.Contains(lines[3], "left"), lines[3])
		}
	}
}
