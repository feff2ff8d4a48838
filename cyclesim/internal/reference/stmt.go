package reference

import (
	"math/big"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// compile makes the code of a module.
func compile(m *module, cfg machine.Config) {
	e := newEmitter(m)
	var verification []*schedule.Task
	for _, f := range m.plan.Fragments {
		e.begin(f)
		for _, t := range f.Tasks {
			if cfg.NoChecks && t.Sig != nil && t.Sig.VerificationOnly {
				verification = append(verification, t)
				continue
			}
			e.task(t)
		}
		m.code[f] = e.finish()
	}
	e.begin(nil)
	for _, t := range verification {
		e.task(t)
	}
	m.watched = e.finish()
	e.begin(nil)
	for i, p := range m.ir.Properties {
		if cfg.NoChecks {
			break
		}
		cond := e.node(p.Cond)
		e.add(instr{op: opCheck, a: cond, c: m.id, d: m.prop[p], n: uint32(i)})
	}
	m.checks = e.finish()

	e.begin(nil)
	state := schedule.NextState(m.plan.Body, !cfg.NoChecks)
	e.stmts(state, e.edgeTarget)
	e.memories()
	m.edge = e.finish()
	m.size = m.own + uint32(len(m.image))
}

func (e *emitter) task(t *schedule.Task) {
	switch {
	case t.Sig != nil:
		e.wire(t.Sig, t.Tree)
	case t.Read != nil:
		// The word is copied: the memory itself changes in the middle of an edge.
		at := e.m.alloc(t.Mem.Width)
		e.copy(at, e.element(t.Mem.Name, e.m.mems[t.Mem], t.Mem.Depth, t.Mem.Width, t.Read.Addr), t.Mem.Width)
		e.m.read[t.Read] = at
	case t.Conn != nil:
		e.drive(e.m.childOf(t.Inst), t.Conn)
	default:
		c := e.m.childOf(t.Inst)
		if code := c.module.code[t.Call]; len(code) > 0 {
			e.add(instr{op: opCall, call: &call{c, code}})
		}
	}
}

// wire computes a wire or output. One that only names an expression shares the
// address of the expression's value.
func (e *emitter) wire(s *ir.Signal, tree []ir.Stmt) {
	if len(tree) == 1 {
		if a, ok := tree[0].(*ir.Assign); ok && a.Index == nil && a.Value.Width == s.Width {
			e.m.sigs[s] = e.node(a.Value)
			return
		}
	}
	at := e.m.alloc(s.Width)
	e.m.sigs[s] = at
	// Elaboration has checked that every path assigns the wire. If a bit were
	// missed after all, it is 0 and does not keep the value of the last cycle.
	if !analysis.Covers(tree, s) {
		e.copy(at, e.constant(s.Width, new(big.Int)), s.Width)
	}
	e.stmts(tree, func(a *ir.Assign) { e.assign(a, at) })
}

// stmts emits statements in their own form; assign emits an assignment.
func (e *emitter) stmts(body []ir.Stmt, assign func(*ir.Assign)) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			assign(s)
		case *ir.If:
			e.ifElse(s, assign)
		case *ir.Switch:
			e.switchCase(s, assign)
		}
	}
}

func (e *emitter) ifElse(s *ir.If, assign func(*ir.Assign)) {
	cond := e.node(s.Cond)
	if v, ok := e.constantAt(cond); ok {
		if v == 1 {
			e.stmts(s.Then, assign)
		} else {
			e.stmts(s.Else, assign)
		}
		return
	}
	skipThen := e.jump(instr{op: opJumpZero, a: cond})
	e.branchOf(s.Then, assign)
	if len(s.Else) > 0 {
		skipElse := e.jump(instr{op: opJump})
		e.land(skipThen)
		e.branchOf(s.Else, assign)
		e.land(skipElse)
		return
	}
	e.land(skipThen)
}

