package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// usage is which bits of each name are read, by name.
type usage map[string]*big.Int

func (u usage) mark(name string, lo, width int) {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
	mask.Lsh(mask.Sub(mask, big.NewInt(1)), uint(lo))
	if old := u[name]; old != nil {
		mask.Or(mask, old)
	}
	u[name] = mask
}

// leafName is the name of a node that is a whole net or register.
func (p *printer) leafName(n *ir.Node) (string, bool) {
	switch n.Op {
	case ir.OpSignal:
		return n.Sig.Name, true
	case ir.OpMemRead:
		return n.Read.Name, true
	case ir.OpInstOut:
		return p.plan.nets[instPort{n.Inst, n.Port}], true
	}
	return "", false
}

// reader collects what expressions read.
type reader struct {
	p    *printer
	used usage
	seen map[*ir.Node]bool
}

func (r *reader) node(n *ir.Node) {
	if n == nil || r.seen[n] {
		return
	}
	r.seen[n] = true
	if _, certain := r.p.bounds.Certain(n); certain {
		r.p.inVain = true
		return
	}
	if n.Op == ir.OpElem {
		r.used.mark(n.Arr.Name, 0, 1)
	}
	if name, ok := r.p.leafName(n); ok {
		r.used.mark(name, 0, n.Width)
		return
	}
	if n.Op == ir.OpSlice {
		if name, ok := r.p.leafName(n.Args[0]); ok {
			r.used.mark(name, n.Lo, n.Width)
			return
		}
	}
	for _, a := range n.Args {
		r.node(a)
	}
}

func (r *reader) stmts(body []ir.Stmt) {
	ir.WalkStmts(body, func(s ir.Stmt) { ir.StmtNodes(s, r.node) })
}

// reads is what is read by the logic itself, or by verification-only state and
// the simulated checks. Covers do not count: only formal tools see them.
func (p *printer) reads(verificationOnly bool) usage {
	r := &reader{p, usage{}, map[*ir.Node]bool{}}
	for _, c := range p.plan.continuous {
		if c.sig.VerificationOnly == verificationOnly {
			for _, a := range c.parts {
				r.node(a.Value)
			}
		}
	}
	for _, b := range append(append([]*block{}, p.plan.comb...), p.plan.seq...) {
		if b.verificationOnly == verificationOnly {
			r.stmts(b.body)
		}
	}
	if verificationOnly {
		for _, q := range p.m.Properties {
			if q.Kind != ir.Cover {
				r.node(q.Cond)
			}
		}
		return r.used
	}
	for _, s := range p.m.Signals {
		if s.Unused {
			r.stmts(p.plan.trees[s])
		}
	}
	for _, m := range p.m.Memories {
		for _, w := range m.Writes {
			r.node(w.Enable)
			r.node(w.Addr)
			r.node(w.Data)
		}
		for _, x := range m.Reads {
			r.node(x.Enable)
			r.node(x.Addr)
		}
	}
	for _, in := range p.m.Instances {
		for _, c := range in.Conns {
			r.node(c.Value)
		}
	}
	return r.used
}

// checkOnly names the bits that only checks read, or comparisons that are certain, so
// that lint does not report them as unused: checks are compiled out, and of such a
// comparison only the result is written. (Bits that nothing reads are a
// mistake, which package rtlgen reports.)
func (p *printer) checkOnly() {
	logic := p.reads(false)
	comment := "// Read by checks only."
	if p.inVain {
		comment = "// Read by checks only, or by comparisons that are certain."
	}
	first := true
	line := func(name string, width int) {
		unread := missing(logic[name], width)
		if len(unread) == 0 {
			return
		}
		if first {
			p.blank()
			p.line(1, "%s", comment)
			first = false
		}
		p.unusedWire("unused_"+strings.ToLower(name), name, width, unread)
	}
	for _, s := range append(p.m.Inputs(), p.m.Signals...) {
		if !s.VerificationOnly && !s.Unused && !s.IsClock {
			line(s.Name, s.Width)
		}
	}
	for _, a := range p.m.Arrays {
		if !a.VerificationOnly && logic[a.Name] == nil {
			if first {
				p.blank()
				p.line(1, "%s", comment)
				first = false
			}
			p.unusedWire("unused_"+a.Name, a.Name+"[0]", a.Width, []span{{0, a.Width}})
		}
	}
	for _, m := range p.m.Memories {
		for _, r := range m.Reads {
			line(r.Name, m.Width)
		}
	}
	p.eachInstanceNet(func(name string, width int, read bool) {
		if read {
			line(name, width)
		}
	})
	p.verificationOnlyOfCovers()
}

// verificationOnlyOfCovers does the same for verification-only state that only covers read.
func (p *printer) verificationOnlyOfCovers() {
	used := p.reads(true)
	text := p.section(func() {
		for _, s := range p.m.Signals {
			if unread := missing(used[s.Name], s.Width); s.VerificationOnly && len(unread) > 0 {
				p.unusedWire("unused_"+s.Name, s.Name, s.Width, unread)
			}
		}
	})
	if text != "" {
		p.guarded(ifChecks, func() {
			p.line(1, "// Read by covers only.")
			p.out.WriteString(text)
		})
	}
}

func (p *printer) unusedWire(name, of string, width int, spans []span) {
	all := concat(atom("1'b0"))
	for _, s := range spans {
		all.args = append(all.args, atom(bitsOf(of, width, s.lo, s.width)))
	}
	head := fmt.Sprintf("wire %s = &", p.names.claim(name, name+"_bits"))
	p.line(1, "%s%s;", head, all.layout(4+len(head), 1))
}

type span struct{ lo, width int }

// missing lists the runs of zeros in the low width bits of used, highest first.
func missing(used *big.Int, width int) []span {
	var spans []span
	if used == nil {
		used = new(big.Int)
	}
	for i := width - 1; i >= 0; i-- {
		if used.Bit(i) == 1 {
			continue
		}
		if k := len(spans) - 1; k >= 0 && spans[k].lo == i+1 {
			spans[k].lo--
			spans[k].width++
		} else {
			spans = append(spans, span{i, 1})
		}
	}
	return spans
}
