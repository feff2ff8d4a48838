package reference

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/schedule"
	"culprit.example/culprit/rtlgen/ir"
)

// emitter translates the expressions of one module to instructions.
//
// A node is computed where it is first needed and kept at its address in the
// frame; scope tells how long that value is valid. An operation on constants is
// executed at once, on the image of the frame.
type emitter struct {
	m        *module
	fragment *schedule.Fragment // where the code will run; nil: at the clock edge, after all
	code     []instr

	// kept is the nodes computed so far in this piece of code. Leaving a
	// conditional branch forgets those computed inside; inside counts the
	// enclosing branches, branch lists what to forget.
	kept   map[*ir.Node]uint32
	inside int
	branch []*ir.Node

	settled map[*ir.Node][]place // computed unconditionally by some fragment
	isConst map[uint32]bool      // words of the image that never change
	consts  map[string]uint32
}

// place is where a fragment left the value of a node.
type place struct {
	fragment *schedule.Fragment
	at       uint32
}

func newEmitter(m *module) *emitter {
	return &emitter{
		m:       m,
		settled: map[*ir.Node][]place{},
		isConst: map[uint32]bool{},
		consts:  map[string]uint32{},
	}
}

// begin starts a piece of code, finish ends it.
func (e *emitter) begin(f *schedule.Fragment) {
	e.fragment, e.code, e.kept = f, nil, map[*ir.Node]uint32{}
}

func (e *emitter) finish() []instr {
	if e.inside != 0 {
		panic("BUG: a branch is still open at the end of a fragment")
	}
	return e.code
}

// enter and leave enclose code that is executed conditionally.
func (e *emitter) enter() int {
	e.inside++
	return len(e.branch)
}

func (e *emitter) leave(mark int) {
	e.inside--
	for _, n := range e.branch[mark:] {
		delete(e.kept, n)
	}
	e.branch = e.branch[:mark]
}

// node returns the address of the value of n, and emits the code that computes it
// unless the value exists.
func (e *emitter) node(n *ir.Node) uint32 {
	if at, ok := e.kept[n]; ok {
		return at
	}
	for _, p := range e.settled[n] {
		if e.fragment == nil || e.fragment.Follows(p.fragment) {
			return p.at
		}
	}
	at := e.build(n)
	e.kept[n] = at
	if e.inside > 0 {
		e.branch = append(e.branch, n)
	} else if e.fragment != nil {
		e.settled[n] = append(e.settled[n], place{e.fragment, at})
	}
	return at
}

// add appends an instruction. The room for them grows by the same factor at any size, so that
// making a program costs as much as the program.
func (e *emitter) add(in instr) {
	if n := len(e.code); n == cap(e.code) {
		e.code = append(make([]instr, 0, n+max(n/2, 64)), e.code...)
	}
	e.code = append(e.code, in)
}

// value emits one instruction that computes a new value of in.w bits from the
// given operands.
func (e *emitter) value(in instr, operands ...uint32) uint32 {
	in.mask = machine.TopMask(int(in.w))
	return e.assemble(int(in.w), operands, func(d uint32) []instr {
		in.d = d
		return []instr{in}
	})
}

// assemble computes a new value with the instructions that code returns, which
// write to d and read the operands.
func (e *emitter) assemble(width int, operands []uint32, code func(d uint32) []instr) uint32 {
	d := e.m.alloc(width)
	list := code(d)
	for _, at := range operands {
		if !e.isConst[at] {
			e.code = append(e.code, list...)
			return d
		}
	}
	own := e.m.own
	for i := range list {
		in := &list[i]
		for _, at := range []*uint32{&in.d, &in.a, &in.b, &in.c} {
			*at -= min(own, *at) // an address not used may be anything
		}
	}
	new(Machine).run(list, e.m.image)
	e.markConst(d, width)
	return d
}

func (e *emitter) markConst(at uint32, width int) {
	for i := 0; i < machine.Words(width); i++ {
		e.isConst[at+uint32(i)] = true
	}
}

