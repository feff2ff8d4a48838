package protect

import "culprit.example/culprit/rtlgen/ir"

// inputs are what a memory gets from the ports of its module.
type inputs struct {
	clear, inject *ir.Node // 1 bit
	mask          *ir.Node // as wide as the widest stored word of the module and of those below
}

// injected is the mask of the bits that the next write flips: the register that says so, and the bits.
func (c *circuit) injected(mem *ir.Memory, stored int, in inputs) (*ir.Signal, *ir.Node) {
	armed := c.register(mem.Name + "_armed")
	armed.Doc = "the next write of " + mem.Name + " flips the bits of " + Mask
	all := ir.Apply(ir.OpReplicate, stored, ir.Read(armed))
	return armed, c.wire(mem.Name+"_flips", ir.Apply(ir.OpAnd, stored, all, ir.Slice(in.mask, 0, stored)))
}

// report makes the bits that stay, and what ends the injection. It returns the bits: of errors that were
// corrected (nil with parity), and of those that were not.
func (k *coded) report(armed *ir.Signal, in inputs) (corrected, failed *ir.Node) {
	var writes []*ir.Node
	for _, w := range k.mem.Writes {
		writes = append(writes, w.Any())
	}
	written := k.wire(k.mem.Name+"_written", anyOf(writes))
	k.do(&ir.If{Cond: in.inject, Then: []ir.Stmt{set(armed, bit(1))}, Pos: k.mem.Pos,
		Else: []ir.Stmt{&ir.If{Cond: written, Then: []ir.Stmt{set(armed, bit(0))}, Pos: k.mem.Pos}}})
	if k.code == ECC {
		corrected = k.sticky("corrected", "a wrong bit was corrected", k.corrected, in.clear)
	}
	return corrected, k.sticky("failed", "a word was wrong that could not be corrected", k.failed, in.clear)
}

// sticky is a bit that stays from the cycle after one of the events until the clear.
func (k *coded) sticky(name, doc string, events []*ir.Node, clear *ir.Node) *ir.Node {
	s := k.register(k.mem.Name + "_" + name + "_q")
	s.Doc = doc + " in " + k.mem.Name
	var event ir.Stmt = &ir.If{Cond: clear, Then: []ir.Stmt{set(s, bit(0))}, Pos: k.mem.Pos}
	if len(events) > 0 { // no port reads the memory otherwise
		event = &ir.If{Cond: anyOf(events), Then: []ir.Stmt{set(s, bit(1))}, Else: []ir.Stmt{event}, Pos: k.mem.Pos}
	}
	k.do(event)
	return ir.Read(s)
}

// mark lets the values that the author named become 1 when read port i shows a word that cannot be corrected.
func (k *coded) mark(i int, r *ir.ReadPort) {
	for _, x := range r.Marks {
		own := *x.Value
		failed := k.failed[i]
		if x.First != nil {
			failed = k.since(i, r, x.First)
		}
		*x.Value = *ir.Apply(ir.OpOr, 1, &own, failed)
	}
}

// since is 1 from a failure on until the port shows a word for which first was 1 when it was addressed.
func (k *coded) since(i int, r *ir.ReadPort, first *ir.Node) *ir.Node {
	if r.Sync {
		shown := k.register(k.names[i] + "_first_q")
		k.do(set(shown, first))
		first = ir.Read(shown)
	}
	held := k.register(k.names[i] + "_failed_before")
	all := k.wire(k.names[i]+"_failed_since", ir.Apply(ir.OpOr, 1, k.failed[i], ir.Apply(ir.OpAnd, 1, ir.Read(held), not(first))))
	k.do(set(held, all))
	return all
}
