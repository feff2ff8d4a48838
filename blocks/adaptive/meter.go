package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Addresses of the counters of a switch for each port, above those of counterNames.
const (
	addressSums   = len(counterNames)
	addressMaxima = 16 + addressSums
)

// counterNames are the totals of a switch in the order of their addresses.
var counterNames = [...]string{"frames", "detours", "route_changes", "cns_made", "cns_learnt", "cns_off_list",
	"stopped", "samples"}

// SwitchCounters are the counters of a switch, as the contract lists them.
func SwitchCounters(ports int) []blocks.Counter {
	var list []blocks.Counter
	for address, name := range counterNames {
		list = append(list, blocks.Counter{Name: name, Address: address})
	}
	for o := range ports {
		list = append(list, blocks.Counter{Name: fmt.Sprintf("queue_%d_sum", o), Address: addressSums + o},
			blocks.Counter{Name: fmt.Sprintf("queue_%d_max", o), Address: addressMaxima + o, Max: true})
	}
	return list
}

// meter counts what a switch does. Queues are sampled: a sum in every cycle would keep
// an idle switch busy.
func meter(p SwitchParams) *rtlgen.Typed[meterPorts] {
	m, io := rtlgen.New[meterPorts](p)
	if m.Refused() {
		return m
	}
	count := func(name string, enable, by value) value {
		return prim.Accumulator(m.Module, name, readBits, nil, enable.And(io.Measure), by)
	}
	one := m.Const(1, 1)

	last := m.RegArrayNoReset("last_way", p.Hosts, p.pw(), "port by which the last frame to each host left")
	known := m.Reg("way_known", p.Hosts, 0, "hosts to which a frame has left")
	changed := m.Let("changed", io.Frame.Valid.And(known.Bit(io.Frame.Host)).And(last.At(io.Frame.Host).Ne(io.Frame.Out)))
	m.If(io.Frame.Valid, func() {
		last.At(io.Frame.Host).Set(io.Frame.Out)
		known.SetBit(io.Frame.Host, 1)
	})

	words := []value{
		count("frames", io.Frame.Valid.Value, one), count("detours", io.Frame.Valid.And(io.Frame.Detour), one),
		count("route_changes", changed, one),
		count("cns_made", io.Made.Value, one), count("cns_learnt", io.Learnt.Value, one),
		count("cns_off_list", io.OffList.Value, one),
		count("stops", io.Sample.Value, io.Stopped.PopCount()), count("samples", io.Sample.Value, one),
	}
	shown := m.Reg("shown", readBits, 0)
	w := io.Qlen.Width() / p.Ports
	sums := m.RegArray("queue_sum", p.Ports, readBits, 0, "sum of the sampled lengths of each queue, bytes")
	largest := m.RegArray("queue_max", p.Ports, w, 0, "largest sampled length of each queue, bytes")
	for o := range m.Each("o", p.Ports) {
		m.If(io.Sample.And(io.Measure), func() {
			length := io.Qlen.Lane(o, w)
			sums.At(o).Set(sums.At(o).Add(length.Zext(readBits)))
			m.If(length.Gt(largest.At(o)), func() { largest.At(o).Set(length) })
		})
	}
	address := m.Next("address_q", io.Read.Address, 0)
	// Behind the totals, the sums and 16 addresses later the maxima of the ports.
	place := m.Let("place", address.Sub(addressSums))
	port := place.Low(4)
	exists := m.Let("exists", place.High(1).Not())
	if p.Ports < 16 {
		exists = m.Let("port_exists", exists.And(port.Lt(p.Ports)))
	}
	index := port.Low(p.pw())
	ofPort := m.Let("of_port", rtlgen.Mux(place.Bit(4), largest.At(index).Zext(readBits), sums.At(index)))
	m.Switch(address, func(c rtlgen.Cases) {
		for i, word := range words {
			c.Case(func() { shown.Set(word) }, i)
		}
		c.Default(func() { shown.Set(rtlgen.Mux(exists, ofPort, 0)) })
	})
	io.Read.Data.Drive(shown)
	return m
}
