package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// TestDraw draws a switch, and a module below it.
func TestDraw(t *testing.T) {
	tiers.Tools(t, "dot")
	t.Parallel()
	dir := t.TempDir()
	held(t, dir, "draw", "recn_switch", "-o", "switch.svg")
	svg, err := os.ReadFile(filepath.Join(dir, "switch.svg"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(svg), "recn_input_port x 8") ||
		strings.Contains(string(svg), "recn_input_port&#160;x&#160;8"), string(svg))
	assert.Equal(t, held(t, dir, "draw", "recn_switch"), string(svg))

	port := held(t, dir, "draw", "recn_switch", "--module", "recn_input_port", "--dot")
	assert.Assert(t, strings.HasPrefix(port, `digraph "recn_input_port" {`), port)
	assert.Assert(t, !strings.Contains(port, "style=dashed"), port)
	control := held(t, dir, "draw", "recn_switch", "--module", "recn_input_port", "--dot", "--control")
	assert.Assert(t, strings.Contains(control, "style=dashed"), control)
}

func TestWrongDrawings(t *testing.T) {
	t.Parallel()
	r := rtlgen(t, t.TempDir(), nil, "draw", "fifo", "-p", "depth=2", "--module", "fif", "-o", "x.svg")
	assert.Equal(t, r.status, statusWrongCall)
	assert.Equal(t, r.stdout, "")
	assert.Equal(t, r.stderr, "rtlgen: --module: fifo_depth2 has no module \"fif\": did you mean fifo_depth2?; it has fifo_depth2\n")
	r = rtlgen(t, t.TempDir(), nil, "draw")
	assert.Equal(t, r.status, statusWrongCall)
}
