package trees

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

func runAll(t *testing.T, p *experiment.Plan, s *experiment.Store, l *fakeLab, jobs int) (experiment.Results, error) {
	t.Helper()
	return experiment.RunAll(context.Background(), p.Points, s, l, experiment.RunOptions{Jobs: jobs})
}

func TestRunAllRunsEveryPointOnce(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", map[string]string{"nodes": "16,64,256"}, 1, 2, 3)
	lab := &fakeLab{}
	results, err := runAll(t, p, s, lab, 4)
	assert.NilError(t, err)
	assert.Equal(t, results.Len(), len(p.Points))
	assert.Equal(t, len(lab.runs), len(p.Points))
	for _, point := range p.Points {
		r, ok := results.Of(point)
		assert.Assert(t, ok)
		assert.DeepEqual(t, resultOf(r), fakeResult(typed(point)))
	}

	again := &fakeLab{}
	resumed, err := runAll(t, p, s, again, 4)
	assert.NilError(t, err)
	assert.Equal(t, len(again.runs), 0, "all points are in the store")
	assert.DeepEqual(t, resumed, results, cmp.AllowUnexported(experiment.Results{}))

	changed := &fakeLab{version: "changed"}
	_, err = runAll(t, p, s, changed, 4)
	assert.NilError(t, err)
	assert.Equal(t, len(changed.runs), len(p.Points), "results of another netlist are of no use")
}

// TestLongestFirst keeps a long point from being the last one to start.
func TestLongestFirst(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", map[string]string{"nodes": "16,64,256", "schemes": "recn-iq,voqnet"}, 1)
	lab := &fakeLab{}
	_, err := runAll(t, p, s, lab, 1)
	assert.NilError(t, err)
	for i, point := range lab.runs[1:] {
		assert.Assert(t, lab.runs[i].cost() >= point.cost(), "%s runs before %s", lab.runs[i], point)
	}
	assert.Equal(t, lab.runs[0].Scheme, VOQnet)
	switches := 0
	for i, point := range lab.runs[1:] {
		if lab.runs[i].Network != point.Network {
			switches++
		}
	}
	assert.Equal(t, switches, 3*8+4-1, "points of a network stay together")
}

// TestFailedPointKeepsTheOthers stops at an error and goes on from there.
func TestFailedPointKeepsTheOthers(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", nil, 1)
	lab := &fakeLab{refuse: func(p Point) error {
		if p.SAQs == 2 && p.Load == 0.5 {
			return errors.New("out of order")
		}
		return nil
	}}
	results, err := runAll(t, p, s, lab, 1)
	assert.Error(t, err, "nodes=64 scheme=recn-iq saqs=2 rule=iq load=0.5 seed=1: out of order")
	assert.Equal(t, results.Len(), len(lab.runs)-1)
	rest := &fakeLab{}
	_, err = runAll(t, p, s, rest, 1)
	assert.NilError(t, err)
	assert.Equal(t, len(rest.runs), len(p.Points)-results.Len())
}

func TestNetworkThatCannotBeBuilt(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", map[string]string{"schemes": "recn-cioq"}, 1)
	_, err := runAll(t, p, s, &fakeLab{unbuilt: RECNCIOQ}, 1)
	assert.Error(t, err, "nodes=64 scheme=recn-cioq saqs=4 load=1 seed=1: there is no such switch")
}

// TestInterruptedRun ends at once, with what is done.
func TestInterruptedRun(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", nil, 1)
	lab := &fakeLab{hold: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for range 3 {
			lab.hold <- struct{}{}
		}
		cancel()
	}()
	results, err := experiment.RunAll(ctx, p.Points, s, lab, experiment.RunOptions{Jobs: 2})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, results.Len(), 3)
	rest := &fakeLab{}
	all, err := runAll(t, p, s, rest, 2)
	assert.NilError(t, err)
	assert.Equal(t, len(rest.runs), len(p.Points)-3)
	assert.Equal(t, all.Len(), len(p.Points))
}

// TestProgress counts up to the whole of what there is to do.
func TestProgress(t *testing.T) {
	s := openStore(t)
	p := plan(t, "recn-uniform", nil, 1)
	var last experiment.Progress
	_, err := experiment.RunAll(context.Background(), p.Points, s, &fakeLab{},
		experiment.RunOptions{Jobs: 3, Progress: func(now experiment.Progress) {
			assert.Assert(t, now.Work >= last.Work && now.Points >= last.Points && now.Work <= now.Total, "%+v after %+v", now,
				last)
			last = now
		}})
	assert.NilError(t, err)
	assert.Equal(t, last.Work, last.Total)
	assert.Equal(t, last.Points, len(p.Points))
	assert.Equal(t, last.Todo, len(p.Points))
}