// switchCase compares the subject with one value after the other.
func (e *emitter) switchCase(s *ir.Switch, assign func(*ir.Assign)) {
	subject := e.node(s.Subject)
	var ends []int
	for _, c := range s.Cases {
		if len(c.Body) == 0 && len(s.Default) == 0 {
			continue
		}
		var hits []int
		for i, v := range c.Values {
			value := e.constant(s.Subject.Width, v)
			if i < len(c.Values)-1 {
				miss := e.jumpUnless(s.Subject.Width, subject, value)
				hits = append(hits, e.jump(instr{op: opJump}))
				e.land(miss)
				continue
			}
			miss := e.jumpUnless(s.Subject.Width, subject, value)
			for _, h := range hits {
				e.land(h)
			}
			e.branchOf(c.Body, assign)
			ends = append(ends, e.jump(instr{op: opJump}))
			e.land(miss)
		}
	}
	e.branchOf(s.Default, assign)
	for _, j := range ends {
		e.land(j)
	}
}

// jumpUnless emits a jump that is taken when two values differ.
func (e *emitter) jumpUnless(width int, a, b uint32) int {
	if width <= 64 {
		return e.jump(instr{op: opJumpNe, a: a, b: b})
	}
	equal := e.m.alloc(1)
	e.add(instr{op: opWide, ir: ir.OpEq, d: equal, a: a, b: b, w: 1, wa: uint32(width), wb: uint32(width), mask: 1})
	return e.jump(instr{op: opJumpZero, a: equal})
}

// jump emits a jump whose target land sets later.
func (e *emitter) jump(in instr) int {
	e.add(in)
	return len(e.code) - 1
}

func (e *emitter) land(jump int) {
	e.code[jump].n = uint32(len(e.code) - 1 - jump)
}

func (e *emitter) branchOf(body []ir.Stmt, assign func(*ir.Assign)) {
	mark := e.enter()
	e.stmts(body, assign)
	e.leave(mark)
}

// edgeTarget assigns the next value of a register, or an array element at the end
// of the edge.
func (e *emitter) edgeTarget(a *ir.Assign) {
	if a.Arr == nil {
		e.assign(a, e.next(e.m.sigs[a.Sig]))
		return
	}
	if a.Index == nil || a.Value.Width != a.Arr.Width {
		panic("BUG: an assignment to array " + a.Arr.Name + " that is not to one element, at " + a.Pos.String())
	}
	index, value := e.amount(a.Index), e.node(a.Value)
	e.add(instr{op: opElemSet, d: e.m.arrs[a.Arr], a: value, b: index, w: uint32(a.Arr.Width), n: uint32(a.Arr.Depth)})
}

// next is the address at which the next value of a register is prepared.
func (e *emitter) next(reg uint32) uint32 { return reg + e.m.regWords }

// assign writes to the signal at the given place.
func (e *emitter) assign(a *ir.Assign, at uint32) {
	w, width := a.Value.Width, a.Sig.Width
	lo := a.Lo
	if a.Index != nil {
		index, value := e.amount(a.Index), e.node(a.Value)
		i, ok := e.constantAt(index)
		if !ok {
			e.add(instr{op: opInsertLane, d: at, a: value, b: index, wa: uint32(w), n: uint32(width / w)})
			return
		}
		if i >= uint64(width/w) {
			return
		}
		lo = int(i) * w
	}
	value := e.node(a.Value)
	if lo+w > width {
		panic("BUG: an assignment beyond the end of " + a.Sig.Name + ", at " + a.Pos.String())
	}
	if w == width {
		e.copy(at, value, w)
		return
	}
	e.add(insertion(at, value, lo, w, width))
}

func (e *emitter) copy(d, a uint32, width int) {
	if width <= 64 {
		e.add(instr{op: opCopy, d: d, a: a})
		return
	}
	e.add(instr{op: opCopyWide, d: d, a: a, n: uint32(machine.Words(width))})
}

