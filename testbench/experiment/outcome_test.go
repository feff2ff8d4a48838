package experiment

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func outcome(t *testing.T, p *Plan, s *Store, jobs int) *Outcome {
	t.Helper()
	results, err := runAll(t, p, s, &fakeLab{}, jobs)
	assert.NilError(t, err)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	return o
}

// TestSameBytes evaluates the same plan with other machines, in another order,
// and from the store.
func TestSameBytes(t *testing.T) {
	for _, e := range All() {
		given := full
		if e.Name == "recn-memory" {
			given = nil
		}
		s, _ := openStore(t)
		first := outcome(t, plan(t, e.Name, given, 1, 2), s, 1)
		again, _ := openStore(t)
		assert.DeepEqual(t, outcome(t, plan(t, e.Name, given, 1, 2), again, 4), first)
		assert.DeepEqual(t, outcome(t, plan(t, e.Name, given, 1, 2), s, 2), first)
	}
}

// TestFilesCanBeRead reads every file as what its name says.
func TestFilesCanBeRead(t *testing.T) {
	want := map[string]string{
		"recn-uniform": "claims.json claims.md points.csv traces.csv levels.csv throughput-64.svg latency-64.svg schemes-64.svg active-saqs-64.svg throughput-256.svg latency-256.svg schemes-256.svg active-saqs-256.svg",
		"recn-hotspot": "claims.json claims.md points.csv traces.csv levels.csv efficiency-64.svg schemes-64.svg active-saqs-64.svg efficiency-256.svg schemes-256.svg active-saqs-256.svg",
		"recn-memory":  "claims.json claims.md memory.csv queues.svg memory.svg",
	}
	for _, e := range All() {
		given := full
		if e.Name == "recn-memory" {
			given = nil
		}
		s, _ := openStore(t)
		var names []string
		for _, f := range outcome(t, plan(t, e.Name, given, 1, 2), s, 2).Files {
			names = append(names, f.Path)
			switch {
			case strings.HasSuffix(f.Path, ".json"):
				var j Judgement
				assert.NilError(t, json.Unmarshal(f.Data, &j))
				assert.Assert(t, j.Passed)
				assert.Equal(t, j.Experiment, e.Name)
			case strings.HasSuffix(f.Path, ".csv"):
				rows, err := csv.NewReader(bytes.NewReader(f.Data)).ReadAll() // demands equal numbers of columns
				assert.NilError(t, err, f.Path)
				assert.Assert(t, len(rows) > 0)
			case strings.HasSuffix(f.Path, ".svg"):
				assert.NilError(t, wellFormed(f.Data), f.Path)
			case strings.HasSuffix(f.Path, ".md"):
				assert.Equal(t, bytes.Count(f.Data, []byte("| passed |"))+bytes.Count(f.Data, []byte("FAILED")), bytes.Count(f.Data, []byte("\n| "))-1, "%s", f.Data)
			}
		}
		assert.Equal(t, strings.Join(names, " "), want[e.Name])
	}
}

func wellFormed(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// TestTables has the numbers of one point.
func TestTables(t *testing.T) {
	p := plan(t, "recn-hotspot", map[string]string{"saqs": "4", "interval": "10000", "total": "40000"}, 7)
	assert.Equal(t, len(p.Points), 1)
	point := p.Points[0]
	r := fakeResult(point)
	r.LatencySum, r.NetworkLatencySum, r.Digest = 16*r.Received, 8*r.Received, 0xbeef
	files := p.Tables(map[Point]Result{point: r})
	row := func(i int) string {
		lines := strings.Split(strings.TrimSpace(string(files[i].Data)), "\n")
		return strings.Join(lines[1:], "\n")
	}
	const key = "64,recn-iq,4,1,10,6,100000,7,"
	assert.Equal(t, row(0), key+"64,5,10,5,2,1,4096,4000,8500,40000,0.902,2,20,20,20,7500,1,544000,0,490688,490688,0,0,0,0,0,0,10,1,0000beef")
	assert.Equal(t, row(1), key+"10000,0.902\n"+key+"20000,0.902\n"+key+"30000,0.974\n"+key+"40000,0.974")
	assert.Equal(t, row(2), key+"0,5,0,0,0,1,1,1e-05,0,1000000,0,0,0,0,0,0,0\n"+key+"1,5,0,0,0,1,1,1e-05,0,1000000,0,0,0,0,0,0,0")

	assert.Equal(t, strings.Count(string(p.Tables(nil)[0].Data), "\n"), 1, "without results there is the heading")
}

// TestNoDataIsNoChart has networks in which no packet arrives.
func TestNoDataIsNoChart(t *testing.T) {
	s, _ := openStore(t)
	p := plan(t, "recn-uniform", map[string]string{"saqs": "0", "loads": "0.5,1"}, 1)
	results, err := runAll(t, p, s, &fakeLab{change: func(_ Point, r *Result) { *r = Result{} }}, 1)
	assert.NilError(t, err)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	assert.Assert(t, !o.Passed())
	for _, f := range o.Files {
		assert.Assert(t, f.Path != "latency-64.svg")
	}
}

func TestEvaluateNeedsAllPoints(t *testing.T) {
	p := plan(t, "recn-uniform", map[string]string{"saqs": "0", "loads": "1"}, 1)
	_, err := p.Evaluate(nil)
	assert.Error(t, err, "recn-uniform: no result for nodes=64 scheme=recn-iq saqs=0 load=1 seed=1")
}

func TestTicks(t *testing.T) {
	even := func(low, high float64) string {
		var labels []string
		for _, k := range (evenTicks{}).Ticks(low, high) {
			labels = append(labels, k.Label)
		}
		return strings.Join(labels, " ")
	}
	assert.Equal(t, even(0, 1), "0 0.2 0.4 0.6 0.8 1")
	assert.Equal(t, even(0, 30000), "0 5000 10000 15000 20000 25000 30000")
	assert.Equal(t, even(0, 8), "0 1 2 3 4 5 6 7 8")
	var decades []string
	for _, k := range (decadeTicks{}).Ticks(0, 3) {
		if k.Label != "" {
			decades = append(decades, k.Label)
		}
	}
	assert.Equal(t, strings.Join(decades, " "), "1 10 100 1000")
}
