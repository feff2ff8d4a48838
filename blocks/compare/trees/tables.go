package trees

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"culprit.example/culprit/testbench/experiment"
)

// tables are the CSV files of the points that have a result: points.csv, with the mean
// latencies at that clock, too, traces.csv with the curves over time, levels.csv with
// what the switches counted.
func tables(mhz float64) func(m *experiment.Measured) []experiment.File {
	return func(m *experiment.Measured) []experiment.File { return tablesOf(m, mhz) }
}

func tablesOf(m *experiment.Measured, mhz float64) []experiment.File {
	var points, traces, levels bytes.Buffer
	fmt.Fprintln(&points, header(pointColumns))
	fmt.Fprintln(&traces, header(traceColumns))
	fmt.Fprintln(&levels, header(levelColumns))
	for _, measured := range m.Points() {
		r := runOf(measured)
		pointRow(&points, r.point, r.result, steadiness(measured), mhz)
		traceRows(&traces, r.point, r.result)
		levelRows(&levels, r.point, r.result)
	}
	return []experiment.File{
		{Path: "points.csv", Data: points.Bytes()}, {Path: "traces.csv", Data: traces.Bytes()},
		{Path: "levels.csv", Data: levels.Bytes()}, columnsFile(),
	}
}

func key(p Point) string {
	rule := ""
	if p.setup(1).hasRule() {
		rule = p.Rule
	}
	return fmt.Sprintf("%d,%s,%d,%s,%s,%s,%s,%s,%d,%d,%d,%d,%d", p.Nodes, p.Scheme, p.SAQs, rule, p.Variant,
		experiment.Number(p.Load), p.Pattern, experiment.Number(p.Hot.Percent), p.Hot.Node, p.Hot.Nodes, p.Hot.Start,
		p.Hot.Cycles, p.Seed)
}

// steadiness are the columns steady_rate and steady_latency.
func steadiness(r experiment.Run) string {
	if r.Result.Halves == nil {
		return ","
	}
	var list []string
	for _, q := range []experiment.Quantity{experiment.OfRate, experiment.OfMean} {
		if r.Unsteady(q) == "" {
			list = append(list, "1")
		} else {
			list = append(list, "0")
		}
	}
	return strings.Join(list, ",")
}

func pointRow(b *bytes.Buffer, p Point, r Result, steady string, mhz float64) {
	fmt.Fprintf(b, "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d", key(p), p.Slots, p.Detect, p.Xoff, p.Xon, p.LinkLatency, p.Queue,
		p.Warmup, p.Measure, p.Total)
	for _, x := range []float64{r.Throughput(p), r.Latency(), r.Percentile(0.5), r.Percentile(0.95), r.Percentile(0.99),
		float64(r.LatencyMax) / CyclesPerPacket, r.NetworkLatency()} {
		fmt.Fprintf(b, ",%s", cell(x))
	}
	for _, x := range []float64{r.Latency(), r.NetworkLatency()} {
		fmt.Fprintf(b, ",%s,%s", cell(inCycles(x)), cell(inNanoseconds(x, mhz)))
	}
	fmt.Fprintf(b, ",%s", steady)
	for _, n := range []uint64{r.Made, r.Refused, r.Sent, r.Received, r.Queued, r.Xoffs, r.XoffsRefused, r.OrderErrors,
		r.PayloadErrors, r.Misroutes, r.Allocations(), r.Messages, r.XoffMessages} {
		fmt.Fprintf(b, ",%d", n)
	}
	fmt.Fprintf(b, ",%s,%08x\n", cell(r.AllLevels().MeanSAQs()), r.Digest)
}

// cell is a number of a table, empty if there is none.
func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.6g", x)
}

func traceRows(b *bytes.Buffer, p Point, r Result) {
	for i, x := range r.Trace(p) {
		mean, median := math.NaN(), math.NaN()
		if each := r.Each(); i < len(each) {
			mean, median = each[i].Latency(), each[i].Median()
		}
		fmt.Fprintf(b, "%s,%d,%s,%s,%s\n", key(p), (i+1)*p.Interval, cell(x), cell(mean), cell(median))
	}
}

func levelRows(b *bytes.Buffer, p Point, r Result) {
	for i, l := range r.Levels {
		fmt.Fprintf(b, "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s,%s,%s,%s", key(p), i, l.Allocations, l.Births, l.Deaths, l.Xoffs,
			l.Xons, l.NoFree, l.Dropped, l.CAMFull, cell(l.MeanSAQs()), cell(l.BusierHalf()), cell(l.Percentile(0.99)),
			cell(l.MeanLines()))
		for k := range levelSAQs {
			n := uint64(0)
			if k < len(l.SAQHistogram) {
				n = l.SAQHistogram[k]
			}
			fmt.Fprintf(b, ",%d", n)
		}
		fmt.Fprintln(b)
	}
}
