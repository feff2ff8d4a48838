package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/rtlgen/ir"
)

// Emitter is the back end that makes code for amd64 by itself. A kernel becomes a function.
// What registers are for:
//
//	r15         the memory; in a thread of a crew, its own area there
//	rbx         the frame of the present kernel; a function leaves it as it was
//	rsp         a stack of its own: values that have no register
//	rax, rdx    for the moment, within an instruction
//	all others  values, or in code on vectors addresses (windows.go); functions change them as they like
type Emitter struct {
	at      *translate.Addresses
	options *translate.Options
	asm     *amd64.Asm
	bytes   int // of the widest vectors
	labels  map[translate.KernelKey]amd64.Label
	stack   map[translate.KernelKey]int // bytes that a kernel and what it calls need
	start   amd64.Label                 // of the code: what others call
	fail    amd64.Label
	cold    []func() // writes what is seldom, behind the present function

	crew     *translate.Crew // nil for one thread
	rest     *translate.Rest // nil if nothing rests
	top      *ir.Module
	meetings []meeting // by thread

	design *translate.Design
	listed []listed // if somebody wants to see the code
	causes []cause
}

const (
	memoryReg = amd64.R15
	frameReg  = amd64.RBX
)

// wordRegs are the registers for values of 64 bits.
var wordRegs = [...]amd64.Reg{
	amd64.RCX, amd64.RSI, amd64.RDI, amd64.RBP, amd64.R8, amd64.R9, amd64.R10, amd64.R11, amd64.R12, amd64.R13, amd64.R14,
}

// New is a back end for a design, for vectors of the given number of bytes: 64 for processors with AVX-512.
func New(d *translate.Design, o *translate.Options, vectorBytes int) *Emitter {
	a := amd64.New()
	a.AVX512 = vectorBytes == 64
	g := &Emitter{
		at: &d.At, design: d, options: o, crew: d.Crew, rest: d.Rest, top: d.IR.Top, asm: a, bytes: vectorBytes,
		labels: map[translate.KernelKey]amd64.Label{}, stack: map[translate.KernelKey]int{},
		start: a.NewLabel(), fail: a.NewLabel(),
	}
	if o.Trace != nil {
		a.Record()
	}
	a.Jump(g.start)
	return g
}

// global is an address relative to the start of the memory.
func global(at uint32) amd64.Arg { return amd64.At(memoryReg, int32(at)) }

// stackAlign is the alignment of the stack of a function: that of the widest vectors. A function
// starts 8 bytes below, where its return address is.
const stackAlign = 64

// function writes a function: body writes what is between its start and its end, and says how
// many bytes of the stack it uses, and how many the functions that it calls need.
func (g *Emitter) function(l amd64.Label, body func() (own, callees int)) (stack int) {
	a := g.asm
	a.Align(16)
	a.Bind(l)
	size := a.ReserveStack()
	own, callees := body()
	own = (own+stackAlign-1)/stackAlign*stackAlign + stackAlign - 8
	size(own)
	a.Emit(amd64.Add, amd64.R64(amd64.RSP), amd64.Imm(int64(own)))
	a.Ret()
	for _, write := range g.cold {
		write()
	}
	g.cold = nil
	return own + 8 + callees
}

// call runs a kernel on frames at equal distances, the first of them in the present frame. The
// number of them that are left is in a word of the stack.
func (g *Emitter) call(key translate.KernelKey, first, distance, count int, left amd64.Arg) {
	a := g.asm
	frame := amd64.R64(frameReg)
	move := func(op amd64.Op, by int) {
		if by != 0 {
			a.Emit(op, frame, amd64.Imm(int64(by)))
		}
	}
	move(amd64.Add, first)
	if count == 1 {
		a.Call(g.labels[key])
		move(amd64.Sub, first)
		return
	}
	left = left.Sized(8)
	a.Emit(amd64.Mov, left, amd64.Imm(int64(count)))
	loop := a.Here()
	a.Call(g.labels[key])
	move(amd64.Add, distance)
	a.Emit(amd64.Dec, left)
	a.JumpIf(amd64.NotEqual, loop)
	move(amd64.Sub, first+distance*count)
}

// Steps implements translate.Backend. A run ends early after a cycle in which a property has failed for
// the first time, or a group has woken up.
func (g *Emitter) Steps(top *translate.Module, frame uint32) {
	a := g.asm
	settle, finish := a.NewLabel(), a.NewLabel()
	deepest, from := 0, a.Len()
	for _, last := range []bool{false, true} {
		l := settle
		if last {
			l = finish
		}
		stack := g.function(l, func() (int, int) {
			var list []*translate.Kernel
			for _, k := range top.Kernels {
				if k.Step.Last == last {
					list = append(list, k)
				}
			}
			callees := g.callKernels(list)
			if last {
				a.Emit(amd64.Add, global(g.at.Cycle).Sized(8), amd64.Imm(1))
			}
			return 0, callees
		})
		deepest = max(deepest, stack)
	}
	var threads []amd64.Label
	if g.crew != nil {
		for t := range g.crew.Kernels {
			threads = append(threads, a.NewLabel())
			deepest = max(deepest, g.threadSteps(t, frame, threads[t]))
		}
	}
	if deepest > native.StackBytes/2 {
		panic("BUG: the code needs more stack than there is")
	}
	g.entry(frame, settle, finish, threads)
	g.failFunc()
	g.list(top.Function("cycle"), 1, from)
}

// callKernels calls kernels of the top one after the other.
func (g *Emitter) callKernels(list []*translate.Kernel) (stack int) {
	for _, k := range list {
		key := k.For(1)
		if _, ok := g.labels[key]; ok {
			g.asm.Call(g.labels[key])
			stack = max(stack, g.stack[key])
		}
	}
	return stack
}

