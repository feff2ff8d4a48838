package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// countingLab counts how often each point is run. A run takes until hold lets it go, if that is not nil.
type countingLab struct {
	mu   sync.Mutex
	runs map[string]int
	lost uint64 // packets in each run
	hold func(ctx context.Context, p Point) error
}

func (l *countingLab) Version(Point) (string, error) { return "v", nil }
func (l *countingLab) NewMachine() Machine           { return l }

func (l *countingLab) Run(ctx context.Context, p Point, _ func(float64)) (Result, error) {
	l.mu.Lock()
	if l.runs == nil {
		l.runs = map[string]int{}
	}
	l.runs[p.Name]++
	l.mu.Unlock()
	if l.hold != nil {
		if err := l.hold(ctx, p); err != nil {
			return Result{}, err
		}
	}
	r := sound()
	r.Counters["lost"] = l.lost
	return r, nil
}

// manyPoints are points of different lengths.
func manyPoints(n int) (list []Point) {
	for i := range n {
		p := points()[0]
		p.Name, p.Cost = fmt.Sprintf("ring load=%d", i), int64(i%7)
		p.Stimulus.Inputs = map[string]uint64{"load": uint64(i)}
		list = append(list, p)
	}
	return list
}

// leases are the files of leases in the folder of a store.
func leases(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, ".running", "*", "*"))
	assert.NilError(t, err)
	return list
}

// TestWorkersShareAFolder has several campaigns in one folder: each point runs once, also if it ends
// with errors, and every campaign has all results.
func TestWorkersShareAFolder(t *testing.T) {
	t.Parallel()
	for _, lost := range []uint64{0, 1} {
		root := t.TempDir()
		lab := &countingLab{lost: lost, hold: func(context.Context, Point) error {
			time.Sleep(20 * time.Millisecond)
			return nil
		}}
		begin := make(chan struct{})
		var group sync.WaitGroup
		for range 4 {
			s, err := OpenStore(root)
			assert.NilError(t, err)
			c := &campaign{store: s, lab: lab, options: RunOptions{Jobs: 2}, versions: map[string]string{},
				again: map[string]bool{}, done: map[string]float64{}}
			assert.NilError(t, c.prepare(context.Background(), manyPoints(20)))
			group.Add(1)
			go func() {
				defer group.Done()
				<-begin
				if err := c.run(context.Background()); err != nil {
					t.Error(err)
				}
				if c.results.Len() != 20 || c.state.Points != 20 {
					t.Errorf("%d results, %d points", c.results.Len(), c.state.Points)
				}
			}()
		}
		close(begin)
		group.Wait()
		assert.Equal(t, len(lab.runs), 20)
		for name, n := range lab.runs {
			assert.Equal(t, n, 1, name)
		}
		assert.Equal(t, len(leases(t, filepath.Join(root, "points"))), 0)
	}
}

// TestAbandonedPoint is taken over; a point whose lease is lost in the middle is left to the other.
func TestAbandonedPoint(t *testing.T) {
	t.Parallel()
	s, dir := openStore(t)
	s.leases.Beat, s.leases.Patience = 5*time.Millisecond, 50*time.Millisecond
	list := points()
	old := filepath.Join(dir, ".running", list[0].fileName("v"))
	assert.NilError(t, os.MkdirAll(old, 0o777))
	assert.NilError(t, os.WriteFile(filepath.Join(old, "1"), nil, 0o666))
	lab := &countingLab{hold: func(ctx context.Context, p Point) error {
		if p.Name != list[1].Name {
			return nil
		}
		mine := filepath.Join(dir, ".running", p.fileName("v"))
		assert.NilError(t, os.WriteFile(filepath.Join(mine, "2"), nil, 0o666))
		<-ctx.Done() // another has it
		assert.NilError(t, s.Put(p, "v", sound()))
		assert.NilError(t, os.Remove(filepath.Join(mine, "2")))
		return ctx.Err()
	}}
	results, err := RunAll(context.Background(), list, s, lab, RunOptions{Jobs: 1})
	assert.NilError(t, err)
	assert.Equal(t, results.Len(), 2)
	assert.DeepEqual(t, lab.runs, map[string]int{list[0].Name: 1, list[1].Name: 1})
	assert.Equal(t, len(leases(t, dir)), 0)
}

// TestInterruptedCampaign leaves no lease behind, neither in a run nor when it waits for another.
func TestInterruptedCampaign(t *testing.T) {
	t.Parallel()
	s, dir := openStore(t)
	list := points()
	other, err := s.reserve(list[1], "v")
	assert.NilError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	lab := &countingLab{hold: func(ctx context.Context, _ Point) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	_, err = RunAll(ctx, list, s, lab, RunOptions{Jobs: 2})
	assert.Assert(t, errors.Is(err, context.Canceled), "%v", err)
	assert.Equal(t, len(leases(t, dir)), 1)
	other.Release()
	assert.Equal(t, len(leases(t, dir)), 0)
}

// TestShards have every point once, and are about as long as each other.
func TestShards(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 3, 8, 30} {
		seen, least, most := map[string]int{}, int64(1000), int64(0)
		for i := 1; i <= n; i++ {
			var cost int64
			for _, p := range Shard(manyPoints(23), i, n) {
				seen[p.Name]++
				cost += p.Cost
			}
			least, most = min(least, cost), max(most, cost)
		}
		assert.Equal(t, len(seen), 23)
		for name, times := range seen {
			assert.Equal(t, times, 1, name)
		}
		assert.Assert(t, most-least <= 6, "%d parts: %d to %d", n, least, most)
	}
}

// TestDeadline: a point that would take longer than there is time is left for a later call, and shorter ones are not.
func TestDeadline(t *testing.T) {
	t.Parallel()
	var now time.Time
	lab := &countingLab{hold: func(_ context.Context, p Point) error {
		now = now.Add(time.Duration(p.Cost) * time.Second)
		return nil
	}}
	list := manyPoints(5)
	for i, cost := range []int64{10, 10, 10, 1, 1} {
		list[i].Cost = cost
	}
	s, _ := openStore(t)
	o := RunOptions{Jobs: 1, Deadline: now.Add(25 * time.Second), clock: func() time.Time { return now }}
	results, err := RunAll(context.Background(), list, s, lab, o)
	assert.ErrorIs(t, err, ErrTimeLimit)
	assert.Equal(t, results.Len(), 4)
	assert.Equal(t, lab.runs[list[2].Name], 0)

	results, err = RunAll(context.Background(), list, s, lab, RunOptions{Jobs: 1})
	assert.NilError(t, err)
	assert.Equal(t, results.Len(), 5)
	assert.Equal(t, len(lab.runs), 5)
	for name, n := range lab.runs {
		assert.Equal(t, n, 1, name)
	}

	now = o.Deadline // nothing begins
	more := manyPoints(7)
	_, err = RunAll(context.Background(), more, s, lab, o)
	assert.ErrorIs(t, err, ErrTimeLimit)
	assert.Equal(t, len(lab.runs), 5)
}