// constant is the address of a constant.
func (e *emitter) constant(width int, v *big.Int) uint32 {
	if v.Sign() < 0 || v.BitLen() > width {
		panic("BUG: the constant " + v.String() + " does not fit its width")
	}
	key := fmt.Sprintf("%d words %x", machine.Words(width), v)
	at, ok := e.consts[key]
	if !ok {
		at = e.m.alloc(width)
		e.m.init(at, v)
		e.markConst(at, width)
		e.consts[key] = at
	}
	return at
}

// constantAt returns the constant word at an address, if it is one.
func (e *emitter) constantAt(at uint32) (uint64, bool) {
	if !e.isConst[at] {
		return 0, false
	}
	return e.m.image[at-e.m.own], true
}

// amount is the address of one word that stands for n as an index or shift
// amount: n itself, or all ones if n does not fit a word.
func (e *emitter) amount(n *ir.Node) uint32 {
	at := e.node(n)
	if n.Width <= 64 {
		return at
	}
	return e.value(instr{op: opSaturate, a: at, w: 64, wa: uint32(n.Width)}, at)
}

// build emits the operation of n itself.
func (e *emitter) build(n *ir.Node) uint32 {
	switch n.Op {
	case ir.OpConst:
		return e.constant(n.Width, n.Const)
	case ir.OpSignal:
		return e.signal(n.Sig)
	case ir.OpElem:
		return e.element(n.Arr.Name, e.m.arrs[n.Arr], n.Arr.Depth, n.Width, n.Args[0])
	case ir.OpMemRead:
		return e.m.read[n.Read]
	case ir.OpInstOut:
		return e.instanceOutput(n.Inst, n.Port)
	case ir.OpNot, ir.OpRedAnd, ir.OpRedOr, ir.OpRedXor, ir.OpPriority, ir.OpFirst, ir.OpLowestOne, ir.OpPopCount:
		return e.plain(n, n.Args[0], nil)
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub, ir.OpMul,
		ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpSLt, ir.OpSLe, ir.OpOneHotMux:
		return e.plain(n, n.Args[0], n.Args[1])
	case ir.OpGt, ir.OpGe, ir.OpSGt, ir.OpSGe:
		swapped := *n
		swapped.Op = map[ir.Op]ir.Op{ir.OpGt: ir.OpLt, ir.OpGe: ir.OpLe, ir.OpSGt: ir.OpSLt, ir.OpSGe: ir.OpSLe}[n.Op]
		return e.plain(&swapped, n.Args[1], n.Args[0])
	case ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR:
		return e.shift(n)
	case ir.OpMux:
		return e.mux(n)
	case ir.OpDecode:
		a := e.amount(n.Args[0])
		return e.value(sized(n, instr{a: a, wa: 64}), a)
	case ir.OpTranspose:
		a := e.node(n.Args[0])
		return e.value(sized(n, instr{a: a, wa: uint32(n.Width), n: uint32(n.Rows)}), a)
	case ir.OpZext, ir.OpSext:
		return e.extend(n)
	case ir.OpConcat:
		return e.concat(n.Width, n.Args)
	case ir.OpReplicate:
		if n.Args[0].Width == 1 {
			sext := *n
			sext.Op = ir.OpSext
			return e.extend(&sext)
		}
		args := make([]*ir.Node, n.Width/n.Args[0].Width)
		for i := range args {
			args[i] = n.Args[0]
		}
		return e.concat(n.Width, args)
	case ir.OpSlice:
		return e.slice(n.Args[0], uint32(n.Lo), uint32(n.Width))
	case ir.OpLane:
		return e.lane(n)
	default:
		panic("BUG: no code for the operation " + n.Op.String() + " at " + n.Pos.String())
	}
}

// narrow is the one-word form of an operation.
var narrow = map[ir.Op]opcode{
	ir.OpNot: opNot, ir.OpAnd: opAnd, ir.OpOr: opOr, ir.OpXor: opXor,
	ir.OpAdd: opAdd, ir.OpSub: opSub, ir.OpMul: opMul,
	ir.OpEq: opEq, ir.OpNe: opNe, ir.OpLt: opLt, ir.OpLe: opLe, ir.OpSLt: opSLt, ir.OpSLe: opSLe,
	ir.OpShl: opShl, ir.OpShr: opShr, ir.OpSar: opSar, ir.OpRotL: opRotL, ir.OpRotR: opRotR,
	ir.OpLane: opLane, ir.OpSext: opSext, ir.OpMux: opMux,
	ir.OpRedOr: opRedOr, ir.OpRedXor: opRedXor,
	ir.OpPriority: opPriority, ir.OpFirst: opFirst, ir.OpLowestOne: opLowestOne, ir.OpDecode: opDecode,
	ir.OpPopCount: opPopCount, ir.OpTranspose: opTranspose,
}

