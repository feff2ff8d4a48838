package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// Judgement is claims.json.
type Judgement struct {
	Experiment string    `json:"experiment"`
	Passed     bool      `json:"passed"`     // no claim failed
	Seeds      []uint32  `json:"seeds"`      //
	Deviations []string  `json:"deviations"` // settings that are not the papers'
	Claims     []Verdict `json:"claims"`
}

// Judgement of the verdicts.
func (p *Plan) Judgement(verdicts []Verdict) Judgement {
	j := Judgement{p.Experiment.Name, Outcome{Verdicts: verdicts}.Passed(), p.seeds, p.Deviations, verdicts}
	if j.Deviations == nil {
		j.Deviations = []string{}
	}
	return j
}

// claimFiles are claims.json and claims.md.
func (p *Plan) claimFiles(verdicts []Verdict) []File {
	text, err := json.MarshalIndent(p.Judgement(verdicts), "", "  ")
	if err != nil {
		panic("BUG: verdicts cannot be written as JSON: " + err.Error())
	}
	return []File{{"claims.json", append(text, '\n')}, {"claims.md", p.markdown(verdicts)}}
}

// markdown is claims.md: a table for people.
func (p *Plan) markdown(verdicts []Verdict) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", p.Experiment.Name, p.Experiment.Doc)
	if len(p.Points) > 0 {
		fmt.Fprintf(&b, "Seeds: %s. A claim holds if it holds for every seed.", seedList(p.seeds))
	}
	if len(p.Deviations) > 0 {
		fmt.Fprintf(&b, "\nNot the papers' set-up: %s.", strings.Join(p.Deviations, ", "))
	}
	fmt.Fprint(&b, "\n\n| claim | what the paper says | measured | mean | smallest | largest | expected | result |\n|---|---|---|---|---|---|---|---|\n")
	for _, v := range verdicts {
		if v.State == NotCovered {
			fmt.Fprintf(&b, "| %s | %s (%s) | | | | | | not covered: needs %s |\n", v.ID, v.Text, v.Source, v.Missing)
			continue
		}
		for i, f := range v.Conditions {
			id, text := v.ID, v.Text+" ("+v.Source+")"
			if i > 0 {
				id, text = "", ""
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", id, text, f.What, Figure(f.Mean), Figure(f.Min), Figure(f.Max), f.Expected, f.State())
		}
	}
	return b.Bytes()
}

// State is the result of a condition in a word.
func (f Finding) State() string {
	if f.Passed {
		return Passed
	}
	return Failed
}

// Figure prints a value with as many digits as people read: four, or all of a
// whole number.
func Figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return number(x)
	}
	return fmt.Sprintf("%.4g", x)
}

func seedList(seeds []uint32) string {
	var list []string
	for _, s := range seeds {
		list = append(list, fmt.Sprint(s))
	}
	return strings.Join(list, ", ")
}

// Tables are the CSV files of the points that have a result: points.csv,
// traces.csv with the curves over time, levels.csv with what the switches
// counted. Without points there are none.
func (p *Plan) Tables(results map[Point]Result) []File {
	if len(p.Points) == 0 {
		return nil
	}
	var points, traces, levels bytes.Buffer
	fmt.Fprintln(&points, keyColumns+",slots,detect,xoff,xon,link_latency,ready_bit,queue,warmup,measure,total,throughput,latency_mean,latency_p50,latency_p95,latency_p99,latency_max,network_latency_mean,"+
		"made,refused,sent,received,queued,xoffs,xoffs_refused,order_errors,payload_errors,misroutes,allocations,mean_saqs,digest")
	fmt.Fprintln(&traces, keyColumns+",time,throughput")
	fmt.Fprintln(&levels, keyColumns+",level,allocations,no_free,dropped,cam_full,mean_saqs,mean_saqs_busier_half,mean_lines,saqs_0,saqs_1,saqs_2,saqs_3,saqs_4,saqs_5,saqs_6,saqs_7,saqs_8")
	for _, point := range p.Points {
		if r, ok := results[point]; ok {
			pointRow(&points, point, r)
			traceRows(&traces, point, r)
			levelRows(&levels, point, r)
		}
	}
	return []File{{"points.csv", points.Bytes()}, {"traces.csv", traces.Bytes()}, {"levels.csv", levels.Bytes()}}
}

// keyColumns begin every row.
const keyColumns = "nodes,scheme,saqs,load,hot_percent,hot_node,hot_cycles,seed"

func key(p Point) string {
	return fmt.Sprintf("%d,%s,%d,%s,%s,%d,%d,%d", p.Nodes, p.Scheme, p.SAQs, number(p.Load), number(p.Hot.Percent), p.Hot.Node, p.Hot.Cycles, p.Seed)
}

func pointRow(b *bytes.Buffer, p Point, r Result) {
	fmt.Fprintf(b, "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d", key(p), p.Slots, p.Detect, p.Xoff, p.Xon, p.LinkLatency, p.ReadyBit, p.Queue, p.Warmup, p.Measure, p.Total)
	for _, x := range []float64{r.Throughput(p), r.Latency(), r.Percentile(0.5), r.Percentile(0.95), r.Percentile(0.99), float64(r.LatencyMax) / CyclesPerPacket, r.NetworkLatency()} {
		fmt.Fprintf(b, ",%s", cell(x))
	}
	for _, n := range []uint64{r.Made, r.Refused, r.Sent, r.Received, r.Queued, r.Xoffs, r.XoffsRefused, r.OrderErrors, r.PayloadErrors, r.Misroutes, r.Allocations()} {
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
		fmt.Fprintf(b, "%s,%d,%s\n", key(p), (i+1)*p.Interval, cell(x))
	}
}

func levelRows(b *bytes.Buffer, p Point, r Result) {
	for i, l := range r.Levels {
		fmt.Fprintf(b, "%s,%d,%d,%d,%d,%d,%s,%s,%s", key(p), i, l.Allocations, l.NoFree, l.Dropped, l.CAMFull, cell(l.MeanSAQs()), cell(l.BusierHalf()), cell(l.MeanLines()))
		for k := range 9 {
			n := uint64(0)
			if k < len(l.SAQHistogram) {
				n = l.SAQHistogram[k]
			}
			fmt.Fprintf(b, ",%d", n)
		}
		fmt.Fprintln(b)
	}
}
