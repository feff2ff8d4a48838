package schemes

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"culprit.example/culprit/testbench/experiment"
)

// idealName is the ideal network in tables.
const idealName = "ideal"

// column is a column of a table of results.
type column struct {
	name, doc string
	of        func(r result) string
}

// columns of summary.csv and runs.csv.
var columns = []column{
	{"offered", "packets of messages that began in the window, per packet time and node",
		func(r result) string { return figure(r.rate("offered_rest") + r.rate("offered_hot")) }},
	{"accepted", "packets that arrived in the window, per packet time and node",
		func(r result) string { return figure(r.rate("accepted_rest") + r.rate("accepted_hot")) }},
	{"victims", "of the load that was offered to nodes that are not hot, the part that arrived, both in the window",
		func(r result) string { return figure(r.goodput()) }},
	{"messages", "messages whose time counts", func(r result) string { return figure(r.sum("messages")) }},
	{"unfinished", "of them: had not arrived at the end; they count as slower than all others",
		func(r result) string { return figure(r.sum("unfinished")) }},
	{"slowdown_mean", "time of a message, of its time on wires alone; mean of those that arrived",
		func(r result) string { return figure(r.slowdowns("").Mean()) }},
	{"slowdown_p50", "the same, not exceeded by half of all", percentileOf("", 0.5)},
	{"slowdown_p99", "the same, not exceeded by 99 %; needs 1,000 messages", percentileOf("", 0.99)},
	{"slowdown_p999", "the same, not exceeded by 99.9 %; needs 10,000 messages", percentileOf("", 0.999)},
	{"victims_p50", "slowdown of messages to nodes that are not hot, not exceeded by half", percentileOf("rest", 0.5)},
	{"victims_p99", "the same, not exceeded by 99 %", percentileOf("rest", 0.99)},
	{"last", "from the begin of messages that no load makes to the arrival of the last one, packet times",
		func(r result) string { return figure(r.last() / cyclesPerPacket) }},
	{"network_mean", "time of a packet from its node's link to the other end, in 8 bytes of a node's link; mean",
		func(r result) string { return figure(r.sum("transit_sum") / r.sum("packets")) }},
	{"network_p99", "the same, not exceeded by 99 %", func(r result) string {
		x, ok := r.transits().Percentile(0.99)
		return figureIf(x, ok)
	}},
	{"jain_hot", "fairness of sources, by what arrived at hot nodes",
		func(r result) string { return figure(r.jain("hot")) }},
	{"jain_rest", "fairness of sources, by what arrived at the others",
		func(r result) string { return figure(r.jain("rest")) }},
	{"peak_network", "most packets in the network, within one per node",
		func(r result) string { return figure(r.most("peak_network")) }},
	{"peak_backlog", "most packets in and in front of the nodes",
		func(r result) string { return figure(r.most("peak_backlog")) }},
	{"recovered", "from the end of a hot-spot until 4 packets per node or less wait in and in front of the nodes, packet times",
		func(r result) string { return figure(r.recovered()) }},
	{"steady", "1: the halves of the window agree in what arrived", func(r result) string {
		if r.steady() {
			return "1"
		}
		return "0"
	}},
}

// percentileOf is a percentile of slowdowns; ">T" if it was not reached until the end.
func percentileOf(group string, share float64) func(r result) string {
	return func(r result) string {
		d := r.slowdowns(group)
		if d.Count() > 0 && !d.Reached(share) {
			return ">T"
		}
		x, ok := d.Percentile(share)
		return figureIf(x, ok)
	}
}

// figure prints a number to four digits; what is none is empty.
func figure(x float64) string { return figureIf(x, !math.IsNaN(x) && !math.IsInf(x, 0)) }