// sized completes an instruction for n: the one-word form if all widths fit,
// otherwise the wide one.
func sized(n *ir.Node, in instr) instr {
	in.w = uint32(n.Width)
	if in.w > 64 || in.wa > 64 || in.wb > 64 {
		in.op, in.ir = opWide, n.Op
		return in
	}
	op, ok := narrow[n.Op]
	if !ok {
		panic("BUG: no one-word form of the operation " + n.Op.String())
	}
	in.op = op
	return in
}

// plain emits an operation of one or two operands without special treatment.
func (e *emitter) plain(n, x, y *ir.Node) uint32 {
	in := instr{a: e.node(x), wa: uint32(x.Width)}
	operands := []uint32{in.a}
	if y != nil {
		in.b, in.wb = e.node(y), uint32(y.Width)
		operands = append(operands, in.b)
	}
	if n.Op == ir.OpOneHotMux && n.Width <= 64 && x.Width <= 64 {
		in.op, in.w = opOneHotMux, uint32(n.Width)
		return e.value(in, operands...)
	}
	if n.Op == ir.OpRedAnd && x.Width <= 64 {
		return e.value(instr{op: opEq, a: in.a, b: e.constant(x.Width, ir.Ones(x.Width)), w: 1}, in.a)
	}
	return e.value(sized(n, in), operands...)
}

// signal is the address of a signal; that of a wire is known once its task has
// run.
func (e *emitter) signal(s *ir.Signal) uint32 {
	at, ok := e.m.sigs[s]
	if !ok {
		panic("BUG: signal " + s.Name + " of module " + e.m.ir.Name + " is read before it is computed")
	}
	return at
}

// element reads element index of the depth at base, where the array or memory of that name lies.
func (e *emitter) element(name string, base uint32, depth, width int, index *ir.Node) uint32 {
	i := e.amount(index)
	if v, ok := e.constantAt(i); ok && v < uint64(depth) {
		return base + uint32(v)*uint32(machine.Words(width))
	}
	in := instr{op: opElem, a: base, b: i, n: uint32(depth), w: uint32(width), place: machine.OpenPlace(e.m.ir, name)}
	if width > 64 {
		in.op = opElemWide
	}
	return e.value(in, e.m.id) // never a constant
}

// instanceOutput is an output port of an instance, its copies side by side.
func (e *emitter) instanceOutput(in *ir.Instance, p *ir.Signal) uint32 {
	c := e.m.childOf(in)
	if in.Count == 1 {
		return e.copyOutput(c, p, 0)
	}
	return e.assemble(in.Count*p.Width, []uint32{e.m.id}, func(d uint32) []instr {
		list := make([]instr, in.Count)
		for i := range list {
			list[i] = insertion(d, e.copyOutput(c, p, i), i*p.Width, p.Width, in.Count*p.Width)
		}
		return list
	})
}

func (e *emitter) copyOutput(c *child, p *ir.Signal, i int) uint32 {
	at, ok := c.module.sigs[p]
	if !ok {
		panic("BUG: output " + p.Name + " of module " + c.module.ir.Name + " has no place")
	}
	return c.frame(i) + at
}

func (e *emitter) shift(n *ir.Node) uint32 {
	a, by := e.node(n.Args[0]), n.Args[1]
	var b uint32
	if (n.Op == ir.OpRotL || n.Op == ir.OpRotR) && by.Width > 64 {
		all := e.node(by)
		b = e.value(instr{op: opModulo, a: all, wa: uint32(by.Width), n: uint32(n.Width), w: 64}, all)
	} else {
		b = e.amount(by)
	}
	return e.value(sized(n, instr{a: a, wa: uint32(n.Width), b: b, wb: 64}), a, b)
}

