package emitamd64

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// What is done lane by lane: the registers for words are free in code on vectors.

// gather loads the elements at the indices of the lanes: its first vector.
func (w *amdVectors) gather(t *avx.Instr) {
	if !slices.Equal(w.indices, t.Args) {
		w.put(t.Args, indexRoom)
		w.indices = t.Args
	}
	w.regs.Done(t.Args...)
	w.gatherPart(t, 0)
}

// inserts put an element of 1, 2, 4 or 8 bytes into a vector.
var inserts = map[uint8]amd64.Op{1: amd64.Vpinsrb, 2: amd64.Vpinsrw, 4: amd64.Vpinsrd, 8: amd64.Vpinsrq}

// gatherPart assembles a vector from the elements of its lanes, each half by itself.
func (w *amdVectors) gatherPart(t *avx.Instr, part int) {
	access := t.Access
	a := w.asm
	d := w.def(t.Dst)
	size := int(access.Size)
	each := min(16, w.lanes*size) / size // elements of a block
	x, temp := amd64.X(d.N), -1
	for block := range w.Blocks {
		used := w.used >> (block*vector.BlockLanes + part*each) & (1<<each - 1)
		if used == 0 && block > 0 {
			continue
		}
		if block > 0 && temp < 0 {
			temp = w.regs.Temp()
		}
		if block > 0 {
			x = amd64.X(uint8(temp))
		}
		if used&1 == 0 {
			a.Emit(amd64.Vpxor, x, x, x)
		}
		for e := range each {
			if used>>e&1 == 0 {
				continue
			}
			place := w.element(access, part*each+e, block, int32(part*w.VectorBytes()+16*block+e*size))
			switch {
			case e > 0:
				a.Emit(inserts[access.Size], x, x, place, amd64.Imm(int64(e)))
			case size == 8:
				a.Emit(amd64.Vmovq, x, place)
			case size == 4:
				a.Emit(amd64.Vmovd, x, place)
			default:
				w.loadWord(amd64.RAX, place, access.Size)
				a.Emit(amd64.Vmovd, x, amd64.R32(amd64.RAX))
			}
		}
		if block > 0 {
			a.Emit(amd64.Vinserti128, d, d, x, amd64.Imm(int64(block)))
		}
	}
	w.made(t.Dst, d)
}

// element is the place of the element of a lane of a block. The index goes to rax.
func (w *amdVectors) element(access *avx.Access, lane, block int, offset int32) amd64.Arg {
	bytes := int(access.Bytes)
	at := lane*bytes/16*w.VectorBytes() + 16*block + lane*bytes%16
	w.loadWord(amd64.RAX, amd64.At(amd64.RSP, int32(indexRoom+at)), min(access.Bytes, 4))
	scale := w.scale(amd64.RAX, uint64(w.Blocks)*access.Scale>>access.Shifted)
	return amd64.AtIndex(frameReg, amd64.RAX, scale, int32(w.Blocks)*int32(access.At)+offset)
}

// scale multiplies an index, but for a factor that an address can have.
func (w *amdVectors) scale(r amd64.Reg, k uint64) (rest uint8) {
	if k&(k-1) != 0 {
		w.asm.Emit(amd64.ImulK, amd64.R64(r), amd64.R64(r), amd64.Imm(int64(k)))
		return 1
	}
	shift := bits.TrailingZeros64(k)
	rest = 1 << min(shift, 3)
	if shift > 3 {
		w.asm.Emit(amd64.Shl, amd64.R32(r), amd64.Imm(int64(shift-3)))
	}
	return rest
}

// onlyUsed leaves these bits of rcx, and reports whether there are any.
func (w *amdVectors) onlyUsed() {
	all := w.used
	switch lanes := w.lanesReg(); {
	case isImm(all) || w.lanes <= 32:
		w.asm.Emit(amd64.And, lanes, amd64.Imm(int64(int32(all))))
	default:
		w.number(amd64.RAX, all)
		w.asm.Emit(amd64.And, lanes, amd64.R64(amd64.RAX))
	}
}

// lanesReg is rcx for the bits of all lanes.
func (w *amdVectors) lanesReg() amd64.Arg {
	if w.lanes > 32 {
		return amd64.R64(amd64.RCX)
	}
	return amd64.R32(amd64.RCX)
}

// eachLane writes a loop over the lanes whose bits are set in rcx. In the body, rax is the lane.
func (w *amdVectors) eachLane(body func()) {
	a, lanes := w.asm, w.lanesReg()
	lane := lanes
	lane.N = uint8(amd64.RAX)
	loop := a.Here()
	a.Emit(amd64.Tzcnt, lane, lanes)
	a.Emit(amd64.Blsr, lanes, lanes)
	body()
	a.Emit(amd64.Test, lanes, lanes)
	a.JumpIf(amd64.NotEqual, loop)
}

