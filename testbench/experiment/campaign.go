package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"culprit.example/culprit/internal/lease"
)

// Lab builds what points run on.
type Lab interface {
	// Version identifies the netlist of a point: equal versions, equal results.
	Version(Point) (string, error)
	// NewMachine makes a machine, to be used by one goroutine.
	NewMachine() Machine
}

// Machine runs points, one after the other.
type Machine interface {
	// Run measures a point. It calls progress now and then with the part of the
	// run (0 to 1) that is done. It ends with the context's error when that is
	// done.
	Run(ctx context.Context, p Point, progress func(part float64)) (Result, error)
}

// RunOptions say how RunAll works.
type RunOptions struct {
	Jobs int // machines that run at the same time
	// Progress, if not nil, is told how much is done. Work is in units of
	// similar time; done points of the store do not count.
	Progress func(Progress)
	// Deadline, if not zero, is when all is to be over: no point is begun that would take longer, by the time that
	// those before it took. RunAll ends with ErrTimeLimit if it leaves points for that.
	Deadline time.Time

	clock func() time.Time // nil: time.Now
}

func (o RunOptions) now() time.Time {
	if o.clock != nil {
		return o.clock()
	}
	return time.Now()
}

// ErrTimeLimit is the error of RunAll when points are left that would not end in time.
var ErrTimeLimit = errors.New("the time limit is over")

// Progress is the state of RunAll.
type Progress struct {
	Work, Total  int64
	Points, Todo int
	Last         string // the name of the point that was finished last, "" before the first
}

// campaign is RunAll at work.
type campaign struct {
	store    *Store
	lab      Lab
	options  RunOptions
	versions map[string]string // of netlists, by Point.design

	choosing sync.Mutex      // of what follows
	todo     []Point         // that nobody here has begun
	again    map[string]bool // points whose result has errors and is of an earlier call, by Point.id
	late     bool            // a point was left because of the deadline
	spent    time.Duration   // that points of the cost took together
	cost     int64

	mu      sync.Mutex
	results Results
	done    map[string]float64 // part of each point, by Point.id
	state   Progress
	err     error
}

// RunAll measures the points that the store does not have, several at a time, the
// longest first, and stores each when it is done. Points that another process measures
// come last: it waits for them, or measures them when that process has ended without a
// result. It returns the results of all points; with an error, of those that are done,
// which stay in the store.
func RunAll(ctx context.Context, points []Point, store *Store, lab Lab, o RunOptions) (Results, error) {
	c := &campaign{store: store, lab: lab, options: o, versions: map[string]string{}, again: map[string]bool{},
		done: map[string]float64{}}
	err := c.prepare(ctx, points)
	if err == nil {
		err = c.run(ctx)
	}
	return c.results, err
}

// run measures what there is to do.
func (c *campaign) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	for range min(max(c.options.Jobs, 1), len(c.todo)) {
		group.Add(1)
		go func() {
			defer group.Done()
			if err := c.work(ctx, c.lab.NewMachine()); err != nil {
				c.fail(err)
				cancel()
			}
		}()
	}
	group.Wait()
	if c.err == nil && c.late {
		return ErrTimeLimit
	}
	return c.err
}

// tooLong reports whether a point would not end before the deadline: by the time that those before it took, or, with
// none before it, if the deadline is over.
func (c *campaign) tooLong(p Point) bool {
	if c.options.Deadline.IsZero() {
		return false
	}
	needs := time.Duration(0)
	if c.cost > 0 {
		needs = time.Duration(float64(p.Cost) * float64(c.spent) / float64(c.cost))
	}
	return c.options.Deadline.Sub(c.options.now()) <= needs
}

