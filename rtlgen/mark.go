package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// OrFailed is v, 1 bit. Where the memories of the design are protected by an error code, it is 1, too, while word
// cannot be corrected. word is the result of Read or ReadSync. Without protection it is v and nothing else: the
// netlist is the same as without the call.
func (v Value) OrFailed(word Signal) Value { return v.mark(word, nil) }

// OrFailedSince is OrFailed for a packet of several words, which is damaged if one of them is: it is 1 from a word
// on that cannot be corrected, up to the next one that is the first of a packet. first, 1 bit, says so in the cycle in
// which that word is addressed.
func (v Value) OrFailedSince(word, first Signal) Value { return v.mark(word, first) }

func (v Value) mark(word, first Signal) Value {
	if v.n == nil || v.bad() {
		return v
	}
	m := v.m
	m.notConditional("a mark of a failed word")
	v = m.own(v, 1)
	w := m.own(ValueOf(word), 1)
	x := ir.Mark{}
	if first != nil {
		x.First = m.control(ValueOf(first), "mark of a first word")
	}
	switch {
	case v.bad() || w.bad():
		return v
	case v.n.Width != 1:
		m.report(CodeWidth, []Related{v.related()}, "what a failed word marks has %d bits, it must have 1", v.n.Width)
		return v
	case w.n.Op != ir.OpMemRead:
		m.report(CodeOperand, []Related{w.related()}, "%s is no word of a memory: give the result of Read or ReadSync",
			w.what())
		return v
	case m.sealed("a mark of memory " + w.n.Mem.Name):
		return v
	}
	own := *v.n
	for _, mem := range m.ir.Memories { // those that it has already go on
		for _, r := range mem.Reads {
			for _, before := range r.Marks {
				if before.Value == v.n {
					r.Marks = append(r.Marks, ir.Mark{Value: &own, First: before.First})
				}
			}
		}
	}
	x.Value = &own
	v.n = &own
	w.n.Read.Marks = append(w.n.Read.Marks, x)
	return v
}
