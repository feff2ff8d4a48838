package trees

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"culprit.example/culprit/testbench/experiment"
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
	for _, w := range r.Intervals {
		if list.Traces == nil {
			list.Traces = map[string][]uint64{}
		}
		add := func(name string, x uint64) { list.Traces[name] = append(list.Traces[name], x) }
		add("received", w.Received)
		add("latency_sum", w.LatencySum)
		for bin, n := range w.Histogram {
			add(fmt.Sprintf("latency_%d", bin), n)
		}
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
	case p.Pattern != "":
		return linkShare(p.Nodes, permutations[p.Pattern])
	case p.Scheme == VOQnet && p.Variant == equalMemory:
		return 0.86
	case p.Scheme == VOQnet:
		return 0.99
	case p.Scheme == VOQsw:
		return 0.96
	case p.Scheme == RECNCIOQ:
		return 0.985
	case p.SAQs == 0 || p.Variant == noDetection:
		return 0.66 * size
	case p.Variant == leastMemory, p.Variant == sixteenLeast:
		return 0.9
	case p.SAQs < 4 && p.Nodes == 256:
		return 0.845
	case p.SAQs < 4 && p.Rule == ruleLeafFirst:
		return 0.8
	case p.SAQs < 4:
		return 0.88
	case p.Variant == lateXoff:
		return 0.985
	case p.SAQs == 8 && p.Nodes == 256:
		return 0.971
	}
	return (0.97 + 0.001*float64(p.SAQs)) * size
}

// hotCapacity is the throughput in a hot phase.
func hotCapacity(p Point) float64 {
	alone := 1 / float64(p.Nodes)
	switch {
	case p.Hot.Nodes > 0 && p.Scheme != VOQnet && p.SAQs <= p.Hot.Nodes:
		return 0.6
	case p.Hot.Nodes > 0:
		return 0.75
	case p.Scheme == VOQsw, p.Scheme == RECNCIOQ && p.Variant == noDetection:
		return 0.2
	case p.SAQs == 0 && p.Scheme == RECNIQ, p.Variant == noXoff, p.Variant == noDetection, p.Variant == shallowQueue:
		return alone * (100/p.Hot.Percent + 1)
	case p.SAQs == 2 && p.Rule == ruleLeafFirst && p.Scheme == RECNIQ:
		return 0.7
	case p.SAQs == 2 && p.Scheme == RECNIQ:
		return 0.8
	}
	return ((1-p.Hot.Percent/100)*p.Load + alone) * 0.995
}

// fakeMiddle is a hot phase in the middle: without SAQs latencies rise in it, and long
// after.
func fakeMiddle(p Point, r *Result) {
	var sum uint64
	w := Window{Histogram: make([]uint64, LatencyBins)}
	start := p.Hot.Start / CyclesPerPacket
	end := start + p.Hot.Cycles/CyclesPerPacket
	for t := p.Interval; t <= p.Total; t += p.Interval {
		x, bin, latency := p.Load, 8, 8
		switch hot := t > start && t <= end; {
		case hot && p.SAQs > 0:
			x, latency = hotCapacity(p), 100
		case hot:
			x, bin, latency = hotCapacity(p), 40, 3000
		case t > end && t <= 2*end && p.SAQs == 0:
			x, bin, latency = 0.26, 50, 6000
		}
		n := uint64(x * float64(p.Nodes*p.Interval))
		sum += n
		r.Delivered = append(r.Delivered, sum)
		w.Received, w.LatencySum, w.Histogram = w.Received+n, w.LatencySum+n*uint64(latency*CyclesPerPacket),
			slices.Clone(w.Histogram)
		w.Histogram[bin] += n
		r.Intervals = append(r.Intervals, w)
	}
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
		latency = 7000
	}
	r.LatencySum = uint64(latency * CyclesPerPacket * float64(r.Received))
	r.NetworkLatencySum = r.LatencySum / 2
	r.LatencyMax = uint64(latency * 20)
	r.LatencyHistogram[12] = r.Received
	r.Made, r.Sent, r.PacketsOut = perTime(p.Load, p.Measure), r.Received, r.Received
	if p.SAQs > 0 {
		l := Level{SAQHistogram: make([]uint64, p.SAQs+1), LineSum: 10}
		used := uint64(500_000)
		if p.Pattern != "" { // half of the ports next to the nodes lead from them
			used = 0
			if p.Pattern == "reversal" {
				used = uint64(1_000_000 * senders(p.Nodes) / float64(2*p.Nodes))
			}
			l.SAQHistogram[0], l.SAQHistogram[1] = 1_000_000-used, used
		} else {
			busy := min(2, p.SAQs)
			if p.SAQs == 8 && p.Hot.Percent == 0 { // half of the ports have nearly all
				busy = 5
			}
			if p.Rule == ruleLeafFirst && p.SAQs > 2 {
				busy++
			}
			l.SAQHistogram[0], l.SAQHistogram[busy] = 1_000_000-used, used
		}
		switch {
		case p.Load > 0.5:
			l.Allocations = 50_000
			r.Messages, r.XoffMessages, l.Xoffs, l.Xons = 2000, 1010, 505, 495
			if p.Rule == ruleLeafFirst {
				r.Messages *= 2
			}
		case p.Load == 0.5:
			l.Allocations = 200
		}
		l.Births, l.Deaths = l.Allocations, l.Allocations
		r.Levels = []Level{l, l}
	}
	if p.Latency {
		fakeMiddle(p, &r)
	} else if p.Interval > 0 {
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
