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
	unbuilt string               // a scheme that there is no switch of
	refuse  func(Point) error    // refuses points
	change  func(Point, *Result) // a mistake in the hardware
	hold    chan struct{}        // runs wait for it or for the context, if not nil
}

func (l *fakeLab) Version(p experiment.Point) (string, error) {
	n := typed(p).Network
	if n.Scheme == l.unbuilt {
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

// capacity is the throughput at load 1 under uniform traffic.
func capacity(p Point) float64 {
	size := 1.0
	if p.Nodes == 256 {
		size = 0.985
	}
	switch {
	case p.Scheme == VOQnet:
		return 0.99
	case p.Scheme == VOQsw:
		return 0.96
	case p.Scheme == RECNCIOQ:
		return 0.985
	case p.SAQs == 0 || p.Variant == noDetection:
		return 0.66 * size
	case p.Variant == leastMemory:
		return 0.9
	case p.SAQs < 4 && p.Nodes == 256:
		return 0.845
	case p.SAQs < 4:
		return 0.88
	case p.SAQs == 8 && p.Nodes == 256:
		return 0.971
	}
	return (0.97 + 0.001*float64(p.SAQs)) * size
}

// hotCapacity is the throughput in a hot phase.
func hotCapacity(p Point) float64 {
	alone := 1 / float64(p.Nodes)
	switch {
	case p.SAQs == 0 && p.Scheme == RECNIQ, p.Variant == noXoff, p.Variant == noDetection:
		return alone / (p.Hot.Percent / 100)
	case p.Scheme == VOQsw:
		return 0.2
	case p.SAQs == 2:
		return 0.8
	}
	return ((1-p.Hot.Percent/100)*p.Load + alone) * 0.995
}

func fakeResult(p Point) Result {
	uniform := capacity(p) + 0.001*float64(p.Seed%5)
	now := min(p.Load, uniform)
	hot := p.Hot.Percent > 0
	if hot {
		now = hotCapacity(p)
	}
	perTime := func(rate float64, times int) uint64 { return uint64(rate * float64(p.Nodes*times)) }
	r := Result{Received: perTime(now, p.Measure), LatencyHistogram: make([]uint64, 64)}
	latency := 7.0
	if p.Load > uniform || hot && p.SAQs == 0 {
		latency = 3000
	}
	r.LatencySum = uint64(latency * CyclesPerPacket * float64(r.Received))
	r.NetworkLatencySum = r.LatencySum / 2
	r.LatencyMax = uint64(latency * 20)
	r.LatencyHistogram[12] = r.Received
	r.Made, r.Sent, r.PacketsOut = perTime(p.Load, p.Measure), r.Received, r.Received
	if p.SAQs > 0 {
		l := Level{SAQHistogram: make([]uint64, p.SAQs+1), LineSum: 10}
		l.SAQHistogram[0], l.SAQHistogram[min(2, p.SAQs)] = 500_000, 500_000
		switch {
		case p.Load > 0.5:
			l.Allocations = 50_000
			r.Messages, r.XoffMessages = 2000, 1010
		case p.Load == 0.5:
			l.Allocations = 200
		}
		r.Levels = []Level{l, l}
	}
	if p.Interval > 0 {
		sum := uint64(0)
		for t := p.Interval; t <= p.Total; t += p.Interval {
			x := now
			if t > p.Hot.Cycles/CyclesPerPacket+p.Interval && p.SAQs+len(p.Variant) > 0 || p.Scheme != RECNIQ {
				x = min(p.Load, uniform)
			}
			sum += perTime(x, p.Interval)
			r.Delivered = append(r.Delivered, sum)
		}
	}
	r.Digest = p.Seed*2654435761 + uint32(p.SAQs)
	return r
}
