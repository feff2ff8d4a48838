package experiment

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

func openStore(t *testing.T) (*Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := OpenStore(dir)
	assert.NilError(t, err)
	return s, filepath.Join(dir, "points")
}

// points are two points of a block that does not exist.
func points() []Point {
	return []Point{
		{Name: "ring load=0.1", Block: "ring",
			Stimulus: Stimulus{Inputs: map[string]uint64{"load": 1}, Errors: []string{"lost"}}},
		{Name: "ring load=0.2", Block: "ring",
			Stimulus: Stimulus{Inputs: map[string]uint64{"load": 2}, Errors: []string{"lost"}}},
	}
}

// sound is a result without errors.
func sound() Result {
	return Result{Counters: map[string]uint64{"received": 5, "lost": 0}, Trace: []uint64{1, 5}}
}

// TestDamagedPointsAreNone leaves half a file, another point's file under this
// point's name, and a file of another form.
func TestDamagedPointsAreNone(t *testing.T) {
	s, dir := openStore(t)
	points := points()
	p, other := points[0], points[1]
	assert.NilError(t, s.Put(p, "v", sound()))
	assert.NilError(t, s.Put(other, "v", sound()))
	file := filepath.Join(dir, p.fileName("v"))
	whole, err := os.ReadFile(file)
	assert.NilError(t, err)
	others, err := os.ReadFile(filepath.Join(dir, other.fileName("v")))
	assert.NilError(t, err)
	for name, data := range map[string][]byte{"half": whole[:len(whole)/2], "empty": nil, "other point": others,
		"other form": []byte(`{"netlist": "v", "extra": 1}`)} {
		assert.NilError(t, os.WriteFile(file, data, 0o666))
		_, ok := s.Get(p, "v")
		assert.Assert(t, !ok, name)
	}
	wrong := sound()
	wrong.Counters["lost"] = 1
	assert.NilError(t, s.Put(p, "v", wrong))
	_, ok := s.Get(p, "v")
	assert.Assert(t, !ok, "wrong packets are measured again")
	assert.NilError(t, s.Put(p, "v", sound()))
	_, ok = s.Get(p, "v")
	assert.Assert(t, ok, "the point can be stored again")
}

func TestStoreThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	_, err := OpenStore(filepath.Join(dir, "file"))
	assert.ErrorContains(t, err, "cannot make the folder")
	assert.ErrorContains(t, err, "not a directory")

	s, dir := openStore(t)
	assert.NilError(t, os.RemoveAll(dir))
	p := points()[0]
	err = s.Put(p, "v", Result{})
	assert.ErrorContains(t, err, "cannot store the point ring load=0.1")
	assert.ErrorContains(t, err, "no such file or directory")
}

// TestStoreLeavesNoRest has nothing in the folder but the points.
func TestStoreLeavesNoRest(t *testing.T) {
	s, dir := openStore(t)
	p := points()[0]
	assert.NilError(t, s.Put(p, "v", sound()))
	files, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(files), 1)
	assert.Equal(t, files[0].Name(), p.fileName("v"))
}