// drive gives the copies of an instance the value of one input.
func (e *emitter) drive(c *child, conn *ir.Conn) {
	w := conn.Port.Width
	port := c.module.sigs[conn.Port]
	if conn.Broadcast || c.ir.Count == 1 {
		value := e.node(conn.Value)
		for i := 0; i < c.ir.Count; i++ {
			e.copy(c.frame(i)+port, value, w)
		}
		return
	}
	for i, at := range e.lanes(conn.Value, c.ir.Count, w) {
		e.copy(c.frame(i)+port, at, w)
	}
}

// lanes is the count parts of w bits of x; a concatenation need not be assembled
// first.
func (e *emitter) lanes(x *ir.Node, count, w int) []uint32 {
	at := make([]uint32, count)
	together := x.Op == ir.OpConcat && len(x.Args) == count
	for _, a := range x.Args {
		together = together && a.Width == w
	}
	for i := range at {
		if together {
			at[i] = e.node(x.Args[count-1-i])
		} else {
			at[i] = e.slice(x, uint32(i*w), uint32(w))
		}
	}
	return at
}

// writePort is where the values on a write port lie; a port that writes lanes has
// a mask.
type writePort struct {
	enable, addr, data, mask uint32
	lanes                    bool
}

// memories emits the synchronous reads, then the writes.
func (e *emitter) memories() {
	for _, mem := range e.m.ir.Memories {
		var writes []writePort
		for _, w := range mem.Writes {
			port := writePort{enable: e.node(w.Any()), addr: e.amount(w.Addr), data: e.node(w.Data), lanes: w.Lanes() > 1}
			if port.lanes {
				port.mask = e.node(w.Mask())
			}
			writes = append(writes, port)
		}
		for _, r := range mem.Reads {
			if r.Sync {
				e.syncRead(mem, r, writes)
			}
		}
		for _, w := range writes {
			idle := e.jump(instr{op: opJumpZero, a: w.enable})
			set := instr{op: opMemSet, d: e.m.mems[mem], a: w.data, b: w.addr, w: uint32(mem.Width), n: uint32(mem.Depth)}
			if w.lanes {
				set.op, set.c = opMemMerge, w.mask
			}
			e.add(set)
			e.land(idle)
		}
	}
}

// syncRead reads the word before the writes, then handles collisions with them.
func (e *emitter) syncRead(mem *ir.Memory, r *ir.ReadPort, writes []writePort) {
	addr := e.amount(r.Addr)
	held := []int{e.jump(instr{op: opJumpZero, a: e.node(r.Enable)})}
	e.collisions(mem, r, addr, writes, ir.ReadKeep, func(writePort) { held = append(held, e.jump(instr{op: opJump})) })
	mark := e.enter()
	data := e.next(e.m.read[r])
	e.copy(data, e.element(mem.Name, e.m.mems[mem], mem.Depth, mem.Width, r.Addr), mem.Width)
	e.collisions(mem, r, addr, writes, ir.ReadNew, func(w writePort) {
		if w.lanes {
			e.add(instr{op: opMerge, d: data, a: w.data, c: w.mask, w: uint32(mem.Width)})
		} else {
			e.copy(data, w.data, mem.Width)
		}
	})
	e.collisions(mem, r, addr, writes, ir.ReadUndefined, func(writePort) {
		e.add(instr{op: opArbitrary, d: data, w: uint32(mem.Width), place: machine.OpenPlace(e.m.ir, r.Name)})
	})
	e.leave(mark)
	for _, j := range held {
		e.land(j)
	}
}

// collisions emits what happens when the read port at addr collides with a write port
// for which it has that behaviour.
func (e *emitter) collisions(mem *ir.Memory, r *ir.ReadPort, addr uint32, writes []writePort, rdw ir.ReadDuringWrite,
	happens func(writePort)) {
	for _, i := range mem.WritesOf(r, rdw) {
		w := writes[i]
		idle := e.jump(instr{op: opJumpZero, a: w.enable})
		elsewhere := e.jump(instr{op: opJumpNe, a: addr, b: w.addr})
		happens(w)
		e.land(idle)
		e.land(elsewhere)
	}
}