// prepare takes from the store what is there and puts the rest in order.
func (c *campaign) prepare(ctx context.Context, points []Point) error {
	rank := map[string]int{} // of the netlists, in the order in which the plan needs them
	for _, p := range points {
		if err := ctx.Err(); err != nil {
			return err
		}
		version, ok := c.versions[p.design()]
		if !ok {
			var err error
			if version, err = c.lab.Version(p); err != nil {
				return fmt.Errorf("%s: %w", p, err)
			}
			c.versions[p.design()] = version
		}
		if _, ok := rank[version]; !ok {
			rank[version] = len(rank)
		}
		if r, ok := c.store.Get(p, version); ok {
			c.results.Put(p, r)
			continue
		}
		if _, ok := c.store.read(p, version); ok {
			c.again[p.id()] = true
		}
		c.todo = append(c.todo, p)
		c.state.Total += p.Cost
	}
	c.state.Todo = len(c.todo)
	// Points of one netlist stay together, so that a machine can go on with the
	// netlist that it has.
	slices.SortStableFunc(c.todo, func(a, b Point) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(rank[c.versions[a.design()]], rank[c.versions[b.design()]]))
	})
	c.report()
	return nil
}

// work runs points on a machine until none is left.
func (c *campaign) work(ctx context.Context, m Machine) error {
	for {
		p, held, err := c.next(ctx)
		if err != nil || held == nil {
			return err
		}
		if err := c.measure(ctx, m, p, held); err != nil {
			return err
		}
	}
}

// measure runs a point on a machine. A point whose lease is lost is left to the one who has it now.
func (c *campaign) measure(ctx context.Context, m Machine, p Point, held *lease.Lease) error {
	defer held.Release()
	mine, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-held.Lost():
			cancel()
		case <-mine.Done():
		}
	}()
	began := c.options.now()
	r, err := m.Run(mine, p, func(part float64) { c.progress(p, part) })
	if err != nil && mine.Err() != nil && ctx.Err() == nil {
		c.choosing.Lock()
		defer c.choosing.Unlock()
		c.todo = append(c.todo, p)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	if err := c.store.Put(p, c.versions[p.design()], r); err != nil {
		return err
	}
	c.choosing.Lock()
	c.spent, c.cost = c.spent+c.options.now().Sub(began), c.cost+p.Cost
	c.choosing.Unlock()
	c.finished(p, r)
	return nil
}

// finished counts a point that has a result.
func (c *campaign) finished(p Point, r Result) {
	c.mu.Lock()
	c.results.Put(p, r)
	c.state.Points++
	c.state.Last = p.Name
	c.mu.Unlock()
	c.progress(p, 1)
}

// look is how often points are looked at that other processes measure.
const look = time.Second

// next is a point to measure, with its lease; nil if none is left.
func (c *campaign) next(ctx context.Context) (Point, *lease.Lease, error) {
	for {
		p, held, left, err := c.free()
		if err != nil || held != nil || !left {
			return p, held, err
		}
		select {
		case <-ctx.Done():
			return Point{}, nil, ctx.Err()
		case <-time.After(look):
		}
	}
}

// free is the first point that nobody measures, with its lease; nil if there is none. It takes from
// the store what others have put there. left reports whether others measure points. Points that would take too long are
// left alone.
func (c *campaign) free() (p Point, held *lease.Lease, left bool, err error) {
	c.choosing.Lock()
	defer c.choosing.Unlock()
	late := 0
	for i := 0; i < len(c.todo) && !c.failed(); {
		p := c.todo[i]
		version := c.versions[p.design()]
		held, err := c.store.reserve(p, version)
		if err != nil {
			return p, nil, false, err
		}
		if held == nil {
			delete(c.again, p.id()) // the other one does it again
			i++
			continue
		}
		r, done := c.store.read(p, version)
		measured := done && !c.again[p.id()]
		if !measured && c.tooLong(p) {
			held.Release()
			c.late = true
			late++
			i++
			continue
		}
		c.todo = slices.Delete(c.todo, i, i+1)
		if !measured {
			return p, held, true, nil
		}
		held.Release()
		c.finished(p, r)
	}
	return p, nil, len(c.todo) > late && !c.failed(), nil
}

func (c *campaign) failed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err != nil
}

// fail keeps the first error: others follow from the end that it causes.
func (c *campaign) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

func (c *campaign) progress(p Point, part float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := p.id()
	c.state.Work += int64(part*float64(p.Cost)) - int64(c.done[id]*float64(p.Cost))
	c.done[id] = part
	c.report()
}

func (c *campaign) report() {
	if c.options.Progress != nil {
		c.options.Progress(c.state)
	}
}