func (e *emitter) mux(n *ir.Node) uint32 {
	cond := e.node(n.Args[0])
	if v, ok := e.constantAt(cond); ok {
		return e.node(n.Args[2-v])
	}
	yes, no := e.node(n.Args[1]), e.node(n.Args[2])
	in := sized(n, instr{a: cond, wa: 1, b: yes, wb: uint32(n.Width), c: no})
	return e.value(in, cond, yes, no)
}

// extend emits zero and sign extension. Within a word the zeros exist already.
func (e *emitter) extend(n *ir.Node) uint32 {
	x := n.Args[0]
	a := e.node(x)
	if x.Width == n.Width || n.Op == ir.OpZext && machine.Words(x.Width) == machine.Words(n.Width) {
		return a
	}
	return e.value(sized(n, instr{a: a, wa: uint32(x.Width)}), a)
}

// concat concatenates values, the first one most significant.
func (e *emitter) concat(width int, args []*ir.Node) uint32 {
	at := make([]uint32, len(args))
	for i, a := range args {
		at[i] = e.node(a)
	}
	if len(args) == 1 {
		return at[0]
	}
	if width <= 64 {
		sum, w := at[0], args[0].Width
		for i, a := range args[1:] {
			w += a.Width
			sum = e.value(instr{op: opCat, a: sum, b: at[i+1], w: uint32(w), wb: uint32(a.Width)}, sum, at[i+1])
		}
		return sum
	}
	return e.assemble(width, at, func(d uint32) []instr {
		list := make([]instr, len(args))
		lo := width
		for i, a := range args {
			lo -= a.Width
			list[i] = insertion(d, at[i], lo, a.Width, width)
		}
		return list
	})
}

// insertion is the instruction that writes the w bits at a to bits lo up of the
// value of that width at d.
func insertion(d, a uint32, lo, w, width int) instr {
	in := instr{op: opInsertWide, d: d, a: a, n: uint32(lo), wa: uint32(w), w: uint32(width)}
	if width <= 64 {
		in.op, in.mask = opInsert, machine.TopMask(w)
	}
	return in
}

// slice takes w bits of x from bit lo up.
func (e *emitter) slice(x *ir.Node, lo, w uint32) uint32 {
	if at, ok := e.outputSlice(x, lo, w); ok {
		return at
	}
	return e.part(e.node(x), uint32(x.Width), lo, w)
}

// outputSlice finds a slice that is the output of one copy, and uses it in place.
func (e *emitter) outputSlice(x *ir.Node, lo, w uint32) (uint32, bool) {
	if x.Op != ir.OpInstOut || w != uint32(x.Port.Width) || lo%w != 0 {
		return 0, false
	}
	return e.copyOutput(e.m.childOf(x.Inst), x.Port, int(lo/w)), true
}

// part takes w bits, from bit lo up, of the value of that width at a. Bits that
// fill whole words are used in place.
func (e *emitter) part(a, width, lo, w uint32) uint32 {
	first := a + lo/64
	if lo%64 == 0 && (lo+w == width || w%64 == 0) {
		return first
	}
	switch {
	case w > 64:
		return e.value(instr{op: opWide, ir: ir.OpSlice, a: a, wa: width, n: lo, w: w}, a)
	case lo%64+w > 64:
		return e.value(instr{op: opExtract2, a: first, n: lo % 64, w: w}, first)
	default:
		return e.value(instr{op: opExtract, a: first, n: lo % 64, w: w}, first)
	}
}

func (e *emitter) lane(n *ir.Node) uint32 {
	x, w := n.Args[0], uint32(n.Width)
	lanes := uint32(x.Width) / w
	i := e.amount(n.Args[1])
	if v, ok := e.constantAt(i); ok && v < uint64(lanes) {
		return e.slice(x, uint32(v)*w, w)
	}
	in := sized(n, instr{a: e.node(x), wa: uint32(x.Width), b: i, wb: 1, n: lanes,
		place: machine.OpenLane(e.m.ir, x, int(lanes))})
	return e.value(in, e.m.id) // the lane beyond the last is never a constant
}
