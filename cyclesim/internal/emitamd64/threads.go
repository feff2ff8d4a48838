package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/translate"
)

// Code for several threads. Each runs its own kernels of a cycle, and waits for the others at
// barriers: it counts its arrivals, and reads how often the others have arrived.

// Numbers of turns of loops that wait.
const (
	patience = 1000   // before the processor is given to others
	joining  = 20_000 // before a thread gives up that waits for the others to begin
)

// schedYield is the number of the system call.
const schedYield = 24

// shared is a place that all threads access, for a thread.
func (g *Emitter) shared(t, line int) amd64.Arg {
	c := g.crew
	return amd64.At(memoryReg, int32(c.Shared)+int32(line)-int32(c.Areas[t]))
}

// meeting is the functions of a thread at barriers. They change rax, rdx and the flags.
type meeting struct{ arrive, wait amd64.Label }

func (g *Emitter) meetingOf(thread int) meeting {
	for len(g.meetings) <= thread {
		g.meetings = append(g.meetings, meeting{g.asm.NewLabel(), g.asm.NewLabel()})
	}
	return g.meetings[thread]
}

// arriveFunc writes the function that tells the other threads that this one has arrived at its next
// barrier. All that it has read and written before has been read and can be seen then: the
// processor moves no access behind a write.
func (g *Emitter) arriveFunc(t int) {
	a := g.asm
	rax, target := amd64.R64(amd64.RAX), global(g.at.Target)
	a.Align(16)
	a.Bind(g.meetingOf(t).arrive)
	a.Emit(amd64.Mov, rax, target)
	a.Emit(amd64.Add, rax, amd64.Imm(1))
	a.Emit(amd64.Mov, g.shared(t, translate.ArrivedLine(t)), rax)
	a.Emit(amd64.Mov, target, rax)
	a.Ret()
}

// waitFunc writes the function that waits until the others have arrived at the barrier that this
// thread has arrived at. The processor moves no access ahead of the read that finds that.
func (g *Emitter) waitFunc(t int) {
	a := g.asm
	rax := amd64.R64(amd64.RAX)
	a.Align(16)
	a.Bind(g.meetingOf(t).wait)
	a.Emit(amd64.Mov, rax, global(g.at.Target))
	for other := range g.crew.Areas {
		if other != t {
			g.awaitArrival(g.shared(t, translate.ArrivedLine(other)))
		}
	}
	a.Ret()
}

// awaitArrival waits until a thread has arrived as often as rax says.
func (g *Emitter) awaitArrival(arrived amd64.Arg) {
	a := g.asm
	done := a.NewLabel()
	again := a.Here()
	g.number(amd64.RDX, patience)
	wait := a.Here()
	a.Emit(amd64.Cmp, arrived, amd64.R64(amd64.RAX))
	a.JumpIf(amd64.NotBelow, done)
	a.Pause()
	a.Emit(amd64.Dec, amd64.R32(amd64.RDX))
	a.JumpIf(amd64.NotEqual, wait)
	kept := []amd64.Reg{amd64.RAX, amd64.RCX, amd64.R11}
	for _, r := range kept {
		a.Push(r)
	}
	g.number(amd64.RAX, schedYield)
	a.Syscall()
	for i := range kept {
		a.Pop(kept[len(kept)-1-i])
	}
	a.Jump(again)
	a.Bind(done)
}

