package regs

import (
	"io"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Blocks are the blocks of the family, in the order of the contract.
func Blocks() []*blocks.Block {
	example := blocks.Of(Sample)
	example.Registers = func(v blocks.Values, w io.Writer) error {
		return newSample(blocks.ParamsOf[SampleParams](v)).WriteSystemRDL(w)
	}
	return []*blocks.Block{blocks.Of(AXIL), example}
}

// SampleParams are the parameters of Sample.
type SampleParams struct {
	Ports int `param:"ports" default:"3" min:"1" max:"16" doc:"registers of an array"`
	Bits  int `param:"bits" default:"8" min:"1" max:"32" doc:"bits of a counter"`
}

// Widths of the fields of the sample, in bits.
const (
	sampleCauses  = 10
	sampleLevel   = 8
	sampleXoff    = 9
	sampleAddress = 8
)

// Dims are the names that the tags of ports use.
func (p SampleParams) Dims() rtlgen.Dims {
	return Widths(sampleAddress, rtlgen.Dims{"causes": sampleCauses, "level": sampleLevel, "xoff": sampleXoff})
}

// SamplePorts are the ports of Sample.
type SamplePorts struct {
	_      rtlgen.Unit `name:"regs_sample" doc:"registers of each kind behind AXI4-Lite, an example" params:"ports bits"`
	SAxil  AXILite     `doc:"the bus"`
	Causes rtlgen.In   `width:"causes" doc:"events of the pending bits"`
	Level  rtlgen.In   `width:"level" doc:"the status"`
	Errors rtlgen.In   `lanes:"ports" doc:"events of the counters"`
	Irq    rtlgen.Out  `doc:"a pending bit is 1 that is enabled, a function of registers"`
	Xoff   rtlgen.Out  `lanes:"ports" width:"xoff" doc:"the settings, registers"`
	Clear  rtlgen.Out  `lanes:"ports" doc:"the commands, registers"`
	Counts rtlgen.Out  `lanes:"ports" width:"bits" doc:"the counters, registers"`
}

// sample is a map with a field of each kind, alone and in arrays, and holes between its registers.
type sample struct {
	Map
	enable, threshold, clear, seen, level, counts *Field
}

func newSample(p SampleParams) *sample {
	s := &sample{
		enable: &Field{Name: "causes", Doc: "which causes raise the interrupt", Width: sampleCauses, Kind: Setting,
			Reset: 0x201},
		threshold: &Field{Name: "xoff", Doc: "packets from which on Xoff is sent", Low: 4, Width: sampleXoff, Kind: Setting,
			Reset: 10},
		clear:  &Field{Name: "clear", Doc: "clears the queue", Low: 31, Width: 1, Kind: Command},
		seen:   &Field{Name: "causes", Doc: "since they were cleared", Low: 2, Width: sampleCauses, Kind: Pending},
		level:  &Field{Name: "level_now", Doc: "packets held", Low: 12, Width: sampleLevel, Kind: Status},
		counts: &Field{Name: "errors", Doc: "since the last read", Width: p.Bits, Kind: Counter},
	}
	s.seen.Enable = s.enable
	s.Map = Map{Name: "regs_sample", Doc: `registers of each kind: an "example"`, Registers: []*Register{
		{Name: "irq_enable", Doc: "interrupts", Address: 0, Fields: []*Field{s.enable}},
		{Name: "irq_pending", Doc: "causes of interrupts", Address: 4, Fields: []*Field{s.seen, s.level}},
		{Name: "port_xoff", Doc: "queues, by port", Address: 0x40, Count: p.Ports, Fields: []*Field{s.threshold, s.clear}},
		{Name: "port_errors", Doc: "errors, by port", Address: 0x80, Count: p.Ports, Fields: []*Field{s.counts}},
	}}
	return s
}

// Sample is registers of each kind behind AXI4-Lite: what a Map makes, for tests and as an example.
func Sample(p SampleParams) *rtlgen.Typed[SamplePorts] {
	m, io := rtlgen.New[SamplePorts](p)
	if m.Refused() {
		return m
	}
	s := newSample(p)
	f, err := s.AXILite(m.Module, io.SAxil,
		map[*Field]rtlgen.Signal{s.seen: io.Causes, s.level: io.Level, s.counts: io.Errors})
	if err != nil {
		m.Refuse(err)
		return m
	}
	io.Irq.Drive(f.Interrupt)
	io.Xoff.Drive(f.Value(s.threshold))
	io.Clear.Drive(f.Value(s.clear))
	io.Counts.Drive(f.Value(s.counts))
	return m
}