func figureIf(x float64, ok bool) string {
	switch {
	case !ok:
		return ""
	case x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// tables are summary.csv, with the seeds together, runs.csv, paired.csv, series.csv, memory.csv, columns.csv,
// and the heat maps.
func (p planned) tables(m *experiment.Measured) []experiment.File {
	summary, runs := newTable("workload", "scheme", "seeds"), newTable("workload", "scheme", "seed")
	paired := newTable("workload", "scheme", "with", "quantity", "seeds", "difference", "interval_95")
	series := newTable("workload", "scheme", "seed", "time", "rest", "hot", "backlog")
	for _, c := range columns {
		summary.names, runs.names = append(summary.names, c.name), append(runs.names, c.name)
	}
	p.each(m, func(traffic, scheme string, list []result, together result) {
		summary.row(append([]string{traffic, scheme, fmt.Sprint(len(list))}, cells(together)...)...)
		for _, r := range list {
			seed := fmt.Sprint(r.spec.setup.Seed)
			runs.row(append([]string{traffic, scheme, seed}, cells(r)...)...)
			seriesRows(series, traffic, scheme, seed, r)
		}
	})
	p.pairs(m, paired)
	memory := newTable("scheme", "ports", "bits_per_port", "bits_per_node", "bits", "packets")
	for _, key := range p.v.Words("schemes") {
		x := schemeOf(key).system.memory(p)
		memory.row(key, fmt.Sprint(x.ports), fmt.Sprint(x.portBits), fmt.Sprint(x.nodeBits), fmt.Sprint(x.bits(p.nodes)),
			fmt.Sprint(x.bits(p.nodes)/x.packet))
	}
	about := newTable("column", "meaning")
	for _, c := range columns {
		about.row(c.name, c.doc)
	}
	files := []experiment.File{summary.file("summary.csv"), runs.file("runs.csv"), paired.file("paired.csv"),
		series.file("series.csv"), memory.file("memory.csv"), about.file("columns.csv"), p.markdown(summary)}
	return append(files, p.heatMaps(m)...)
}

// each calls for every workload and scheme, the ideal network last, with the results of the seeds.
func (p planned) each(m *experiment.Measured, f func(traffic, scheme string, list []result, together result)) {
	for _, w := range p.traffic {
		var beside []result
		for _, key := range p.v.Words("schemes") {
			list := p.measured(m, w.Name, key)
			if len(list) == 0 {
				continue
			}
			f(w.Name, key, list, pooled(list))
			beside = list
		}
		if bound := p.bounds(beside); len(bound) > 0 {
			f(w.Name, idealName, bound, pooled(bound))
		}
	}
}

// bounds are the results of the ideal network with the same messages.
func (p planned) bounds(list []result) (bounds []result) {
	for _, r := range list {
		point := p.point(r.spec.scheme, r.spec.workload, r.spec.setup.Seed)
		bounds = append(bounds, result{r.spec, []experiment.Result{p.ideals.of(point)}})
	}
	return bounds
}

// measured are the results of a workload in a scheme, by seed.
func (p planned) measured(m *experiment.Measured, traffic, scheme string) (list []result) {
	for _, seed := range m.Seeds() {
		if r, ok := m.Run(runName(traffic, scheme), seed); ok {
			list = append(list, one(r))
		}
	}
	return list
}

// pooled are the results of several seeds together.
func pooled(list []result) result {
	all := result{spec: list[0].spec}
	for _, r := range list {
		all.runs = append(all.runs, r.runs...)
	}
	return all
}

func cells(r result) (list []string) {
	for _, c := range columns {
		list = append(list, c.of(r))
	}
	return list
}

// seriesRows are what happened over time.
func seriesRows(t *table, traffic, scheme, seed string, r result) {
	x := r.runs[0]
	rest, hot := x.Lists["series_rest"], x.Lists["series_hot"]
	for i, backlog := range x.Lists["backlog"] {
		at := func(list []uint64) string {
			if i >= len(list) {
				return "0"
			}
			return figure(float64(list[i]) / float64(r.spec.setup.Nodes*r.spec.setup.Sample))
		}
		t.row(traffic, scheme, seed, fmt.Sprint((i+1)*r.spec.setup.Sample), at(rest), at(hot), fmt.Sprint(backlog))
	}
}

// pairs compares every scheme with the last one of the setting, seed by seed: the same messages in the same cycles.
func (p planned) pairs(m *experiment.Measured, t *table) {
	words := p.v.Words("schemes")
	with := words[len(words)-1]
	for _, w := range p.traffic {
		base := p.measured(m, w.Name, with)
		for _, key := range words[:len(words)-1] {
			list := p.measured(m, w.Name, key)
			for _, q := range pairedQuantities {
				var differences []float64
				for i := range min(len(list), len(base)) {
					differences = append(differences, q.of(list[i])-q.of(base[i]))
				}
				mean, half := interval(differences)
				t.row(w.Name, key, with, q.name, fmt.Sprint(len(differences)), figure(mean), figure(half))
			}
		}
	}
}

// pairedQuantities are what is compared seed by seed.
var pairedQuantities = []struct {
	name string
	of   func(r result) float64
}{
	{"accepted", func(r result) float64 { return r.rate("accepted_rest") + r.rate("accepted_hot") }},
	{"slowdown_mean", func(r result) float64 { return r.slowdowns("").Mean() }},
	{"last", func(r result) float64 { return r.last() / cyclesPerPacket }},
}

// interval is the mean of some numbers, and half of its interval of 95 % confidence by Student's
// distribution; NaN with less than two.
func interval(list []float64) (mean, half float64) {
	n := float64(len(list))
	for _, x := range list {
		mean += x / n
	}
	if len(list) < 2 {
		return mean, math.NaN()
	}
	squares := 0.0
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	return mean, quantile(len(list)-1) * math.Sqrt(squares/(n-1)/n)
}

// quantile is the 97.5 % quantile of Student's distribution with that many degrees of freedom. Beyond the table it is
// that of the last one, which is larger.
func quantile(freedom int) float64 {
	table := []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
		2.131, 2.120, 2.110, 2.101, 2.093, 2.086}
	return table[min(freedom, len(table))-1]
}

// table is a table of texts.
type table struct {
	names []string
	rows  [][]string
}

func newTable(names ...string) *table { return &table{names: names} }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) file(name string) experiment.File {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(t.names)   //nolint:errcheck // a buffer takes everything
	w.WriteAll(t.rows) //nolint:errcheck // the same
	return experiment.File{Path: name, Data: b.Bytes()}
}

// markdownColumns are those of summary.md, for people.
var markdownColumns = []string{"workload", "scheme", "accepted", "victims", "slowdown_p50", "slowdown_p99", "victims_p99",
	"last", "jain_hot", "peak_network", "peak_backlog", "recovered", "unfinished", "steady"}

// markdown is summary.md: the columns of a table that people look at first.
func (p planned) markdown(t *table) experiment.File {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s, %d nodes\n\nThe seeds together. The columns are explained in columns.csv; summary.csv has more.\n\n",
		experimentName, p.nodes)
	line := func(cell func(i int) string) {
		for i, name := range t.names {
			for _, shown := range markdownColumns {
				if name == shown {
					fmt.Fprintf(&b, "| %s ", cell(i))
				}
			}
		}
		b.WriteString("|\n")
	}
	line(func(i int) string { return t.names[i] })
	line(func(i int) string {
		if i < 2 {
			return "---"
		}
		return "---:"
	})
	for _, row := range t.rows {
		line(func(i int) string { return row[i] })
	}
	return experiment.File{Path: "summary.md", Data: b.Bytes()}
}
