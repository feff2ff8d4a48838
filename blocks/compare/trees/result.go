package trees

import (
	"fmt"
	"math"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// Result is what a network measured. All counts but those of errors and the trace
// are of the window.
type Result struct {
	Made              uint64 // packets that the sources asked for
	Refused           uint64 // of them: the node's queue was full
	Sent              uint64
	Received          uint64
	LatencySum        uint64 // cycles from made to the last beat
	NetworkLatencySum uint64 // cycles from sent to the last beat
	LatencyMax        uint64
	Queued            uint64 // packets in the nodes at the end
	Xoffs             uint64 // that nodes received
	XoffsRefused      uint64

	// On all links, from reset to the end of the run.
	Messages     uint64 // Xoffs and Xons
	XoffMessages uint64
	PacketsOut   uint64 // packets that have left the network

	// Errors since reset.
	OrderErrors   uint64
	PayloadErrors uint64
	Misroutes     uint64
	Failed        bool // some sink saw an error

	LatencyHistogram []uint64 // packets per LatencyBin
	Levels           []Level  // of switches, those next to the nodes first; none: not counted
	Delivered        []uint64 // packets up to the end of each interval
	Intervals        []Window // what was received up to then, if the trace has latencies
	Digest           uint32   // changes with every packet that a sink receives
}

// Window is what the sinks counted from the start of the window up to some time.
type Window struct {
	Received, LatencySum uint64
	Histogram            []uint64 // packets per LatencyBin
}

// Level is what the monitors of one level of switches counted.
type Level struct {
	Allocations  uint64   // SAQs made because of a long cold queue
	Births       uint64   // SAQs of input ports that were made, for that or for a notification
	Deaths       uint64   // of them: freed
	Xoffs, Xons  uint64   // sent upstream over the links
	NoFree       uint64   // cycles in which none was free for that
	Dropped      uint64   // notifications without a free SAQ
	CAMFull      uint64   // Xoffs without a free line at an output port
	SAQHistogram []uint64 // samples of a port with 0, 1, ... valid SAQs
	LineSum      uint64   // valid lines at output ports, over all samples
}

// counters are the fields of a result by the names that fabric_tree gives its
// counters.
func (r *Result) counters() map[string]*uint64 {
	list := map[string]*uint64{
		"made": &r.Made, "refused": &r.Refused, "sent": &r.Sent, "received": &r.Received, "queued": &r.Queued,
		"latency_sum": &r.LatencySum, "network_latency_sum": &r.NetworkLatencySum, "latency_max": &r.LatencyMax,
		"xoffs": &r.Xoffs, "xoffs_refused": &r.XoffsRefused,
		"link_messages": &r.Messages, "link_messages_opening": &r.XoffMessages, "packets_out": &r.PacketsOut,
		"order_errors": &r.OrderErrors, "payload_errors": &r.PayloadErrors, "misroutes": &r.Misroutes,
	}
	for i := range r.LatencyHistogram {
		list[fmt.Sprintf("latency_%d", i)] = &r.LatencyHistogram[i]
	}
	for i := range r.Levels {
		l, level := &r.Levels[i], fmt.Sprintf("level_%d_", i)
		list[level+"allocations"], list[level+"no_free"] = &l.Allocations, &l.NoFree
		list[level+"dropped"], list[level+"cam_full"], list[level+"lines"] = &l.Dropped, &l.CAMFull, &l.LineSum
		list[level+"births"], list[level+"deallocations"], list[level+"xoffs"], list[level+"xons"] = &l.Births, &l.Deaths,
			&l.Xoffs, &l.Xons
		for k := range l.SAQHistogram {
			list[fmt.Sprintf("%ssaqs_%d", level, k)] = &l.SAQHistogram[k]
		}
	}
	return list
}

// resultOf is what the counters of fabric_tree say.
func resultOf(of experiment.Result) Result {
	// grow has as many elements as there are counters of that form.
	grow := func(form string) (list []uint64) {
		for {
			if _, ok := of.Counters[fmt.Sprintf(form, len(list))]; !ok {
				return list
			}
			list = append(list, 0)
		}
	}
	r := Result{Failed: of.Counters["error"] != 0, Digest: uint32(of.Counters["digest"]), Delivered: of.Trace,
		LatencyHistogram: grow("latency_%d")}
	for i := range grow("level_%d_allocations") {
		r.Levels = append(r.Levels, Level{SAQHistogram: grow(fmt.Sprintf("level_%d_saqs_%%d", i))})
	}
	for name, field := range r.counters() {
		*field = of.Counters[name]
	}
	for i := range of.Traces["received"] {
		w := Window{Received: of.Traces["received"][i], LatencySum: of.Traces["latency_sum"][i]}
		for bin := range LatencyBins {
			w.Histogram = append(w.Histogram, of.Traces[fmt.Sprintf("latency_%d", bin)][i])
		}
		r.Intervals = append(r.Intervals, w)
	}
	return r
}

// Since is what was counted after an earlier time.
func (w Window) Since(before Window) Window {
	d := Window{Received: w.Received - before.Received, LatencySum: w.LatencySum - before.LatencySum,
		Histogram: slices.Clone(w.Histogram)}
	for bin, n := range before.Histogram {
		d.Histogram[bin] -= n
	}
	return d
}

// Each are the intervals one by one.
func (r Result) Each() (list []Window) {
	var before Window
	for _, w := range r.Intervals {
		list = append(list, w.Since(before))
		before = w
	}
	return list
}

// Throughput is packets received per packet time and node, in the window.
func (r Result) Throughput(p Point) float64 {
	return float64(r.Received) / (float64(p.Nodes) * float64(p.Measure))
}

// Latency is the mean time from the making of a packet to its last beat, packet
// times; NaN if none was received.
func (r Result) Latency() float64 {
	return float64(r.LatencySum) / CyclesPerPacket / float64(r.Received)
}

// NetworkLatency is Latency without the time in the sending node.
func (r Result) NetworkLatency() float64 {
	return float64(r.NetworkLatencySum) / CyclesPerPacket / float64(r.Received)
}

// LatencyBins is the number of bins of the latency histogram.
const LatencyBins = 64

// LatencyBin is the smallest latency of a bin, packet times. From 4 on there are
// four bins per doubling.
func LatencyBin(bin int) int {
	if bin < 4 {
		return bin
	}
	e := bin/4 + 1
	return 1<<e + bin%4<<(e-2)
}

// Percentile is the latency, packet times, that a share of all packets (0..1) does not
// exceed. The histogram has no more than bins: within one, latencies count as evenly spread,
// and none lies above the maximum. NaN if nothing was received.
func (r Result) Percentile(share float64) float64 {
	return percentile(r.LatencyHistogram, share, float64(r.LatencyMax)/CyclesPerPacket)
}

// percentile is that of a histogram whose values are at most largest.
func percentile(histogram []uint64, share, largest float64) float64 {
	var total uint64
	for _, n := range histogram {
		total += n
	}
	if total == 0 {
		return math.NaN()
	}
	want, below := share*float64(total), 0.0
	for bin, n := range histogram {
		if n == 0 {
			continue
		}
		if in := float64(n); below+in < want && bin < LatencyBins-1 {
			below += in
			continue
		}
		from, to := float64(LatencyBin(bin)), largest
		if bin < LatencyBins-1 {
			to = min(to, float64(LatencyBin(bin+1)))
		}
		return min(from+(to-from)*min(1, (want-below)/float64(n)), largest)
	}
	return largest
}

// Errors is the number of packets that came wrong.
func (r Result) Errors() uint64 {
	n := r.OrderErrors + r.PayloadErrors + r.Misroutes
	if n == 0 && r.Failed {
		return 1
	}
	return n
}

// Trace is the throughput in each interval.
func (r Result) Trace(p Point) []float64 {
	var trace []float64
	var before uint64
	for _, n := range r.Delivered {
		trace = append(trace, float64(n-before)/(float64(p.Nodes)*float64(p.Interval)))
		before = n
	}
	return trace
}

// Allocations is the sum over all levels.
func (r Result) Allocations() uint64 {
	var n uint64
	for _, l := range r.Levels {
		n += l.Allocations
	}
	return n
}

// looks is how many samples of a port there are.
func (l Level) looks() float64 {
	n := uint64(0)
	for _, count := range l.SAQHistogram {
		n += count
	}
	return float64(n)
}

// MeanSAQs is the mean number of valid SAQs per port, NaN without samples.
func (l Level) MeanSAQs() float64 {
	sum := 0.0
	for n, count := range l.SAQHistogram {
		sum += float64(n) * float64(count)
	}
	return sum / l.looks()
}

// BusierHalf is the mean of that half of the samples that has the most SAQs, NaN
// without samples. The ports on the way up have SAQs and the others hardly ever,
// and a level has as many of one as of the other: this is at least the mean of
// those on the way up.
func (l Level) BusierHalf() float64 {
	half := l.looks() / 2
	sum, rest := 0.0, half
	for n := len(l.SAQHistogram) - 1; n >= 0; n-- {
		take := min(rest, float64(l.SAQHistogram[n]))
		sum += float64(n) * take
		rest -= take
	}
	return sum / half
}

// Percentile is the number of SAQs of which a share of the samples (0..1) has no
// more, NaN without samples.
func (l Level) Percentile(share float64) float64 {
	sum, want := 0.0, share*l.looks()
	for n, count := range l.SAQHistogram {
		if sum += float64(count); sum >= want && sum > 0 {
			return float64(n)
		}
	}
	return math.NaN()
}

// MeanLines is the mean number of valid lines per output port, NaN without
// samples.
func (l Level) MeanLines() float64 {
	return float64(l.LineSum) / l.looks()
}

// AllLevels adds the levels up.
func (r Result) AllLevels() Level {
	var all Level
	for _, l := range r.Levels {
		all.Allocations += l.Allocations
		all.Births += l.Births
		all.Deaths += l.Deaths
		all.Xoffs += l.Xoffs
		all.Xons += l.Xons
		all.NoFree += l.NoFree
		all.Dropped += l.Dropped
		all.CAMFull += l.CAMFull
		all.LineSum += l.LineSum
		for n, count := range l.SAQHistogram {
			for len(all.SAQHistogram) <= n {
				all.SAQHistogram = append(all.SAQHistogram, 0)
			}
			all.SAQHistogram[n] += count
		}
	}
	return all
}

// Latency is the mean latency of the packets received, packet times; NaN if there
// was none.
func (w Window) Latency() float64 {
	return float64(w.LatencySum) / CyclesPerPacket / float64(w.Received)
}

// Median is the latency, packet times, that half of the packets do not exceed, as
// Result.Percentile has it. The last bin counts as if it had no width: a window has no
// maximum.
func (w Window) Median() float64 {
	return percentile(w.Histogram, 0.5, float64(LatencyBin(LatencyBins-1)))
}
