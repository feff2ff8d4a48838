package board

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/rtlgen"
)

const (
	// startCycle is when the first packet can be made: the histograms are zeroed.
	startCycle = 128
	// quietBits: for 2^quietBits cycles no packet arrives, so the network is empty.
	quietBits = 10
	// arrivalBits of the number of packets show whether some have arrived: at most
	// one per node and cycle.
	arrivalBits = 3

	rateBits    = 17
	loadStep    = 13    // the load is in steps of 2^13/65536, an eighth
	hotRate     = 32768 // half of the packets
	hotNode     = 3
	switchesPin = 4
)

// Board is the design of the board. It needs no host: reset begins a run.
func Board(p Params) *rtlgen.Typed[Ports] {
	m, io := rtlgen.New[Ports](p)
	if m.Refused() {
		return m
	}
	u := &board{
		Ports: io, m: m.Module, p: p,
		tree:    rtlgen.Use(m, "tree", fabric.Tree(p.tree())),
		printer: rtlgen.Use(m, "printer", Printer(p)),
		uart:    rtlgen.Use(m, "uart", UART(p)),
	}
	u.configure()
	u.run()
	u.print()
	io.Led.Error.Drive(u.tree.Error)
	return m
}

type board struct {
	*Ports
	m       *rtlgen.Module
	p       Params
	tree    *fabric.TreePorts
	printer *PrinterPorts
	uart    *UARTPorts
	setting value // of the switches
}

// configure takes the setting of the switches into the clock domain, and holds it once
// the network is ready.
func (u *board) configure() {
	m, t := u.m, u.tree
	synchronised := m.NextNoReset("switches_2", m.NextNoReset("switches_1", u.Switches))
	setting := m.RegNoReset("setting", switchesPin, "setting of the switches, held once ready")
	m.If(t.Ready.Not(), func() { setting.Set(synchronised) })
	u.setting = setting.Value

	eighths := setting.High(switchesPin - 1).Zext(switchesPin).Add(1)
	t.Load.Drive(rtlgen.Cat(eighths, m.Zero(loadStep)))
	t.HotRate.Drive(rtlgen.Mux(setting.Low(1), m.Const(rateBits, hotRate), 0))
	t.HotNode.Drive(hotNode)
	t.HotCount.Drive(0)
	t.HotStart.Drive(startCycle + u.p.Cycles/4)
	t.HotEnd.Drive(startCycle + u.p.Cycles/2)
	t.Pattern.Drive(0)
	t.Seed.Drive(u.p.Seed)
}

// run makes packets for the given number of cycles, and waits until all have arrived.
func (u *board) run() {
	m, t := u.m, u.tree
	arrived := t.Delivered.Low(arrivalBits)
	before := m.NextNoReset("arrived_before", arrived, "packets that had arrived one cycle ago")
	quiet := m.RegNoReset("quiet_cycles", quietBits, "cycles in which no packet arrived")
	phases := m.Enum("phase", "waiting", "making", "draining", "still")
	phase := phases.Reg("phase_q", phases.Value("waiting"), "waiting, making, draining or still")
	in := func(name string) value { return phase.Eq(phases.Value(name)) }
	m.If(in("waiting"), func() {
		m.If(t.Now.Eq(startCycle-1), func() { phase.Set(phases.Value("making")) })
	}).ElseIf(in("making"), func() {
		m.If(t.Now.Eq(startCycle+u.p.Cycles-1), func() { phase.Set(phases.Value("draining")) })
	}).ElseIf(in("draining"), func() {
		m.If(quiet.All(), func() { phase.Set(phases.Value("still")) })
	})
	m.If(in("draining").Not().Or(arrived.Ne(before)), func() {
		quiet.Set(0)
	}).Else(func() {
		quiet.Set(quiet.Add(1))
	})
	t.Enable.Drive(in("making"))

	drained := m.Let("drained", in("still"))
	t.Measure.Drive(drained.Not())
	t.Clear.Drive(0)
	u.printer.Start.Drive(drained)
	u.Led.Running.Drive(drained.Not())
	u.Led.Done.Drive(u.printer.Done)
}

// print joins printer, counters and UART.
func (u *board) print() {
	t := u.tree
	t.Read.Unit.Drive(u.printer.Read.Unit.Low(1 + numberBits))
	t.Read.Address.Drive(u.printer.Read.Address)
	status := rtlgen.Cat(t.Error, u.setting)
	words := u.m.Let("totals", rtlgen.Lanes(t.Delivered.Zext(wordBits), t.Digest.Zext(wordBits), status.Zext(wordBits)))
	total := words.Lane(u.printer.Read.Address.Low(rtlgen.IndexBits(totals)), wordBits)
	u.printer.Read.Data.Drive(rtlgen.Mux(u.printer.Read.Unit.High(1), total, t.Read.Data))

	u.uart.Valid.Drive(u.printer.Out.Valid)
	u.uart.Data.Drive(u.printer.Out.Data)
	u.printer.Out.Ready.Drive(u.uart.Ready)
	u.Tx.Drive(u.uart.Tx)
}
