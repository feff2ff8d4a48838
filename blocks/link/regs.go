package link

import (
	"fmt"
	"io"

	"culprit.example/culprit/blocks/regs"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// RegsParams are the parameters of Regs.
type RegsParams struct {
	Ports     int `param:"ports" default:"8" min:"1" max:"16" doc:"ports of the switch"`
	ErrorBits int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of its counters"`
}

// Dims are the names that the tags of ports use.
func (p RegsParams) Dims() rtlgen.Dims {
	const address = 10
	return regs.Widths(address, PinDims(p.ErrorBits, rtlgen.Dims{}))
}

// RegsPorts are the ports of Regs.
type RegsPorts struct {
	_     rtlgen.Unit  `name:"link_regs" doc:"the errors of the ports of a switch as registers behind AXI4-Lite" params:"ports error_bits"`
	SAxil regs.AXILite `doc:"the bus"`
	Err   struct {
		Clear  rtlgen.Out `doc:"clears the errors of the port, a register"`
		Seen   rtlgen.In  `width:"port_causes" doc:"causes since the last clear"`
		Counts rtlgen.In  `width:"port_causes*error_bits" doc:"errors of each cause since the last clear"`
	} `lanes:"ports" doc:"the pins err of the switch, a lane per port"`
	Irq rtlgen.Out `doc:"a port has had an error, a function of registers"`
}

// portCauseNames are the causes of Pins, in the order of their bits.
var portCauseNames = [PortCauses]string{
	"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit", "no_name",
}

// errorRegs is the map of Regs.
type errorRegs struct {
	regs.Map
	clear, seen, pending *regs.Field
	counts               [PortCauses]*regs.Field
}

// Addresses of the arrays, which have room for 16 ports.
const (
	statusAt  = 0x40
	countsAt  = 0x100
	arraySize = 0x40
)

// perWord is the number of counters in a register.
func (p RegsParams) perWord() int {
	switch {
	case p.ErrorBits <= 8:
		return 4
	case p.ErrorBits <= 16:
		return 2
	}
	return 1
}

func (p RegsParams) registers() *errorRegs {
	enable := &regs.Field{Name: "ports", Doc: "ports whose errors raise the interrupt", Width: p.Ports, Kind: regs.Setting}
	r := &errorRegs{
		pending: &regs.Field{Name: "ports", Doc: "ports with an error; stays while port_status.seen is not 0", Width: p.Ports,
			Kind: regs.Pending, Enable: enable},
		seen: &regs.Field{Name: "seen", Doc: "causes since the last clear, a bit each", Width: PortCauses, Kind: regs.Status},
		clear: &regs.Field{Name: "clear", Doc: "a 1 clears the causes and the counters of the port", Low: 31, Width: 1,
			Kind: regs.Command},
	}
	r.Map = regs.Map{Name: "link_regs", Doc: "errors of the ports of a switch", Registers: []*regs.Register{
		{Name: "irq_enable", Doc: "interrupts", Address: 0, Fields: []*regs.Field{enable}},
		{Name: "irq_pending", Doc: "causes of interrupts", Address: 4, Fields: []*regs.Field{r.pending}},
		{Name: "port_status", Doc: "errors, by port", Address: statusAt, Count: p.Ports,
			Fields: []*regs.Field{r.seen, r.clear}},
	}}
	for first := 0; first < PortCauses; first += p.perWord() {
		k := first / p.perWord()
		counts := &regs.Register{Name: fmt.Sprintf("port_counts_%d", k), Doc: "errors since the last clear, by port",
			Address: countsAt + arraySize*k, Count: p.Ports}
		for i := range p.perWord() {
			f := &regs.Field{Name: portCauseNames[first+i], Doc: "stays at its largest number", Low: 32 / p.perWord() * i,
				Width: p.ErrorBits, Kind: regs.Status}
			r.counts[first+i] = f
			counts.Fields = append(counts.Fields, f)
		}
		r.Registers = append(r.Registers, counts)
	}
	return r
}

// RegsBlock is Regs with its SystemRDL.
func RegsBlock() *blocks.Block {
	b := blocks.Of(Regs)
	b.Registers = func(v blocks.Values, w io.Writer) error {
		return blocks.ParamsOf[RegsParams](v).registers().WriteSystemRDL(w)
	}
	return b
}

// Regs shows the errors of the ports of a switch in registers, clears them, and raises an interrupt. The pins err of
// a switch are joined to it by rtlgen.Connect. Access is as by regs.AXIL.
func Regs(p RegsParams) *rtlgen.Typed[RegsPorts] {
	m, io := rtlgen.New[RegsPorts](p)
	if m.Refused() {
		return m
	}
	r := p.registers()
	from := map[*regs.Field]rtlgen.Signal{r.seen: io.Err.Seen}
	events := make([]value, p.Ports)
	for i := range events {
		events[i] = io.Err.Seen.Slice((i+1)*PortCauses-1, i*PortCauses).Any()
	}
	from[r.pending] = m.Let("ports_with_errors", rtlgen.LanesOf(events))
	for c, f := range r.counts {
		lanes := make([]value, p.Ports)
		for i := range lanes {
			low := (i*PortCauses + c) * p.ErrorBits
			lanes[i] = io.Err.Counts.Slice(low+p.ErrorBits-1, low)
		}
		from[f] = rtlgen.LanesOf(lanes)
	}
	f, err := r.AXILite(m.Module, io.SAxil, from)
	if err != nil {
		m.Refuse(err)
		return m
	}
	io.Err.Clear.Drive(f.Value(r.clear))
	io.Irq.Drive(f.Interrupt)
	return m
}
