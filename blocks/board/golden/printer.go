package golden

import "fmt"

// PrinterIn holds the inputs of the printer.
type PrinterIn struct {
	Start    bool
	ReadData uint64
	OutReady bool
}

// PrinterOut holds its outputs.
type PrinterOut struct {
	ReadUnit    int
	ReadAddress int
	OutValid    bool
	OutData     uint8 `valid:"OutValid"`
	Done        bool
}

// Printer is the model of counter_printer.
type Printer struct {
	begun   bool
	index   int // of the counter among places
	waiting int // cycles for its value
	line    string
}

// place is where a counter is read.
type place struct{ unit, address int }

// places are all counters in the order of the print: 4 nodes with 77 counters, the switch
// with 18, and 3 totals.
var places = func() (list []place) {
	for _, u := range []struct{ unit, counters int }{{0, 77}, {1, 77}, {2, 77}, {3, 77}, {256, 18}, {512, 3}} {
		for address := range u.counters {
			list = append(list, place{u.unit, address})
		}
	}
	return list
}()

// waitCycles is how long a counter is waited for.
const waitCycles = 4

// NewPrinter makes one that has not begun.
func NewPrinter() *Printer { return &Printer{waiting: waitCycles} }

// Shows is what its outputs are in this cycle.
func (m *Printer) Shows() PrinterOut {
	if m.index == len(places) {
		return PrinterOut{ReadUnit: 768, Done: true}
	}
	out := PrinterOut{ReadUnit: places[m.index].unit, ReadAddress: places[m.index].address}
	if m.line != "" {
		out.OutValid, out.OutData = true, m.line[0]
	}
	return out
}

// Step is one clock cycle.
func (m *Printer) Step(in PrinterIn) PrinterOut {
	out := m.Shows()
	switch {
	case out.Done:
	case !m.begun:
		m.begun = in.Start
	case m.waiting > 0:
		m.waiting--
		if m.waiting == 0 {
			m.line = fmt.Sprintf("%03x %02x %016x\r\n", out.ReadUnit, out.ReadAddress, in.ReadData)
		}
	case in.OutReady:
		m.line = m.line[1:]
		if m.line == "" {
			m.index++
			m.waiting = waitCycles
		}
	}
	return out
}
