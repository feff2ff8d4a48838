package verilog

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// field is the wire of bits that have a name.
type field struct {
	name, bits, doc string
	width           int
	guard           guard
	used            bool
}

// bitsKey are bits of a net or register.
type bitsKey struct {
	of        any // *ir.Signal, *ir.ReadPort or instPort
	lo, width int
}

func keyOf(n *ir.Node) bitsKey {
	k := bitsKey{lo: n.Lo, width: n.Width}
	switch of := n.Args[0]; of.Op {
	case ir.OpSignal:
		k.of = of.Sig
	case ir.OpMemRead:
		k.of = of.Read
	case ir.OpInstOut:
		k.of = instPort{of.Inst, of.Port}
	}
	return k
}

// nameFields finds the fields that have a wire: of several names of the same bits the first. One whose name the
// module has already stays a select.
func (p *printer) nameFields() {
	for _, f := range p.m.Fields {
		k := keyOf(f.Bits)
		base, ok := p.leafName(f.Bits.Args[0])
		name := base + "_" + f.Name
		if p.fieldOf[k] != nil || !ok || p.names.taken[name] || name == p.names.own {
			continue
		}
		x := &field{name: p.names.claim(name), bits: bitsOf(base, f.Bits.Args[0].Width, k.lo, k.width), doc: f.Doc,
			width: k.width}
		p.fieldOf[k] = x
		p.fields = append(p.fields, x)
	}
}

// field is the name of some bits, nil if they have none; using it declares it.
func (p *printer) field(n *ir.Node) *expr {
	if !n.IsField() || p.generating != nil {
		return nil
	}
	f := p.fieldOf[keyOf(n)]
	if f == nil {
		return nil
	}
	if !f.used || p.guard < f.guard {
		f.used, f.guard = true, p.guard
	}
	return atom(f.name)
}

// fieldWires declares the fields that are used.
func (p *printer) fieldWires() {
	for _, g := range guards {
		var rows []row
		for _, f := range p.fields {
			if f.used && f.guard == g {
				rows = append(rows, row{kind: "wire", rng: vector(f.width), name: fmt.Sprintf("%s = %s", f.name, f.bits),
					doc: f.doc})
			}
		}
		if len(rows) > 0 {
			p.guarded(g, func() { p.table(rows, ";", ";") })
		}
	}
}
