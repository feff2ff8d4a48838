package word

import "slices"

// MarkOpen has a program say when what it does depends on arbitrary values, in this cycle: a check
// with Property.Open fails then. A frame for which it fails need not do the same in the next
// cycle, though neither its state nor its inputs change.
//
// An arbitrary value mostly goes through a selection that takes the other value. Where it goes
// anywhere else, the check always fails.
func MarkOpen(p *Program) {
	w := &rewriter{}
	arbitrary := map[Ref]bool{} // values of the new program
	type choice struct {
		cond Ref
		one  bool // the arbitrary value is taken if it is 1
	}
	known := map[choice]bool{}
	check := func(ok Ref) {
		p.Checks = append(slices.Clip(p.Checks), Property{Open: true})
		w.add(Instr{Op: Check, A: ok, B: None, C: None, K: uint64(len(p.Checks) - 1)})
	}
	always := false
	p.rewrite(w, func(_ int, in Instr) Ref {
		depends := false
		in.Args(func(r Ref) { depends = depends || arbitrary[r] })
		r := w.add(in)
		switch {
		case in.Op == Arbitrary:
			arbitrary[r] = true
		case !depends:
		case in.Op == Select && !arbitrary[in.A] && arbitrary[in.B] != arbitrary[in.C]:
			if key := (choice{in.A, arbitrary[in.B]}); !known[key] {
				known[key] = true
				ok := in.A
				if key.one {
					ok = w.add(Instr{Op: Xor, A: in.A, B: w.constant(1), C: None})
				}
				check(ok)
			}
		case in.Op.Pure():
			arbitrary[r] = true
		default:
			always = true
		}
		return r
	})
	if always {
		check(w.constant(0))
		p.Code = w.out
	}
}
