package traffic_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// TestElaborate builds every block at its defaults and at the cover points of the
// parameter space.
func TestElaborate(t *testing.T) {
	coverPoints := []map[string]int{
		nil,
		{"nodes": 4, "queue": 2, "lines": 1, "slots": 2, "link_latency": 1, "link": 0},
		{"nodes": 256, "queue": 65536, "lines": 16, "slots": 256, "link_latency": 16, "link": 2},
		{"nodes": 16, "queue": 100, "lines": 0, "slots": 3, "link_latency": 3},
	}
	for _, b := range traffic.Blocks() {
		for _, c := range coverPoints {
			given := map[string]int{}
			for _, p := range b.Params {
				if x, ok := c[p.Name]; ok && x >= p.Min && x <= p.Max {
					given[p.Name] = x
				}
			}
			t.Run(fmt.Sprint(b.Name, given), func(t *testing.T) {
				_, err := b.Elaborate(given)
				assert.NilError(t, err)
			})
		}
	}
}

// TestMessages: a wrong parameter gets one message that names it and the way out.
func TestMessages(t *testing.T) {
	for _, c := range []struct {
		block string
		given map[string]int
		want  string
	}{
		{"traffic_source", map[string]int{"nodes": 12},
			"block traffic_source: nodes=12 is no power of two, which the traffic patterns need: give 8 or 16"},
		{"traffic_node", map[string]int{"nodes": 255},
			"block traffic_node: nodes=255 is no power of two, which the traffic patterns need: give 128 or 256"},
		{"traffic_node", map[string]int{"nodes": 5},
			"block traffic_node: nodes=5 is no power of two, which the traffic patterns need: give 4 or 8"},
		{"traffic_nic", map[string]int{"lines": 17},
			"block traffic_nic: parameter lines=17 is out of range: give 0 to 16 (names of congestion points that the NIC remembers; 0: none, a link with credits only)"},
		{"traffic_sink", map[string]int{"link": 3},
			"block traffic_sink: parameter link=3 is out of range: give 0 to 2 (kind of the link: 0 credit, 1 recn, 2 voqnet)"},
	} {
		for _, b := range traffic.Blocks() {
			if b.Name == c.block {
				_, err := b.Elaborate(c.given)
				assert.Error(t, err, c.want)
			}
		}
	}
}

// deafNIC is a NIC of another scheme: it refuses every packet.
func deafNIC(p traffic.Params) *rtlgen.Typed[traffic.NICPorts] {
	m, io := rtlgen.New[struct {
		_ rtlgen.Unit `name:"deaf_nic" doc:"refuses every packet"`
		traffic.NICPorts
	}](p)
	unused := []rtlgen.Signal{io.Node, io.Now, io.Make.Dst, io.Route.Valid, io.Route.Dst, io.Route.Turns, io.Tx.Credit}
	if io.Tx.CreditDst.Exists() {
		unused = append(unused, io.Tx.CreditDst)
	}
	m.Unused("inputs", unused...)
	for _, out := range []rtlgen.Out{io.Tx.Valid, io.Tx.Sop, io.Tx.Eop, io.Tx.Bad, io.Tx.Data, io.Stat.Sent, io.QueueCount} {
		out.Drive(0)
	}
	io.Stat.Refused.Drive(io.Make.Valid)
	return rtlgen.As[traffic.NICPorts](m, p)
}

// TestOtherNIC builds nodes for other links with another NIC in them.
func TestOtherNIC(t *testing.T) {
	for _, link := range []traffic.Link{traffic.Credit, traffic.VOQnet} {
		p := traffic.Params{Nodes: 16, Queue: 8, Slots: 8, LinkLatency: 2, Link: link, NIC: deafNIC}
		d, err := rtlgen.Elaborate(traffic.Node(p))
		assert.NilError(t, err)
		hasDst := false
		for _, port := range d.Top.Outputs() {
			hasDst = hasDst || port.Name == "rx_credit_dst"
		}
		assert.Equal(t, hasDst, link == traffic.VOQnet)
	}
}
