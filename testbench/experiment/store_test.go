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

// TestStoreKnowsItsPoints finds a result for the very point and netlist only.
func TestStoreKnowsItsPoints(t *testing.T) {
	s, _ := openStore(t)
	p := plan(t, "recn-uniform", nil, 1).Points[0]
	want := fakeResult(p)
	assert.NilError(t, s.Put(p, "v1", want))
	got, ok := s.Get(p, "v1")
	assert.Assert(t, ok)
	assert.DeepEqual(t, got, want)

	_, ok = s.Get(p, "v2")
	assert.Assert(t, !ok, "the result of another netlist")
	for name, change := range map[string]func(*Point){
		"nodes": func(p *Point) { p.Nodes = 16 }, "scheme": func(p *Point) { p.Scheme = VOQsw }, "saqs": func(p *Point) { p.SAQs++ },
		"slots": func(p *Point) { p.Slots++ }, "detect": func(p *Point) { p.Detect++ }, "xoff": func(p *Point) { p.Xoff++ },
		"xon": func(p *Point) { p.Xon++ }, "latency": func(p *Point) { p.LinkLatency++ }, "ready": func(p *Point) { p.ReadyBit ^= 1 },
		"queue": func(p *Point) { p.Queue++ }, "seed": func(p *Point) { p.Seed++ }, "load": func(p *Point) { p.Load /= 2 },
		"hot": func(p *Point) { p.Hot.Percent++ }, "hot node": func(p *Point) { p.Hot.Node++ }, "hot cycles": func(p *Point) { p.Hot.Cycles++ },
		"warmup": func(p *Point) { p.Warmup++ }, "measure": func(p *Point) { p.Measure++ }, "total": func(p *Point) { p.Total++ },
		"interval": func(p *Point) { p.Interval++ },
	} {
		other := p
		change(&other)
		_, ok = s.Get(other, "v1")
		assert.Assert(t, !ok, "the result of a point with another %s", name)
	}
}

// TestDamagedPointsAreNone leaves half a file, another point's file under this
// point's name, and a file of another form.
func TestDamagedPointsAreNone(t *testing.T) {
	s, dir := openStore(t)
	points := plan(t, "recn-uniform", nil, 1).Points
	p, other := points[0], points[1]
	assert.NilError(t, s.Put(p, "v", fakeResult(p)))
	assert.NilError(t, s.Put(other, "v", fakeResult(other)))
	file := filepath.Join(dir, p.fileName("v"))
	whole, err := os.ReadFile(file)
	assert.NilError(t, err)
	others, err := os.ReadFile(filepath.Join(dir, other.fileName("v")))
	assert.NilError(t, err)
	for name, data := range map[string][]byte{"half": whole[:len(whole)/2], "empty": nil, "other point": others, "other form": []byte(`{"netlist": "v", "extra": 1}`)} {
		assert.NilError(t, os.WriteFile(file, data, 0o666))
		_, ok := s.Get(p, "v")
		assert.Assert(t, !ok, name)
	}
	wrong := fakeResult(p)
	wrong.Misroutes = 1
	assert.NilError(t, s.Put(p, "v", wrong))
	_, ok := s.Get(p, "v")
	assert.Assert(t, !ok, "wrong packets are measured again")
	assert.NilError(t, s.Put(p, "v", fakeResult(p)))
	_, ok = s.Get(p, "v")
	assert.Assert(t, ok, "the point can be stored again")
}

func TestStoreThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	_, err := OpenStore(filepath.Join(dir, "file"))
	assert.ErrorContains(t, err, "cannot make the folder")
	assert.ErrorContains(t, err, "not a directory")

	s, points := openStore(t)
	assert.NilError(t, os.RemoveAll(points))
	p := plan(t, "recn-uniform", nil, 1).Points[0]
	err = s.Put(p, "v", Result{})
	assert.ErrorContains(t, err, "cannot store the point nodes=64 scheme=recn-iq saqs=0 load=0.1 seed=1")
	assert.ErrorContains(t, err, "no such file or directory")
}

// TestStoreLeavesNoRest has nothing in the folder but the points.
func TestStoreLeavesNoRest(t *testing.T) {
	s, dir := openStore(t)
	p := plan(t, "recn-uniform", nil, 1).Points[0]
	assert.NilError(t, s.Put(p, "v", fakeResult(p)))
	files, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(files), 1)
	assert.Equal(t, files[0].Name(), p.fileName("v"))
}
