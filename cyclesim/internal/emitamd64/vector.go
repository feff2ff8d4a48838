package emitamd64

import (
	"bytes"
	"encoding/binary"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/regalloc"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Vector implements translate.Backend. One vector register has all blocks of a group.
func (g *Emitter) Vector(k *translate.Kernel, p *word.Program, code *vector.Code, lanes int) {
	key := k.For(lanes)
	g.labels[key] = g.asm.NewLabel()
	w := &amdVectors{Emitter: g, vectors: code, program: p, kernel: k, lanes: lanes, used: k.Used(lanes)}
	w.Program = g.instructionsOf(k, code, lanes)
	g.stack[key] = g.function(g.labels[key], w.write)
	g.list(k, lanes, g.asm.Offset(g.labels[key]))
}

// instructionsOf makes the program of a kernel in instructions of the processor.
func (g *Emitter) instructionsOf(k *translate.Kernel, code *vector.Code, lanes int) *avx.Program {
	blocks := layout.BlocksOf(lanes)
	p := avx.Select(code, avx.Target{AVX512: g.asm.AVX512, Bytes: g.bytes, Blocks: blocks,
		Place: func(at uint64) int32 {
			return int32(k.Module.Layout.VectorAt(uint32(lanes), uint32(blocks)*uint32(at)))
		}})
	done := func(step string) {
		if g.options.Check {
			if err := p.Verify(); err != nil {
				panic("BUG: after " + step + ": " + err.Error())
			}
		}
		g.options.Show(k, lanes, step, p.String)
	}
	done(selectionStep.Name)
	for _, pass := range avx.Passes() {
		if !g.options.Without[pass.Name] {
			pass.Run(p)
			done(pass.Name)
		}
	}
	return p
}

// vectorRegs is the number of vector registers.
func (w *amdVectors) vectorRegs() int {
	if w.Masks {
		return 32
	}
	return 16
}

// amdVectors writes a program on vectors.
type amdVectors struct {
	*Emitter
	*avx.Program
	vectors *vector.Code
	program *word.Program
	kernel  *translate.Kernel
	lanes   int    // of a group
	used    uint64 // a bit for each that has a copy: nobody looks at the others
	regs    *regalloc.Allocator
	// escapes marks values of parts that are used behind them; zeroed lists them by the If in
	// front of which they become 0.
	escapes  []bool
	loads    []*avx.Instr // by value: those that read it from a place
	zeroed   map[int][]regalloc.Value
	parts    []openPart
	callees  int
	windows  windows
	outlook  outlook
	indices  []regalloc.Value // that are in the stack, for gathers
	accessed int              // how often memory was
	doubled  bool             // the present step works on vectors of twice the size
}

// openPart is a guarded part that is being written.
type openPart struct {
	end     amd64.Label
	state   regalloc.State
	windows windows
}

// The stack of a function: a word for counts of calls, room for the indices and the values of
// lanes (8 bytes each), and slots.
const (
	indexRoom = stackAlign
	valueRoom = indexRoom + 8*mostLanes
	slotRoom  = valueRoom + 8*mostLanes
	mostLanes = 4 * vector.BlockLanes
)

// reg is a vector register as an operand of the present step.
func (w *amdVectors) reg(n int) amd64.Arg { return vectorReg(n, w.unit()) }

// vectorReg is a vector register for the given number of bytes.
func vectorReg(n, bytes int) amd64.Arg {
	switch bytes {
	case 16:
		return amd64.X(uint8(n))
	case 32:
		return amd64.Y(uint8(n))
	}
	return amd64.Z(uint8(n))
}

// unit is the number of bytes of the vectors of the present step.
func (w *amdVectors) unit() int {
	if w.doubled {
		return 2 * w.VectorBytes()
	}
	return w.VectorBytes()
}

// whole reports whether vectors of the present step have 64 bytes, for which some instructions are missing.
func (w *amdVectors) whole() bool { return w.unit() == 64 }

func (w *amdVectors) slotAt(slot int) amd64.Arg {
	return w.near(amd64.RSP, slotRoom+int32(w.VectorBytes()*slot))
}

// placeAt is a place of the group.
func (w *amdVectors) placeAt(k uint64) amd64.Arg {
	return w.near(frameReg, w.Place(k))
}

func (w *amdVectors) write() (own, callees int) {
	w.zeroed, w.escapes = w.Escaping()
	w.loads = w.Loads()
	changes := w.Changes()
	w.regs = regalloc.New(len(w.Wide), w.vectorRegs(), usesOf(w.Code), w)
	for v := range w.Constants {
		w.regs.Place(v)
	}
	for v, wide := range w.Wide {
		if wide {
			w.regs.Wide(regalloc.Value(v))
		}
	}
	w.lookAhead()
	for i := range w.Code {
		w.regs.At(i)
		w.outlook.at(i)
		w.doubled = w.Code[i].Wide
		for _, v := range changes[i] {
			w.regs.Unplace(v)
		}
		w.becauseOf(&w.Code[i])
		w.step(i, &w.Code[i])
	}
	return slotRoom + w.VectorBytes()*w.regs.Slots(), w.callees
}

// usesOf lists the uses of values by instruction.
func usesOf(code []avx.Instr) []regalloc.Use {
	var list []regalloc.Use
	for i := range code {
		for _, v := range code[i].Args {
			list = append(list, regalloc.Use{Value: v, Pos: int32(i)})
		}
	}
	return list
}

// Load implements regalloc.Target.
func (w *amdVectors) Load(reg int, v regalloc.Value, slot int) {
	defer w.as(v)()
	k, constant := w.Constants[v]
	r := w.reg(reg)
	switch {
	case slot >= 0:
		w.asm.Emit(amd64.Vmovdqu, r, w.slotAt(slot))
	case !constant:
		in := w.loads[v]
		w.loadPlace(r, in.K, in.Half)
	case k.AllZeros():
		w.zero(reg)
	case k.AllOnes() && w.whole():
		w.asm.Emit(amd64.Vpternlogd, r, r, r, amd64.Imm(0xff))
	case k.AllOnes():
		w.asm.Emit(amd64.Vpcmpeqd, r, r, r)
	default:
		w.asm.Emit(amd64.Vmovdqu, r, w.pool(k))
	}
}

// as has what follows work on vectors of the size of a value, until the result is called.
func (w *amdVectors) as(v regalloc.Value) (back func()) {
	before := w.doubled
	w.doubled = w.Wide[v]
	return func() { w.doubled = before }
}

// zero clears a whole register.
func (w *amdVectors) zero(reg int) {
	x := amd64.X(uint8(reg))
	if reg >= 16 { // only an instruction with the longer prefix can name it
		x = w.reg(reg)
	}
	w.asm.Emit(amd64.Vpxor, x, x, x)
}

// Store implements regalloc.Target.
func (w *amdVectors) Store(reg int, v regalloc.Value, slot int) {
	defer w.as(v)()
	w.asm.Emit(amd64.Vmovdqu, w.slotAt(slot), w.reg(reg))
}

// pool is the place of a constant.
func (w *amdVectors) pool(k avx.Constant) amd64.Arg {
	var words []byte
	for _, word := range k.Words {
		words = binary.LittleEndian.AppendUint64(words, word)
	}
	if k.Every {
		return amd64.AtLabel(w.asm.Constant(words))
	}
	data := bytes.Repeat(words[:16], w.Blocks)
	if k.Wide {
		data = append(data, bytes.Repeat(words[16:32], w.Blocks)...)
	}
	return amd64.AtLabel(w.asm.Constant(bytes.Repeat(data, w.bytes/len(data))))
}

func (w *amdVectors) loadPlace(r amd64.Arg, k uint64, half bool) {
	op := amd64.Vmovdqu
	if half {
		op = amd64.Vmovq
	}
	w.asm.Emit(op, r, w.placeAt(k))
}

// register is a value in a register.
func (w *amdVectors) register(v regalloc.Value) amd64.Arg {
	return w.reg(w.regs.Reg(v))
}

// operand is a value in a register or, as the last operand of an instruction can be, in memory.
func (w *amdVectors) operand(v regalloc.Value) amd64.Arg {
	if r, ok := w.regs.InRegister(v); ok {
		return w.reg(r)
	}
	slot := w.regs.Slot(v)
	k, constant := w.Constants[v]
	if w.half(v) || w.regs.Worth(v) {
		return w.register(v)
	}
	switch {
	case slot >= 0:
		return w.slotAt(slot)
	case constant:
		return w.pool(k)
	}
	return w.placeAt(w.loads[v].K)
}

// half reports whether a value is where a load reads half a vector.
func (w *amdVectors) half(v regalloc.Value) bool {
	in := w.loads[v]
	return in != nil && in.Half && w.regs.Slot(v) < 0
}

// inMemory reports whether a value is in no register.
func (w *amdVectors) inMemory(v regalloc.Value) bool {
	_, ok := w.regs.InRegister(v)
	return !ok
}

// def is a register for a result.
func (w *amdVectors) def(v regalloc.Value) amd64.Arg { return w.reg(w.regs.Def(v)) }

// made keeps a result for what is behind the guarded part.
func (w *amdVectors) made(v regalloc.Value, r amd64.Arg) {
	if w.escapes[v] {
		w.asm.Emit(amd64.Vmovdqu, w.slotAt(w.regs.Slot(v)), r)
	}
}

func (w *amdVectors) step(i int, t *avx.Instr) {
	switch t.Kind {
	case vector.Apply:
		w.apply(t)
	case vector.Load:
		if !w.escapes[t.Dst] {
			w.regs.Place(t.Dst)
			return
		}
		d := w.def(t.Dst)
		w.loadPlace(d, t.K, t.Half)
		w.made(t.Dst, d)
	case vector.Arbitrary:
		w.arbitrary(amd64.RCX, t.K)
		d := w.def(t.Dst)
		x := amd64.X(d.N)
		w.asm.Emit(amd64.Vmovq, x, amd64.R64(amd64.RCX))
		w.asm.Emit(broadcasts[t.Size], d, x)
		w.made(t.Dst, d)
	case vector.Serial:
		w.serial(t)
	case vector.Gather:
		w.gather(t)
	case vector.Part:
		w.gatherPart(t, int(t.K))
	case vector.Store:
		w.storePlace(t)
	case vector.Scatter:
		w.scatter(t)
	case vector.Call:
		c := &w.program.Calls[t.K]
		w.regs.Flush()
		for _, x := range w.kernel.InnerCalls(c, w.lanes) {
			w.call(x.Key, x.First, x.Distance, x.Count, amd64.At(amd64.RSP, countSlot))
			w.callees = max(w.callees, w.stack[x.Key])
		}
		w.windows.forget()
	case vector.Check:
		w.check(t)
	case vector.Cover:
		w.cover(t)
	case vector.If:
		w.begin(i, t)
		w.indices = nil
	case vector.End:
		w.indices = nil
		last := len(w.parts) - 1
		w.regs.End(w.parts[last].state)
		w.windows.join(&w.parts[last].windows)
		w.asm.Bind(w.parts[last].end)
		w.parts = w.parts[:last]
	}
}

// apply writes an instruction. Its last operand but a number, or the one in front of a mask, can
// be in memory.
func (w *amdVectors) apply(t *avx.Instr) {
	switch {
	case t.Pair != avx.NoPair:
		pairSteps[t.Pair](w, t)
		return
	case t.Op == amd64.Vpternlogd:
		w.ternlog(t)
		return
	}
	args := w.conditions(t)
	if len(args) == 2 && commute[t.Op] && w.inMemory(args[0]) && !w.inMemory(args[1]) {
		args = []regalloc.Value{args[1], args[0]}
	}
	last := len(args) - 1
	if t.Op == amd64.Vpblendvb {
		last = 1
	}
	operands := make([]amd64.Arg, 1, 5)
	if len(t.Conds) > 0 && len(args) == 0 {
		operands = append(operands, amd64.K(maskReg))
	}
	for i, v := range args {
		if i == last && (i > 0 || !t.HasImm || readsMemory[t.Op]) && w.Wide[v] == w.doubled {
			operands = append(operands, w.operand(v))
		} else {
			operands = append(operands, w.register(v))
		}
	}
	if t.HasImm {
		operands = append(operands, amd64.Imm(t.Imm))
	}
	w.regs.Done(t.Args...)
	d := w.result(t.Dst, operands[1:])
	operands[0] = d
	if len(t.Conds) > 0 && len(args) > 0 {
		operands[0] = d.Where(maskReg)
		operands[0].Zeroing = t.Zeroing
	}
	w.asm.Emit(t.Op, operands...)
	w.made(t.Dst, d)
}

// commute are the instructions whose operands can change places.
var commute = map[amd64.Op]bool{
	amd64.Vpand: true, amd64.Vpor: true, amd64.Vpxor: true,
	amd64.Vpaddb: true, amd64.Vpaddw: true, amd64.Vpaddd: true, amd64.Vpaddq: true,
	amd64.Vpmullw: true, amd64.Vpmulld: true, amd64.Vpmuludq: true,
	amd64.Vpcmpeqb: true, amd64.Vpcmpeqw: true, amd64.Vpcmpeqd: true, amd64.Vpcmpeqq: true,
	amd64.Vpminub: true, amd64.Vpminuw: true, amd64.Vpminud: true,
}

// readsMemory are instructions with one operand and a number that can read memory.
var readsMemory = map[amd64.Op]bool{amd64.Vpermq: true}

// result is a register for a result, that of an operand which is not used any more if there is
// one.
func (w *amdVectors) result(v regalloc.Value, operands []amd64.Arg) amd64.Arg {
	for _, o := range operands {
		if o.Kind >= amd64.KindX && o.Kind <= amd64.KindZ && w.regs.Free(int(o.N)) {
			w.regs.DefIn(v, int(o.N))
			return w.reg(int(o.N))
		}
	}
	return w.def(v)
}

// begin starts a guarded part.
func (w *amdVectors) begin(i int, t *avx.Instr) {
	a := w.asm
	if list := w.zeroed[i]; len(list) > 0 {
		zero := w.regs.Temp()
		w.zero(zero)
		for _, v := range list {
			w.Store(zero, v, w.regs.Reserve(v))
		}
	}
	w.test(t)
	w.regs.Done(t.Args...)
	end := a.NewLabel()
	a.JumpIf(amd64.Equal, end)
	w.parts = append(w.parts, openPart{end, w.regs.Begin(), w.windows})
}

// test tells the processor whether the condition of a guarded part holds in a lane.
func (w *amdVectors) test(t *avx.Instr) {
	a, k := w.asm, amd64.K(maskReg)
	if !w.Masks {
		x := w.register(t.Args[0])
		a.Emit(amd64.Vptest, x, x)
		return
	}
	for _, v := range w.conditions(t) {
		x := w.register(v)
		a.Emit(amd64.Vptestmd, k, x, x)
	}
	a.Emit(amd64.Kortestq, k, k)
}

// storePlace writes a vector; lanes whose condition does not hold keep the old value.
func (w *amdVectors) storePlace(t *avx.Instr) {
	a := w.asm
	if t.Apart {
		w.storeApart(t)
		return
	}
	at := w.placeAt(t.K)
	args := w.conditions(t)
	var value amd64.Arg
	switch {
	case len(args) == 1 && len(t.Conds) == 0:
		value = w.register(args[0])
	case len(args) == 1:
		v := w.operand(args[0])
		value = w.old(t)
		a.Emit(t.Conds[0].By().Move, value.Where(maskReg), v)
	case w.whole():
		mask, v := w.register(args[1]), w.operand(args[0])
		value = w.old(t)
		const third = 0xaa&0xcc | 0x55&0xf0 // the second operand where the third one has ones
		if v.Kind == amd64.KindMem {
			const second = 0xcc&0xaa | 0x33&0xf0
			a.Emit(amd64.Vpternlogd, value, mask, v, amd64.Imm(second))
		} else {
			a.Emit(amd64.Vpternlogd, value, v, mask, amd64.Imm(third))
		}
	default:
		mask, v := w.register(args[1]), w.operand(args[0])
		value = w.old(t)
		a.Emit(amd64.Vpblendvb, value, value, v, mask)
	}
	op := amd64.Vmovdqu
	if t.Half {
		op, value = amd64.Vmovq, amd64.X(value.N)
	}
	a.Emit(op, at, value)
	w.regs.Done(t.Args...)
}

// old is a register with what a store changes.
func (w *amdVectors) old(t *avx.Instr) amd64.Arg {
	r := w.reg(w.regs.Temp())
	w.loadPlace(r, t.K, t.Half)
	return r
}

// put stores vectors in the stack, where the lanes are accessed one by one.
func (w *amdVectors) put(list []regalloc.Value, at int) {
	for i, v := range list {
		to := amd64.At(amd64.RSP, int32(at+i*w.VectorBytes()))
		w.asm.Emit(amd64.Vmovdqu, to, w.register(v))
	}
}

// serial computes element by element in general registers.
func (w *amdVectors) serial(t *avx.Instr) {
	a := w.asm
	if t.Serial != vector.Rem64 {
		panic("BUG: no instructions for the operation " + t.Serial.String())
	}
	w.indices = nil
	w.put(t.Args[:1], indexRoom)
	w.put(t.Args[1:], valueRoom)
	w.regs.Done(t.Args...)
	for at := 0; at < w.VectorBytes(); at += 8 {
		x := amd64.At(amd64.RSP, int32(indexRoom+at))
		a.Emit(amd64.Mov, amd64.R64(amd64.RAX), x)
		w.number(amd64.RDX, 0)
		a.Emit(amd64.Div, amd64.At(amd64.RSP, int32(valueRoom+at)).Sized(8))
		a.Emit(amd64.Mov, x, amd64.R64(amd64.RDX))
	}
	d := w.def(t.Dst)
	a.Emit(amd64.Vmovdqu, d, amd64.At(amd64.RSP, indexRoom))
	w.made(t.Dst, d)
}