// entry writes the function that other code calls, with the memory in rdi, the number of a
// function in rsi, and an argument in rdx. r12 is the caller's.
func (g *Emitter) entry(frame uint32, settle, finish amd64.Label, threads []amd64.Label) {
	a := g.asm
	a.Align(16)
	a.Bind(g.start)
	for t, l := range threads {
		a.Emit(amd64.Cmp, amd64.R32(amd64.RSI), amd64.Imm(int64(translate.EntryThread+t)))
		a.JumpIf(amd64.Equal, l)
	}
	const done, limit = 0, 8
	on := func(offset int32) amd64.Arg { return amd64.At(amd64.RSP, offset) }
	rax, rcx := amd64.R64(amd64.RAX), amd64.R64(amd64.RCX)
	exit, finishOnly, settleOnly := a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Push(amd64.R12)
	a.Emit(amd64.Sub, amd64.R64(amd64.RSP), amd64.Imm(stackAlign-16))
	a.Emit(amd64.Mov, amd64.R64(memoryReg), amd64.R64(amd64.RDI))
	a.Emit(amd64.Lea, amd64.R64(frameReg), amd64.At(memoryReg, int32(frame)))
	a.Emit(amd64.Mov, on(limit), amd64.R64(amd64.RDX))
	a.Emit(amd64.Mov, on(done).Sized(8), amd64.Imm(0))
	a.Emit(amd64.Cmp, amd64.R32(amd64.RSI), amd64.Imm(translate.EntryFinish))
	a.JumpIf(amd64.Below, settleOnly)
	a.JumpIf(amd64.Equal, finishOnly)
	loop := a.Here()
	a.Call(settle)
	a.Call(finish)
	a.Emit(amd64.Mov, rax, on(done))
	a.Emit(amd64.Add, rax, amd64.Imm(1))
	a.Emit(amd64.Mov, on(done), rax)
	a.Emit(amd64.Cmp, global(g.at.Failed).Sized(4), amd64.Imm(0))
	a.JumpIf(amd64.NotEqual, exit)
	if g.rest != nil {
		a.Emit(amd64.Test, global(g.rest.Woken).Sized(1), amd64.Imm(1))
		a.JumpIf(amd64.NotEqual, exit)
	}
	a.Emit(amd64.Mov, rcx, on(limit))
	a.Emit(amd64.Cmp, rax, rcx)
	a.JumpIf(amd64.Below, loop)
	a.Jump(exit)
	a.Bind(settleOnly)
	a.Call(settle)
	a.Jump(exit)
	a.Bind(finishOnly)
	a.Call(finish)
	a.Bind(exit)
	g.leave(on(done))
}

// leave ends what other code has called.
func (g *Emitter) leave(result amd64.Arg) {
	a := g.asm
	a.ClearUpper()
	a.Emit(amd64.Mov, amd64.R64(amd64.RAX), result)
	a.Emit(amd64.Add, amd64.R64(amd64.RSP), amd64.Imm(stackAlign-16))
	a.Pop(amd64.R12)
	a.Ret()
}

// failFunc writes the function that counts a failure of a property, and logs the first one:
// rax has the address of its count, rdx that of the number of its instance, ecx its own number.
// It changes rax and rdx only. Lanes without a copy do not count.
func (g *Emitter) failFunc() {
	a := g.asm
	count, id, property, entry := amd64.At(amd64.RAX, 0).Sized(8), amd64.R32(amd64.RDX), amd64.R32(amd64.RCX), amd64.RSI
	counted, out := a.NewLabel(), a.NewLabel()
	a.Bind(g.fail)
	a.Emit(amd64.Mov, id, amd64.At(amd64.RDX, 0))
	a.Emit(amd64.Cmp, id, amd64.Imm(-1))
	a.JumpIf(amd64.Equal, out) // it is translate.UnusedLane
	a.Emit(amd64.Cmp, count, amd64.Imm(0))
	a.JumpIf(amd64.NotEqual, counted)
	a.Push(entry)
	a.Emit(amd64.Mov, amd64.R32(entry), global(g.at.Failed))
	a.Emit(amd64.Mov, amd64.AtIndex(memoryReg, entry, 8, int32(g.at.Log)), id)
	a.Emit(amd64.Mov, amd64.AtIndex(memoryReg, entry, 8, int32(g.at.Log)+4), property)
	a.Emit(amd64.Add, global(g.at.Failed).Sized(4), amd64.Imm(1))
	a.Pop(entry)
	a.Bind(counted)
	a.Emit(amd64.Add, count, amd64.Imm(1))
	a.Bind(out)
	a.Ret()
}

// NewLibrary is a back end for functions that the code of another one calls.
func NewLibrary(d *translate.Design, o *translate.Options, vectorBytes int) *Emitter {
	g := New(d, o, vectorBytes)
	g.asm.Bind(g.start)
	g.asm.Ret()
	g.failFunc()
	return g
}

// Offset is where the function for a kernel is in the image. That for one without code does nothing.
func (g *Emitter) Offset(k translate.KernelKey) int {
	l, found := g.labels[k]
	if !found {
		l = g.start
	}
	if g.stack[k] > native.StackBytes/4 {
		panic("BUG: the code needs more stack than there is")
	}
	return g.asm.Offset(l)
}

// Limit implements compiled.ImageBackend: offsets are signed numbers of 32 bits.
func (g *Emitter) Limit() uint64 { return 1 << 31 }

// Image implements compiled.ImageBackend.
func (g *Emitter) Image() ([]byte, error) {
	code := g.asm.Finish()
	g.showListing(code)
	return code, nil
}
