package schemes

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
)

// made are results of a plan that nobody has measured: the time of the last message is that of of, 0: it has not
// arrived.
func made(p *experiment.Plan, of func(s spec) uint64) experiment.Results {
	var results experiment.Results
	for _, point := range p.Points {
		last, done := of(point.Spec.(spec)), uint64(1)
		if last == 0 {
			done = 0
		}
		results.Put(point, experiment.Result{Counters: map[string]uint64{}, Lists: map[string][]uint64{
			"part_first": {0}, "part_last_done": {last}, "part_done": {done}, "part_closed": {1}}})
	}
	return results
}

// texts are the words of a picture, which must be well formed.
func texts(t *testing.T, svg []byte) (list []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		assert.NilError(t, err)
		if data, ok := token.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
			list = append(list, string(data))
		}
	}
}

// TestHeatMap: a field has the ratio to the best of its row; what did not end is grey, and what was not run is
// hatched.
func TestHeatMap(t *testing.T) {
	t.Parallel()
	p := experimenttest.Plan(t, compare, map[string]string{"workloads": "incast", "schemes": "1q,voqsw,voqnet"})
	results := made(p, func(s spec) uint64 { return map[string]uint64{"1q": 3000, "voqsw": 0, "voqnet": 2000}[s.scheme.key] })
	find := func(files []experiment.File) string {
		for _, f := range files {
			if f.Path == "heat-last-16.svg" {
				return string(f.Data)
			}
		}
		t.Fatal("there is no map")
		return ""
	}
	svg := find(p.TablesOf(results))
	list := strings.Join(texts(t, []byte(svg)), "|")
	assert.Assert(t, strings.Contains(list, "one queue|VOQsw|VOQnet|incast|1.50|1.00|grey"), list)
	assert.Equal(t, strings.Count(svg, `fill="#bbb"`), 1)
	assert.Equal(t, strings.Count(svg, `fill="url(#hatch)"`), 0)

	var part experiment.Results
	for _, point := range p.Points[:2] {
		r, _ := results.Of(point)
		part.Put(point, r)
	}
	assert.Equal(t, strings.Count(find(p.TablesOf(part)), `fill="url(#hatch)"`), 1)
}
