package emitamd64

import (
	"math"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// The code of a large kernel does not fit in the first cache, and runs once per cycle: it is as fast
// as its bytes are fetched and decoded. With AVX-512 a displacement of one byte counts vectors. So
// registers that code on vectors does not need otherwise point to where the next steps access the
// frame, and to the slots: most displacements of four bytes become one of one byte.

// windowRegs are these registers.
var windowRegs = [...]amd64.Reg{amd64.RBP, amd64.R8, amd64.R9, amd64.R10, amd64.R11, amd64.R12, amd64.R13, amd64.R14}

// window is what such a register holds: the sum of another register and a number.
type window struct {
	base amd64.Reg // frameReg or RSP; NoReg if it holds nothing
	disp int32
	used int // when it was used last
}

// windows are the registers by windowRegs.
type windows [len(windowRegs)]window

// Bytes that an access through a window saves, and what it costs to make one.
const (
	windowCost  = 8
	wideSaves   = 3
	narrowSaves = 1 // of vectors of up to 32 bytes: the prefix is longer
	// windowSight is how many accesses are looked at.
	windowSight = 150
	// fewSteps are not worth a window for the slots.
	fewSteps = 20
)

// access is an access of a step to the frame.
type access struct {
	step int
	disp int32
}

// outlook is what the steps access, as far as that is known before they are written.
type outlook struct {
	accesses []access
	next     int // the first access of the present step
	step     int // the present one
	// until is the step, for each, up to which a window that it makes lasts: the end of its part, or
	// a call.
	until []int
}

// lookAhead lists the accesses of all steps, if there will be windows.
func (w *amdVectors) lookAhead() {
	if !w.AVX512 {
		return
	}
	w.windows.forget()
	o := &w.outlook
	o.until = make([]int, len(w.Code))
	call := len(w.Code)
	for i := len(w.Code) - 1; i >= 0; i-- {
		if w.Code[i].Kind == vector.Call {
			call = i
		}
		o.until[i] = call
		if p := w.Part[i]; p >= 0 {
			o.until[i] = min(call, w.Ends[p])
		}
	}
	for i := range w.Code {
		t := &w.Code[i]
		for _, v := range t.Args {
			if in := w.loads[v]; in != nil {
				o.accesses = append(o.accesses, access{i, w.Place(in.K)})
			}
		}
		if t.Kind == vector.Store {
			o.accesses = append(o.accesses, access{i, w.Place(t.K)})
			if t.Apart {
				o.accesses = append(o.accesses, access{i, w.Place(t.Above)})
			}
		}
	}
}

// at begins a step.
func (o *outlook) at(step int) {
	o.step = step
	for o.next < len(o.accesses) && o.accesses[o.next].step < step {
		o.next++
	}
}

// forget says that a call has changed the registers.
func (s *windows) forget() {
	for i := range s {
		s[i].base = amd64.NoReg
	}
}

// join keeps what the registers hold whether the code since then was skipped or not.
func (s *windows) join(before *windows) {
	for i := range s {
		if b := &before[i]; s[i].base != b.base || s[i].disp != b.disp {
			s[i].base = amd64.NoReg
		}
	}
}

// short reports whether a displacement takes a byte.
func (w *amdVectors) short(disp int32) bool { return amd64.Short(disp, w.unit()) }

// near is the place at a distance from a register. It may emit an instruction, which leaves the flags
// and the places of the same instruction as they are: these were used last.
func (w *amdVectors) near(base amd64.Reg, disp int32) amd64.Arg {
	far := amd64.At(base, disp)
	if !w.AVX512 || w.options.Without[shortAddresses] || base == frameReg && w.short(disp) {
		return far
	}
	w.accessed++
	oldest := 0
	for i := range w.windows {
		x := &w.windows[i]
		if x.base == base && w.short(disp-x.disp) {
			x.used = w.accessed
			return amd64.At(windowRegs[i], disp-x.disp)
		}
		if x.base == amd64.NoReg {
			x.used = -1
		}
		if x.used < w.windows[oldest].used {
			oldest = i
		}
	}
	to, ok := w.windowFor(base, disp)
	if !ok {
		return far
	}
	w.windows[oldest] = window{base, to, w.accessed}
	w.asm.Emit(amd64.Lea, amd64.R64(windowRegs[oldest]), amd64.At(base, to))
	return amd64.At(windowRegs[oldest], disp-to)
}

// windowFor reports whether a window for a place saves more than it costs, and where it should point.
func (w *amdVectors) windowFor(base amd64.Reg, disp int32) (to int32, ok bool) {
	unit := int32(w.unit())
	below, above := math.MinInt8*unit, math.MaxInt8*unit
	until := w.outlook.until[w.outlook.step]
	if base == amd64.RSP {
		all := above - below + unit
		return int32(slotRoom) + (disp-int32(slotRoom))/all*all - below, until-w.outlook.step > fewSteps
	}
	saves := narrowSaves
	if w.Masks {
		saves = wideSaves
	}
	var open []int32 // what the next steps access far from all registers
	for _, a := range w.outlook.accesses[w.outlook.next:] {
		if a.step > until || len(open) == windowSight {
			break
		}
		if !w.short(a.disp) && !w.inWindow(a.disp) {
			open = append(open, a.disp)
		}
	}
	best := windowCost
	for _, at := range []int32{disp - below, disp, disp - above} {
		bytes := 0
		for _, d := range open {
			if w.short(d - at) {
				bytes += saves
			}
		}
		if bytes > best {
			best, to = bytes, at
		}
	}
	return to, best > windowCost
}

// inWindow reports whether a place of the frame is near what a register points to.
func (w *amdVectors) inWindow(disp int32) bool {
	return slices.ContainsFunc(w.windows[:], func(x window) bool { return x.base == frameReg && w.short(disp-x.disp) })
}
