package spineleaf

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// BytesCounter names the counter of the bytes that a server got from a source in a
// window. Servers and sources are numbered by leaf and port.
func BytesCounter(server, source, prio, window int) string {
	return fmt.Sprintf("server_%d_bytes_from_%d_prio_%d_until_%d", server, source, prio, window)
}

// NoticesCounter names the counter of the CNMs about a server that another one got in a
// window.
func NoticesCounter(server, about, window int) string {
	return fmt.Sprintf("server_%d_cnms_about_%d_until_%d", server, about, window)
}

// StopsCounter names the counter of the STOPs that a server got in a window.
func StopsCounter(server, window int) string {
	return fmt.Sprintf("server_%d_stops_until_%d", server, window)
}

// FirstCNMCounter names the time at which a flow of a server got its first CNM.
func FirstCNMCounter(server, flow int) string {
	return fmt.Sprintf("server_%d_flow_%d_first_cnm", server, flow)
}

// LongestRun names the counter of the CNMs that one server got in a row.
const LongestRun = "longest_cnm_run"

// networkBlock is qcn_network with its counters.
func networkBlock() *blocks.Block {
	b := blocks.Of(Network)
	b.Readback = func(v blocks.Values) blocks.Readback {
		p := blocks.ParamsOf[NetworkParams](v)
		return blocks.Readback{Unit: "read_unit", Address: "read_address", Data: "read_data", Latency: 4,
			Counters: p.counters()}
	}
	b.Network = func(v blocks.Values) (blocks.Network, error) {
		p := blocks.ParamsOf[NetworkParams](v)
		n := p.audited()
		n.Hosted = p.hosted()
		return n, nil
	}
	b.Forms = []blocks.Values{{"leaves": 2, "ports": 2, "spines": 1, "prios": 1, "per_dest": 1},
		{"leaves": 3, "ports": 3, "spines": 5, "windows": 8}}
	return b
}

// counters are those of all servers, then those of the fabric.
func (p NetworkParams) counters() []blocks.Counter {
	n := p.Leaves * p.Ports
	list := []blocks.Counter{}
	for server := range n {
		add := func(name string, address int) {
			list = append(list, blocks.Counter{Name: name, Unit: server, Address: address})
		}
		add("frames_received", 0)
		add("latency_sum", 1)
		add("frames_out_of_order", 3)
		add("wrong_beats", 4)
		add("frames_astray", 5)
		p.rows(server, add)
		for flow := range p.Flows {
			at := pageFlows<<(addressBits-2) | flow<<3
			add(fmt.Sprintf("server_%d_flow_%d_sent", server, flow), at+flowSent)
			add(fmt.Sprintf("server_%d_flow_%d_cnms", server, flow), at+flowCNMs)
			add(FirstCNMCounter(server, flow), at+flowFirstCNM)
		}
	}
	for address, name := range []string{"dropped", "triggers", "cnms_lost"} {
		list = append(list, blocks.Counter{Name: name, Unit: n, Address: address})
	}
	return append(list, blocks.Counter{Name: "largest_occupancy", Unit: n, Address: 3, Max: true},
		blocks.Counter{Name: LongestRun, Unit: n, Address: 4, Max: true})
}

// rows are the counters of a sink at the end of each window.
func (p NetworkParams) rows(server int, add func(name string, address int)) {
	s := p.Server()
	sources := s.sourceRows()
	rowBits := rtlgen.IndexBits(s.sinkRows())
	for window := range p.Windows {
		at := func(row int) int { return 2<<(addressBits-2) | window<<rowBits | row }
		for i := range p.Leaves * p.Ports {
			address := i/p.Ports<<p.portBits() | i%p.Ports
			for prio := range p.Prios {
				add(BytesCounter(server, i, prio, window), at(prio*sources+address))
			}
			add(NoticesCounter(server, i, window), at(p.Prios*sources+address))
		}
		add(StopsCounter(server, window), at((p.Prios+1)*sources))
	}
}
