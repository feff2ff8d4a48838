package trees

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

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
)

func outcome(t *testing.T, p *experiment.Plan, s *experiment.Store, jobs int) *experiment.Outcome {
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
	tiers.Long(t, "a run twice")
	for _, e := range Experiments() {
		given := full(e.Name)
		s := openStore(t)
		first := outcome(t, plan(t, e.Name, given, 1, 2), s, 1)
		again := openStore(t)
		assert.DeepEqual(t, outcome(t, plan(t, e.Name, given, 1, 2), again, 4), first)
		assert.DeepEqual(t, outcome(t, plan(t, e.Name, given, 1, 2), s, 2), first)
	}
}

// TestFilesCanBeRead reads every file as what its name says.
func TestFilesCanBeRead(t *testing.T) {
	want := map[string]string{
		"recn-uniform": "claims.json claims.md claims.csv points.csv traces.csv levels.csv columns.csv throughput-64.svg latency-64.svg schemes-64.svg schemes-throughput-64.svg schemes-latency-64.svg active-saqs-64.svg egress-64.svg throughput-256.svg latency-256.svg schemes-256.svg schemes-throughput-256.svg schemes-latency-256.svg active-saqs-256.svg egress-256.svg",
		"recn-hotspot": "claims.json claims.md claims.csv points.csv traces.csv levels.csv columns.csv efficiency-64.svg schemes-64.svg active-saqs-64.svg efficiency-256.svg schemes-256.svg active-saqs-256.svg",
		"recn-trees":   "claims.json claims.md claims.csv points.csv traces.csv levels.csv columns.csv hot-nodes-64.svg middle-throughput-64.svg middle-latency-64.svg middle-median-64.svg order-64.svg",
		"recn-memory":  "claims.json claims.md claims.csv memory.csv queues.svg memory.svg",
	}
	for _, e := range Experiments() {
		given := full(e.Name)
		s := openStore(t)
		var names []string
		for _, f := range outcome(t, plan(t, e.Name, given, 1, 2), s, 2).Files {
			names = append(names, f.Path)
			switch {
			case strings.HasSuffix(f.Path, ".json"):
				var j experiment.Judgement
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
				assert.Equal(t, bytes.Count(f.Data, []byte("| holds |"))+bytes.Count(f.Data, []byte("| differs"))+
					bytes.Count(f.Data, []byte("| by test |")), bytes.Count(f.Data, []byte("\n| "))-1, "%s", f.Data)
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
	p := plan(t, "recn-hotspot", map[string]string{"saqs": "4", "interval": "10000", "total": "70000", "rules": "dd",
		"variants": "none", "loads": "1", "clock": "80"}, 7)
	assert.Equal(t, len(p.Points), 2, "with the uniform run that it is compared with")
	point := p.Points[0]
	r := fakeResult(typed(point))
	r.LatencySum, r.NetworkLatencySum, r.Digest = 16*r.Received, 8*r.Received, 0xbeef
	var results experiment.Results
	results.Put(point, counted(r))
	assert.Equal(t, typed(point).Hot.Percent, 10.0)
	files := p.TablesOf(results)
	row := func(i int) string {
		lines := strings.Split(strings.TrimSpace(string(files[i].Data)), "\n")
		return strings.Join(lines[1:], "\n")
	}
	const key = "64,recn-iq,4,dd,,1,,10,6,0,0,100000,7,"
	assert.Equal(t, row(0),
		key+"64,5,10,5,2,4096,4000,8500,70000,0.911046,2,18,19.8,19.96,17500,1,16,200,8,100,,,544000,0,495609,495609,0,0,0,0,0,0,100000,2000,1010,1,0000beef")
	assert.Equal(t, row(1), key+"10000,0.911047,,\n"+key+"20000,0.911047,,\n"+key+"30000,0.976,,\n"+key+"40000,0.976,,\n"+
		key+"50000,0.976,,\n"+key+"60000,0.976,,\n"+key+"70000,0.976,,")
	const level = ",50000,50000,50000,505,495,0,0,0,1,2,2,1e-05,500000,0,500000,0,0,0,0,0,0"
	assert.Equal(t, row(2), key+"0"+level+"\n"+key+"1"+level)

	assert.Equal(t, strings.Count(string(p.TablesOf(experiment.Results{})[0].Data), "\n"), 1,
		"without results there is the heading")
}

// TestNoDataIsNoChart has networks in which no packet arrives.
func TestNoDataIsNoChart(t *testing.T) {
	s := openStore(t)
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
	_, err := p.Evaluate(experiment.Results{})
	assert.Error(t, err, "recn-uniform: no result for nodes=64 scheme=recn-iq saqs=0 load=1 seed=1")
}
