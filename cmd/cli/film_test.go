package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// short are settings of a film of few cycles.
var short = []string{"film", "recn-hotspot", "--set", "nodes=16", "--set", "saqs=4", "--set", "hot_cycles=8000", "--set",
	"settle=200", "--set", "recovery=200", "--set", "interval=200", "--set", "total=3000", "--frames", "50"}

// TestFilm films a hot-spot, and takes a picture of it.
func TestFilm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := held(t, dir, short...)
	assert.Assert(t, strings.Contains(out, "50 frames of 64 links in recn-hotspot.html\n"), out)
	page, err := os.ReadFile(filepath.Join(dir, "recn-hotspot.html"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), `"path":"sw_0.in_port_0.mmu.free_count_q"`))
	assert.Assert(t, strings.Contains(string(page), `"what":"set-aside queues in use"`))
	held(t, dir, append(short, "--picture", "20", "-o", "tree.svg")...)
	svg, err := os.ReadFile(filepath.Join(dir, "tree.svg"))
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(svg), "<line "), 64)
	assert.Assert(t, strings.Contains(held(t, dir, append(short, "--points")...), "saqs=4"))
}

func TestWrongFilms(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"cannot use --frames 0: give a number from 1 to":            {"recn-hotspot", "--frames", "0"},
		"cannot use --picture -7: a film has the frames 0 to 4999":  {"recn-hotspot", "--picture", "-7"},
		"no point of the call has all words of --point saqs=9: see": {"recn-hotspot", "--point", "saqs=9"},
		"no point of recn-memory is of a network: there are no":     {"recn-memory"},
		`no engine "fast"`: {"recn-hotspot", "--engine", "fast"},
	} {
		r := rtlgen(t, t.TempDir(), nil, append([]string{"film"}, args...)...)
		assert.Equal(t, r.status, statusWrongCall, want)
		assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: "+want), r.stderr)
		assert.Equal(t, r.stdout, "")
	}
}
