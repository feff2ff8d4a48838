package golden

import (
	fabric "culprit.example/culprit/blocks/fabric/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// Params are the parameters of a board, as in the table of the contract.
type Params struct {
	SAQs, Slots, Queue      int
	Seed, Cycles, BitCycles int
}

// BoardIn holds the inputs of the board.
type BoardIn struct {
	Switches int
}

// BoardOut holds its outputs.
type BoardOut struct {
	Tx, LedRunning, LedDone, LedError bool
}

// Board is the model of recn_board: the model of the tree, with the models of printer and
// UART behind its counters.
type Board struct {
	p       Params
	tree    *fabric.Tree
	printer *Printer
	uart    *UART

	cycle     int
	switches  int    // as they were in cycle 1
	delivered uint64 // in the cycle before
	quiet     int    // cycles in a row
	drained   bool
}

// Times of the contract, in cycles.
const (
	readyCycle = 4 // the walk over the nodes is over
	startTime  = 128
	quietTime  = 1023
)

// NewBoard makes a board after reset.
func NewBoard(p Params) *Board {
	tree := fabric.Params{
		Levels: 1, Ports: 4, Copies: 1, SAQs: p.SAQs, Detect: 5, Xoff: 10, Xon: 5, ReadyBit: 1, Broadcast: 1,
		Slots: p.Slots, Depth: 4, LinkLatency: 2, Queue: p.Queue,
	}
	return &Board{p: p, tree: fabric.NewTree(tree, fabric.Schemes{recn.Scheme()}), printer: NewPrinter(),
		uart: NewUART(p.BitCycles)}
}

// Step is one clock cycle.
func (m *Board) Step(in BoardIn) BoardOut {
	if m.cycle == 1 {
		m.switches = in.Switches
	}
	end := readyCycle + startTime + m.p.Cycles
	asks := m.printer.Shows()
	tree := m.tree.Step(m.treeIn(m.cycle >= readyCycle+startTime && m.cycle < end, asks))

	data := tree.ReadData
	if asks.ReadUnit == 512 {
		status := uint64(m.switches)
		if tree.Error {
			status |= 16
		}
		data = []uint64{tree.Delivered, uint64(tree.Digest), status}[asks.ReadAddress]
	}
	line := m.uart.Shows()
	print := m.printer.Step(PrinterIn{Start: m.drained, ReadData: data, OutReady: line.Ready})
	m.uart.Step(UARTIn{Valid: print.OutValid, Data: print.OutData})
	out := BoardOut{Tx: line.Tx, LedRunning: !m.drained, LedDone: print.Done, LedError: tree.Error}

	m.drained = m.drained || m.quiet == quietTime
	if m.cycle >= end && tree.Delivered == m.delivered {
		m.quiet++
	} else {
		m.quiet = 0
	}
	m.delivered = tree.Delivered
	m.cycle++
	return out
}

// treeIn is what the tree gets.
func (m *Board) treeIn(enable bool, asks PrinterOut) fabric.TreeIn {
	var in fabric.TreeIn
	in.Seed, in.Enable, in.Measure = uint32(m.p.Seed), enable, !m.drained
	in.Load = (m.switches>>1 + 1) << 13
	if m.switches&1 == 1 {
		in.HotRate = 1 << 15
	}
	in.HotNode, in.HotStart, in.HotEnd = 3, uint32(startTime+m.p.Cycles/4), uint32(startTime+m.p.Cycles/2)
	in.ReadUnit, in.ReadAddress = asks.ReadUnit%512, asks.ReadAddress
	return in
}
