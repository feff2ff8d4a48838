package experiment

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"culprit/testbench/experiment"
)

// fakeLab is a model of a network in a few lines: known throughputs, latencies
// that grow with the load. It counts what is asked of it.
type fakeLab struct {
	mu      sync.Mutex
	runs    []Point
	version string               // part of every version
	refuse  func(Point) error    // refuses points
	change  func(Point, *Result) // a mistake in the hardware
	hold    chan struct{}        // runs wait for it or for the context, if not nil
}

func (l *fakeLab) Version(p experiment.Point) (string, error) {
	n := typed(p).Network
	if n.Scheme == RECNCIOQ {
		return "", errors.New("there is no such switch")
	}
	return fmt.Sprintf("%s-%+v", l.version, n), nil
}

func (l *fakeLab) NewMachine() experiment.Machine { return l }

// typed is a point as the plan of this package made it.
func typed(p experiment.Point) Point { return p.Spec.(Point) }

// counted is a result as the counters of fabric_tree that say it.
func counted(r Result) experiment.Result {
	list := experiment.Result{Counters: map[string]uint64{"digest": uint64(r.Digest)}, Trace: r.Delivered}
	if r.Failed {
		list.Counters["error"] = 1
	}
	for name, field := range r.counters() {
		list.Counters[name] = *field
	}
	return list
}

func (l *fakeLab) Run(ctx context.Context, given experiment.Point, progress func(float64)) (experiment.Result, error) {
	p := typed(given)
	progress(0.5)
	if l.hold != nil {
		select {
		case <-l.hold:
		case <-ctx.Done():
			return experiment.Result{}, ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs = append(l.runs, p)
	if l.refuse != nil {
		if err := l.refuse(p); err != nil {
			return experiment.Result{}, err
		}
	}
	r := fakeResult(p)
	if l.change != nil {
		l.change(p, &r)
	}
	return counted(r), nil
}

// capacity is the throughput at load 1 under uniform traffic and in a hot phase.
func capacity(p Point) (uniform, hot float64) {
	switch {
	case p.Scheme == VOQnet:
		return 0.99, 0.91
	case p.Scheme == VOQsw:
		return 0.95, 0.2
	case p.SAQs == 0:
		return 0.66, 10 / float64(p.Nodes)
	case p.SAQs < 4:
		return 0.90, 0.80
	}
	return 0.97 + 0.001*float64(p.SAQs), 0.90
}

func fakeResult(p Point) Result {
	uniform, hot := capacity(p)
	jitter := 0.001 * float64(p.Seed%5)
	now := min(p.Load, uniform+jitter)
	if p.Hot.Percent > 0 {
		now = min(p.Load, hot+jitter)
		if p.SAQs == 0 && p.Scheme == RECNIQ {
			now = 10 / float64(p.Nodes)
		}
		if p.Nodes == 256 && p.SAQs == 0 {
			now = 0.04
		}
	}
	perTime := func(rate float64, times int) uint64 { return uint64(rate * float64(p.Nodes*times)) }
	r := Result{Received: perTime(now, p.Measure), LatencyHistogram: make([]uint64, 64)}
	latency := 7.0
	if p.Load > uniform || p.Hot.Percent > 0 && p.SAQs == 0 {
		latency = 3000
	}
	r.LatencySum = uint64(latency * CyclesPerPacket * float64(r.Received))
	r.LatencyMax = uint64(latency * 20)
	r.LatencyHistogram[12] = r.Received
	r.Made, r.Sent = perTime(p.Load, p.Measure), r.Received
	if p.SAQs > 0 {
		l := Level{SAQHistogram: make([]uint64, p.SAQs+1), LineSum: 10}
		l.SAQHistogram[1] = 1_000_000
		if p.Load > 0.5 {
			l.Allocations = 5
		}
		r.Levels = []Level{l, l}
	}
	if p.Interval > 0 {
		sum := uint64(0)
		for t := p.Interval; t <= p.Total; t += p.Interval {
			x := now
			if t > p.Hot.Cycles/CyclesPerPacket+p.Interval && !(p.Nodes == 256 && p.SAQs == 0) {
				x = min(p.Load, uniform)
			}
			sum += perTime(x, p.Interval)
			r.Delivered = append(r.Delivered, sum)
		}
	}
	r.Digest = p.Seed*2654435761 + uint32(p.SAQs)
	return r
}