// threadSteps writes the function that a thread is called at, with the memory in rdi and the
// number of cycles in rdx. It begins when all threads are there, and ends for all of them behind
// the same cycle.
func (g *Emitter) threadSteps(t int, frame uint32, entry amd64.Label) (stack int) {
	a := g.asm
	cycle := a.NewLabel()
	stack = g.function(cycle, func() (int, int) { return 0, g.callKernels(g.crew.Kernels[t]) })
	g.arriveFunc(t)
	g.waitFunc(t)

	const done, limit = 0, 8
	on := func(offset int32) amd64.Arg { return amd64.At(amd64.RSP, offset) }
	rax, rcx := amd64.R64(amd64.RAX), amd64.R64(amd64.RCX)
	exit, all, none := a.NewLabel(), a.NewLabel(), a.NewLabel()
	stop := g.shared(t, translate.StopLine)
	stop = amd64.AtIndex(memoryReg, amd64.RCX, 8, stop.Mem.Disp).Sized(8)
	a.Align(16)
	a.Bind(entry)
	a.Push(amd64.R12)
	a.Emit(amd64.Sub, amd64.R64(amd64.RSP), amd64.Imm(stackAlign-16))
	a.Emit(amd64.Lea, amd64.R64(memoryReg), amd64.At(amd64.RDI, int32(g.crew.Areas[t])))
	a.Emit(amd64.Lea, amd64.R64(frameReg), amd64.At(amd64.RDI, int32(frame)))
	a.Emit(amd64.Mov, on(limit), amd64.R64(amd64.RDX))
	a.Emit(amd64.Mov, on(done).Sized(8), amd64.Imm(0))
	g.join(t, on(done), all, exit)

	a.Bind(all)
	loop := a.Here()
	a.Call(cycle)
	a.Emit(amd64.Add, global(g.at.Cycle).Sized(8), amd64.Imm(1))
	a.Emit(amd64.Mov, rcx, on(done))
	a.Emit(amd64.Add, rcx, amd64.Imm(1))
	a.Emit(amd64.Mov, on(done), rcx)
	if g.crew.Together {
		a.Emit(amd64.And, rcx, amd64.Imm(1))
		a.Emit(amd64.Cmp, global(g.at.Failed).Sized(4), amd64.Imm(0))
		a.JumpIf(amd64.Equal, none)
		a.Emit(amd64.Mov, stop, amd64.Imm(1))
		a.Bind(none)
		a.Call(g.meetingOf(t).arrive)
	}
	a.Call(g.meetingOf(t).wait)
	a.Emit(amd64.Mov, rax, on(done))
	if g.crew.Together {
		a.Emit(amd64.Mov, rcx, rax)
		a.Emit(amd64.And, rcx, amd64.Imm(1))
		a.Emit(amd64.Cmp, stop, amd64.Imm(0))
		a.JumpIf(amd64.NotEqual, exit)
	}
	a.Emit(amd64.Cmp, rax, on(limit))
	a.JumpIf(amd64.Below, loop)
	a.Bind(exit)
	g.leave(on(done))
	return stack
}

// join waits until all threads are there, but not for ever: the thread that is missing may wait
// for the collector of Go, and that for this thread.
func (g *Emitter) join(t int, done amd64.Arg, all, exit amd64.Label) {
	a := g.asm
	rax, joined, crew := amd64.R64(amd64.RAX), g.shared(t, translate.JoinedLine), amd64.Imm(int64(len(g.crew.Areas)))
	a.Lock()
	a.Emit(amd64.Add, joined.Sized(8), amd64.Imm(1))
	g.number(amd64.RCX, joining)
	wait := a.Here()
	a.Emit(amd64.Cmp, joined.Sized(8), crew)
	a.JumpIf(amd64.Equal, all)
	a.Pause()
	a.Emit(amd64.Dec, amd64.R32(amd64.RCX))
	a.JumpIf(amd64.NotEqual, wait)
	a.Emit(amd64.Mov, rax, joined)
	leave := a.Here()
	a.Emit(amd64.Cmp, rax, crew)
	a.JumpIf(amd64.Equal, all)
	a.Emit(amd64.Lea, amd64.R64(amd64.RDX), amd64.At(amd64.RAX, -1))
	a.Lock()
	a.Emit(amd64.Cmpxchg, joined, amd64.R64(amd64.RDX))
	a.JumpIf(amd64.NotEqual, leave)
	a.Emit(amd64.Mov, done.Sized(8), amd64.Imm(-1)) // it is translate.NotJoined
	a.Jump(exit)
}
