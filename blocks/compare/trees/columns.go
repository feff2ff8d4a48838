package trees

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/testbench/experiment"
)

// column is one of a table: its name, and what stands in it and how it was computed.
type column struct{ name, doc string }

const packetTimes = "packet times of 8 cycles"

// keyColumns begin every row.
var keyColumns = []column{
	{"nodes", "end nodes"}, {"scheme", "kind of switch"}, {"saqs", "set-aside queues per port"},
	{"rule", "rule of deallocation of recn-iq"},
	{"variant", "what makes the network another one than the settings"},
	{"load", "offered load, packets per packet time and node"},
	{"pattern", "destinations of the packets that are not hot; empty: uniform"},
	{"hot_percent", "share of all packets that go to a hot node"},
	{"hot_node", "first hot node"}, {"hot_nodes", "number of hot nodes"}, {"hot_start", "start of the hot phase, cycles"},
	{"hot_cycles", "its length, cycles"}, {"seed", "seed of the traffic"},
}

// percentileDoc says how the columns of percentiles are computed.
func percentileDoc(what string) string {
	return what + " latency, " + packetTimes +
		": from a histogram with four bins per doubling, linear within a bin, at most the maximum"
}

// pointColumns are those of points.csv behind keyColumns.
var pointColumns = []column{
	{"slots", "packet slots of an input port"}, {"detect", "packets at which a queue is congested"},
	{"xoff", "packets at which Xoff is sent"}, {"xon", "packets at which Xon is sent"},
	{"link_latency", "cycles"}, {"queue", "packets that a node holds back"},
	{"warmup", "before the window, " + packetTimes}, {"measure", "window, " + packetTimes},
	{"total", "run, " + packetTimes},
	{"throughput", "packets received per packet time and node in the window: exact"},
	{"latency_mean", "from the making of a packet to its last beat, " + packetTimes + ": exact mean"},
	{"latency_p50", percentileDoc("median")}, {"latency_p95", percentileDoc("95 %")},
	{"latency_p99", percentileDoc("99 %")},
	{"latency_max", "largest latency, " + packetTimes + ": exact"},
	{"network_latency_mean", "from the first beat on the link of the node to the last, " + packetTimes + ": exact mean"},
	{"latency_mean_cycles", "latency_mean in cycles"}, {"latency_mean_ns", "latency_mean at the clock of the setting"},
	{"network_latency_mean_cycles", "network_latency_mean in cycles"},
	{"network_latency_mean_ns", "network_latency_mean at the clock of the setting"},
	{"steady_rate", "1: the two halves of the window have equal rates of received packets; 0: they have not; empty: not a steady state, or not compared"},
	{"steady_latency", "1: the two halves of the window have equal mean latencies; 0: they have not; empty: as above"},
	{"made", "packets asked for in the window"}, {"refused", "of them: the queue of the node was full"},
	{"sent", "packets sent in the window"}, {"received", "packets received in the window"},
	{"queued", "packets in the nodes at the end"}, {"xoffs", "Xoffs that nodes received"},
	{"xoffs_refused", "of them: without a free SAQ"},
	{"order_errors", "packets out of order, since reset"}, {"payload_errors", "packets with a wrong payload, since reset"},
	{"misroutes", "packets at a wrong node, since reset"},
	{"allocations", "SAQs made because of a long cold queue"},
	{"link_messages", "Xoffs and Xons on all links, since reset"}, {"link_xoffs", "Xoffs on all links, since reset"},
	{"mean_saqs", "valid SAQs of a port: mean of samples"}, {"digest", "changes with every packet that a sink receives"},
}

// traceColumns are those of traces.csv behind keyColumns.
var traceColumns = []column{
	{"time", "end of the interval, " + packetTimes},
	{"throughput", "packets received per packet time and node in the interval: exact"},
	{"latency_mean", "of the packets received in the interval, " + packetTimes + ": exact mean"},
	{"latency_p50", "of the packets received in the interval, " + packetTimes +
		": from a histogram with four bins per doubling, linear within a bin"},
}

// levelColumns are those of levels.csv behind keyColumns.
var levelColumns = slices.Concat([]column{
	{"level", "of switches; 0: next to the nodes"}, {"allocations", "SAQs made because of a long cold queue"},
	{"births", "SAQs of input ports that were made"}, {"deallocations", "of them: freed"},
	{"xoffs", "Xoffs sent upstream over the links"}, {"xons", "Xons sent upstream over the links"},
	{"no_free", "cycles in which no SAQ was free"}, {"dropped", "notifications without a free SAQ"},
	{"cam_full", "Xoffs without a free line at an output port"},
	{"mean_saqs", "valid SAQs of a port: mean of samples"},
	{"mean_saqs_busier_half", "mean of that half of the samples that has the most SAQs"},
	{"saqs_p99", "valid SAQs that 99 % of the samples do not exceed: exact"},
	{"mean_lines", "valid lines of an output port: mean of samples"},
}, histogramColumns())

// histogramColumns are the samples by the number of valid SAQs.
func histogramColumns() (list []column) {
	for n := range levelSAQs {
		list = append(list, column{fmt.Sprintf("saqs_%d", n), fmt.Sprintf("samples of a port with %d valid SAQs", n)})
	}
	return list
}

// levelSAQs is how many numbers of SAQs, from 0 on, levels.csv has a column for.
const levelSAQs = 9

// header is the first row of a table.
func header(columns []column) string {
	var names []string
	for _, c := range slices.Concat(keyColumns, columns) {
		names = append(names, c.name)
	}
	return strings.Join(names, ",")
}

// columnsFile is columns.csv: what stands in each column of the other tables.
func columnsFile() experiment.File {
	var b strings.Builder
	b.WriteString("file,column,meaning\n")
	for _, f := range []struct {
		file    string
		columns []column
	}{{"points.csv", pointColumns}, {"traces.csv", traceColumns}, {"levels.csv", levelColumns}} {
		for _, c := range slices.Concat(keyColumns, f.columns) {
			fmt.Fprintf(&b, "%s,%s,%q\n", f.file, c.name, c.doc)
		}
	}
	return experiment.File{Path: "columns.csv", Data: []byte(b.String())}
}