// laneTable has in r the offset of lane rax among elements of that size.
func (w *amdVectors) laneTable(r amd64.Reg, size uint8) {
	var table []byte
	for lane := range w.lanes {
		table = binary.LittleEndian.AppendUint32(table, layout.LaneOffset(uint32(w.lanes), uint32(lane), uint32(size)))
	}
	w.asm.Emit(amd64.Lea, amd64.R64(r), amd64.AtLabel(w.asm.Constant(table)))
	w.asm.Emit(amd64.Mov, amd64.R32(r), amd64.AtIndex(r, amd64.RAX, 4, 0))
}

// scatter stores the elements of the lanes whose condition holds, mostly few.
func (w *amdVectors) scatter(t *avx.Instr) {
	a, access := w.asm, t.Access
	n := access.Indices
	skip, temp := a.NewLabel(), w.reg(w.regs.Temp())
	values := t.Args[n : n+access.Values]
	where := t.Args[n+access.Values:]
	if len(where) == 0 {
		w.number(amd64.RCX, w.used)
	} else {
		w.lanesOf(where[0])
		w.onlyUsed()
		a.JumpIf(amd64.Equal, skip)
	}
	before := w.windows
	put := func(i int, room int) {
		v := t.Args[i]
		to := amd64.At(amd64.RSP, int32(room))
		if r, ok := w.regs.InRegister(v); ok {
			a.Emit(amd64.Vmovdqu, to, w.reg(r))
			return
		}
		w.Load(int(temp.N), v, w.regs.Slot(v))
		a.Emit(amd64.Vmovdqu, to, temp)
	}
	if w.rest != nil && !w.registersAt(access.At) {
		w.active(translate.WroteMemory)
	}
	w.indices = nil
	for i := range n {
		put(i, indexRoom+i*w.VectorBytes())
	}
	for i := range values {
		put(n+i, valueRoom+i*w.VectorBytes())
	}
	w.eachLane(func() {
		w.laneTable(amd64.RDX, access.Bytes)
		w.loadWord(amd64.RDX, amd64.AtIndex(amd64.RSP, amd64.RDX, 1, indexRoom), min(access.Bytes, 4))
		rest := w.scale(amd64.RDX, uint64(w.Blocks)*access.Scale)
		w.laneTable(amd64.RSI, access.Size)
		w.loadWord(amd64.RDI, amd64.AtIndex(amd64.RSP, amd64.RSI, 1, valueRoom), access.Size)
		a.Emit(amd64.Lea, amd64.R64(amd64.RSI), amd64.AtIndex(amd64.RSI, amd64.RDX, rest, int32(w.Blocks)*int32(access.At)))
		a.Emit(amd64.Mov, amd64.AtIndex(frameReg, amd64.RSI, 1, 0), sized(amd64.RDI, access.Size))
	})
	a.Bind(skip)
	w.windows.join(&before)
	w.regs.Done(t.Args...)
}

// registersAt reports whether a place belongs to an array of registers, and not to a memory.
func (w *amdVectors) registersAt(at uint64) bool {
	e, found := w.kernel.Module.Layout.ExtentAt(uint32(at) * uint32(w.Blocks) / uint32(w.lanes))
	return found && e.State
}

// check counts failures in code apart, since they are seldom.
func (w *amdVectors) check(t *avx.Instr) {
	a := w.asm
	lanes := w.lanesReg()
	w.lanesOf(t.Args[0])
	w.regs.Done(t.Args...)
	a.Emit(amd64.Xor, lanes, amd64.Imm(-1))
	failed, back := a.NewLabel(), a.NewLabel()
	w.onlyUsed()
	a.JumpIf(amd64.NotEqual, failed)
	a.Bind(back)
	property := w.program.Checks[t.K]
	if property.Open {
		w.cold = append(w.cold, func() {
			a.Bind(failed)
			w.active(translate.Depended)
			a.Jump(back)
		})
		return
	}
	w.cold = append(w.cold, func() {
		a.Bind(failed)
		w.onlyUsed()
		w.eachLane(func() {
			w.laneTable(amd64.RDX, 4)
			w.laneTable(amd64.RSI, 8)
			a.Emit(amd64.Lea, amd64.R64(amd64.RDX), amd64.AtIndex(frameReg, amd64.RDX, 1, int32(w.lanes)*int32(property.ID)))
			a.Emit(amd64.Lea, amd64.R64(amd64.RAX), amd64.AtIndex(frameReg, amd64.RSI, 1, int32(w.lanes)*int32(property.Count)))
			w.callFail(property.Index)
		})
		a.Jump(back)
	})
}

// cover counts in the lanes whose condition holds.
func (w *amdVectors) cover(t *avx.Instr) {
	a := w.asm
	w.lanesOf(t.Args[0])
	w.regs.Done(t.Args...)
	skip := a.NewLabel()
	w.onlyUsed()
	a.JumpIf(amd64.Equal, skip)
	count := int32(w.lanes) * int32(w.program.Checks[t.K].Count)
	w.eachLane(func() {
		w.laneTable(amd64.RDX, 8)
		a.Emit(amd64.Add, amd64.AtIndex(frameReg, amd64.RDX, 1, count).Sized(8), amd64.Imm(1))
	})
	a.Bind(skip)
}
