package adapter

import (
	ports "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/rtlgen"
)

// The causes of errors of an adapter: bits of an event. The parser tells those before
// causeRequest, the ingress causeGrant, causeAck and causeCredit.
const (
	causeNoHead      = iota // beats that belong to no message: dropped
	causeCut                // a message ends early: its segment leaves as bad
	causeLong               // no tail with the last beat that there may be: likewise
	causeMarked             // a message came in as bad: likewise
	causeCRC                // a header with a wrong CRC: dropped
	causeRoute              // a header for another adapter: dropped
	causeNotGranted         // a segment that was not granted: dropped
	causeUnsolicited        // an unsolicited segment while another one of its flow is here: dropped
	causeRequest            // a request for nothing, or for more than a flow may have pending: ignored
	causeGrant              // a grant of what is not pending: ignored
	causeAck                // an acknowledgement of nothing: ignored
	causeCredit             // a credit while all are there: ignored
	causeSequence           // a segment was not the next one of its flow on its path
	causes                  // how many there are
	received         = causeRequest
)

// ErrorPins are the errors of an adapter.
type ErrorPins struct {
	Clear  rtlgen.In  `doc:"clears the errors"`
	Seen   rtlgen.Out `width:"causes" doc:"causes since the last clear: no_head, cut, long, marked, crc, route, not_granted, unsolicited, request, grant, ack, credit, sequence from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// count counts what the parts of an adapter tell; own are the events of the ingress.
func (e ErrorPins) count(m *rtlgen.Module, p Params, parser, request, own, sequence rtlgen.Signal) {
	ports.Tally(m, "errors", ports.Shown(e), p.ErrorBits,
		[]value{rtlgen.Cat(sequence, own, request, parser)})
}

// admission knows which segments may come: those that were granted and have not arrived, and
// of each flow one unsolicited segment until it has left.
type admission struct {
	granted value // the adapter has a granted segment in the fabric
	free    value // none of its unsolicited segments is here
	ready   value // the tables are initialised
	w       walk
	given   table
	came    table
	seen    table
	lost    table // of granted segments, with the repair
	count   value // granted segments that have come, or are known to be lost
	parity  value // of the unsolicited ones
}

// admits looks at the flow from src.
func (p Params) admits(m *rtlgen.Module, io Admission, src value) admission {
	w := newWalk(m, p.judged())
	given := w.table("given", p.Nodes, p.cw(), "segments granted, modulo, by adapter")
	what := "granted segments come, modulo, by adapter"
	if p.Beat == 0 && p.Repair == 0 {
		what = "granted segments come or known lost, modulo, by adapter"
	}
	came := w.table("came", p.Nodes, p.cw(), what)
	seen := w.table("seen", p.Nodes, 1, "unsolicited segments come, modulo 2, by adapter")
	gone := w.table("gone", p.Nodes, 1, "unsolicited segments that left, modulo 2, by adapter")
	given.write(io.Given.Valid.Value, io.Given.Node.Value,
		given.Read("given_before", io.Given.Node).Add(io.Given.Count.Zext(p.cw())))
	gone.write(io.Gone.Valid.Value, io.Gone.Node.Value, gone.Read("gone_before", io.Gone.Node).Not())
	m.Assume("ready_before_given", io.Given.Valid.Or(io.Gone.Valid).Implies(w.done()), "no grant before the tables are initialised")
	all, count := given.Read("src_given", src), came.Read("src_came", src)
	var lost table
	if p.Repair == 1 { // what got lost does not come
		lost = w.table("lost_segments", p.Nodes, p.cw(), "granted segments that got lost, modulo, by adapter")
		lost.write(io.Lost.Valid.Value, io.Lost.Node.Value, lost.Read("lost_before", io.Lost.Node).Add(1))
		all = all.Sub(lost.Read("src_lost", src))
	}
	parity := seen.Read("src_seen", src)
	return admission{m.Let("src_granted", all.Ne(count)), m.Let("src_free", parity.Eq(gone.Read("src_gone", src))),
		w.done(), w, given, came, seen, lost, count, parity}
}

// enters notes a segment.
func (a admission) enters(segment, unsol, src value) {
	a.came.write(segment.AndNot(unsol), src, a.count.Add(1))
	a.seen.write(segment.And(unsol), src, a.parity.Not())
}
