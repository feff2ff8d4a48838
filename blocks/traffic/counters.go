package traffic

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// counterNames are the names of a node's counters by address, without the
// histogram.
var counterNames = map[int]string{
	addressMade: "made", addressRefused: "refused", addressSent: "sent", addressQueued: "queued",
	addressXoffs: "xoffs", addressNoLine: "xoffs_refused",
	addressReceived: "received", addressLatencySum: "latency_sum", addressLatencyMax: "latency_max",
	addressNetworkSum:  "network_latency_sum",
	addressOrderErrors: "order_errors", addressDataErrors: "payload_errors", addressMisroutes: "misroutes",
}

// at is a counter's address, with the counter's name in the Verilog.
func at(m *rtlgen.Module, address int) value {
	return m.Constant("at_"+counterNames[address], addressBits, address)
}

// Counters are the counters of a node, as the contract lists them: latency_0 to
// latency_63 are the bins of the histogram.
func Counters() []blocks.Counter {
	var list []blocks.Counter
	for bin := range bins {
		list = append(list, blocks.Counter{Name: fmt.Sprintf("latency_%d", bin), Address: bin})
	}
	for address := bins; counterNames[address] != ""; address++ {
		list = append(list, blocks.Counter{Name: counterNames[address], Address: address, Max: address == addressLatencyMax})
	}
	return list
}
