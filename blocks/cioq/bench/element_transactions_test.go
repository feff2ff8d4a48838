package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// laterPorts are those of the element.
type laterPorts struct {
	_    rtlgen.Unit                   `name:"cioq_element_later" doc:"an element with a register behind each of its outputs" params:"ports data slots_in slots_out stage credits link_latency credit_latency cut_through error_bits"`
	Rx   rtl.Rx                        `lanes:"ports" doc:"links, receiving side, a lane per port"`
	Tx   rtl.Tx                        `lanes:"ports" doc:"links, sending side, a lane per port"`
	Hold rtlgen.In                     `lanes:"ports" if:"without_credits" doc:"the link starts no segment"`
	Stat rtl.ElementStatus[rtlgen.Out] `lanes:"ports" doc:"status, a lane per port"`
	Err  rtl.ErrorPins                 `lanes:"ports" doc:"errors, a lane per port"`
}

// later is the element, re-pipelined: all of its outputs come a cycle later.
func later(p rtl.Params) *rtlgen.Typed[laterPorts] {
	m, io := rtlgen.New[laterPorts](p)
	if m.Refused() {
		return m
	}
	e := rtlgen.Use(m, "element", rtl.Element(p))
	for _, word := range []struct{ to, from rtlgen.In }{
		{e.Rx.Valid, io.Rx.Valid}, {e.Rx.Head, io.Rx.Head}, {e.Rx.Tail, io.Rx.Tail}, {e.Rx.Data, io.Rx.Data},
		{e.Tx.Credit, io.Tx.Credit}, {e.Err.Clear, io.Err.Clear},
	} {
		word.to.Drive(word.from)
	}
	if p.Credits == 0 {
		e.Hold.Drive(io.Hold)
	}
	if p.Data != rtl.CellData {
		e.Rx.Bad.Drive(io.Rx.Bad)
		io.Tx.Bad.Drive(m.Next("tx_bad_q", e.Tx.Bad, 0))
	}
	for _, word := range []struct {
		name     string
		to, from rtlgen.Out
	}{
		{"rx_credit_q", io.Rx.Credit, e.Rx.Credit},
		{"tx_valid_q", io.Tx.Valid, e.Tx.Valid}, {"tx_head_q", io.Tx.Head, e.Tx.Head},
		{"tx_tail_q", io.Tx.Tail, e.Tx.Tail}, {"tx_data_q", io.Tx.Data, e.Tx.Data},
		{"in_held_q", io.Stat.InHeld, e.Stat.InHeld}, {"out_held_q", io.Stat.OutHeld, e.Stat.OutHeld},
		{"err_seen_q", io.Err.Seen, e.Err.Seen},
		{"err_counts_q", io.Err.Counts, e.Err.Counts},
		{"stalled_q", io.Stat.Stalled, e.Stat.Stalled}, {"refused_q", io.Stat.Refused, e.Stat.Refused},
	} {
		word.to.Drive(m.Next(word.name, word.from, 0))
	}
	return m
}

// TestElementLater: the bench of transactions passes a re-pipelined element, and the
// cycle-exact one does not.
func TestElementLater(t *testing.T) {
	t.Parallel()
	block := blocks.Of(later)
	transactions, exact := elementTransactions(), elementBench()
	transactions.Block, exact.Block = block, block
	for _, given := range []map[string]int{
		{"ports": 4}, {"ports": 3, "data": 96, "slots_in": 4, "credits": 2}, {"ports": 2, "slots_out": 4, "credits": 0},
	} {
		o := testbench.Options{Seed: 11, WorkDir: t.TempDir(), Engines: []string{"reference"}, Cycles: 6000}
		r := benchtest.RunBench(t, transactions, given, o)
		assert.Assert(t, r.Transactions > 200, "%d segments", r.Transactions)
		o.Cycles = 500
		r, err := testbench.Verify(exact, given, o)
		assert.NilError(t, err)
		assert.Assert(t, !r.Passed && r.Engines[0].Difference != nil)
	}
}

// TestBoardNoticesMutants: the board, not only an assertion, notices each mutant.
func TestBoardNoticesMutants(t *testing.T) {
	t.Parallel()
	for _, m := range elementTransactionMutants {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			r, err := testbench.Verify(testbench.WithMutant(elementTransactions(), m), nil,
				testbench.Options{Seed: 3, WorkDir: t.TempDir(), Engines: []string{"compiled"}})
			assert.NilError(t, err)
			assert.Assert(t, len(r.Breaches) > 0, "%v", r.Problems())
			t.Log(r.Breaches[0])
		})
	}
}
