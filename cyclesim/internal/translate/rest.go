package translate

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Rest: a group of frames whose state did not change in a cycle does the same in the next one, if
// its inputs are the same; so nothing need be done. The machine finds out now and then which groups
// are so (package compiled); the code skips calls of these as long as their inputs do not change.

// Rest is what the code and the machine agree on for that.
type Rest struct {
	Frames []RestingFrame
	// Active is the address of 4 bytes in which the code of a group says that the group must not rest,
	// by the bits below; in the area of each thread.
	Active uint32
	// Woken is that of a byte that the code sets when a group does not rest any more; in the area of each
	// thread.
	Woken uint32
	end   uint32 // of what the groups have, relative to the top's frame
}

// Bits of Active. With WroteMemory and CannotDoze the group must not doze either.
const (
	WroteMemory = 1 << iota
	Depended    // something depended on an arbitrary value
	CannotDoze  // says the program Dozing.Record: of RestingFrame.Active only
)

// RestingFrame is a group that the top calls.
type RestingFrame struct {
	First   uint32 // relative to the top's frame
	Size    uint32
	Lanes   int
	Layout  *layout.Layout
	Kernels []*Kernel // in the order of their calls

	// Places of bytes, relative to the top's frame, behind which they lie. Resting is one of the values
	// below. Active (4 bytes) has got the bits of Rest.Active after each call. Dozing is 1 if a group
	// that rests dozes, and Recording if it is about to. Differed is 1 if different inputs have ended the
	// rest, and then Mask says which. WokenIn (8 bytes) is the cycle in which it ended.
	Resting, Active, Dozing, Recording, Differed, WokenIn uint32
	// a copy of the inputs, and a mask of the bits that are compared
	Inputs, Mask uint32
	Code         uint32 // addresses of functions: those of a DozingStep for each kernel
}

// Values of the byte RestingFrame.Resting, besides 0.
const (
	Resting = 1 // and what it puts out stays as it is
	Showing = 2 // it dozes, and puts out what moves
)

// DozeFunction is one of the functions of a DozingStep.
type DozeFunction uint32

// The functions.
const (
	RecordFunction DozeFunction = iota
	WatchFunction
	CommitFunction
	NoteFunction
	dozeFunctions
)

// CodeOf is where the address is of a function that does for a kernel.
func (f *RestingFrame) CodeOf(k *Kernel, function DozeFunction) uint32 {
	return f.Code + 8*uint32(int(dozeFunctions)*slices.Index(f.Kernels, k)+int(function))
}

// restStep is the unit in which inputs are compared.
const restStep = 32

// InputBytes is how much is compared: the inputs, and some of what follows.
func (f *RestingFrame) InputBytes() uint32 {
	n := uint32(f.Lanes) * (f.Layout.Inputs[1] - f.Layout.Inputs[0])
	return (n + restStep - 1) / restStep * restStep
}

// ReadsInputs reports whether what a kernel of the group does depends on inputs of the group: that of
// outputs that are registers does not.
func (f *RestingFrame) ReadsInputs(k *Kernel) bool {
	reads := false
	read := func(at, bytes uint64) {
		reads = reads || at < uint64(f.Layout.Inputs[1]) && at+bytes > uint64(f.Layout.Inputs[0])
	}
	for i := range k.Program.Code {
		switch in := &k.Program.Code[i]; in.Op {
		case word.Load:
			reads = reads || in.A != word.None && in.State == 0 // anywhere
			read(in.K, uint64(in.Size))
		case word.Copy, word.Permute:
			k.Program.Copied(in, read)
		}
	}
	return reads
}

// InputsAt is where the inputs begin, relative to the top's frame.
func (f *RestingFrame) InputsAt() uint32 { return f.First + uint32(f.Lanes)*f.Layout.Inputs[0] }

// PlanRest finds the groups that can rest. It is for designs without checks, whose counts are no
// state.
func (d *Design) PlanRest(top *Module, o Options) {
	if !o.Rest || !o.noChecks || o.Without[StepResting] {
		return
	}
	r := &Rest{end: d.Layouts[d.IR.Top].Size}
	take := func(bytes, step uint32) uint32 {
		at := (r.end + step - 1) / step * step
		r.end = at + bytes
		return at
	}
	excluded := map[uint32]bool{}
	for _, k := range top.Kernels {
		for i := range k.Program.Code {
			if k.Program.Code[i].Op != word.Call {
				continue
			}
			c := &k.Program.Calls[k.Program.Code[i].K]
			whole := c.Lanes > 1 && KernelOf(c).stateIsWhole()
			for n := range c.Count {
				first := c.First + uint32(n)*c.Size
				excluded[first] = excluded[first] || !whole
				if r.Frame(first) == nil {
					r.Frames = append(r.Frames, RestingFrame{First: first, Size: c.Size, Lanes: c.Lanes,
						Layout: KernelOf(c).Module.Layout})
				}
				f := r.Frame(first)
				f.Kernels = append(f.Kernels, KernelOf(c))
			}
		}
	}
	r.Frames = slices.DeleteFunc(r.Frames, func(f RestingFrame) bool { return excluded[f.First] })
	if len(r.Frames) == 0 {
		return
	}
	r.Active, r.Woken = d.globals, d.globals+4
	d.globals += 8
	apart := uint32(restStep) // what different threads write
	if d.Crew != nil {
		apart = cacheLines
	}
	for i := range r.Frames {
		f := &r.Frames[i]
		own := take(16, apart)
		f.Resting, f.Dozing, f.Recording, f.Differed, f.WokenIn = own, own+1, own+2, own+3, own+8
		f.Active = take(4, apart) // written in every cycle, while other threads read the flags
		f.Inputs, f.Mask = take(f.InputBytes(), apart), take(f.InputBytes(), restStep)
		f.Code = take(8*uint32(int(dozeFunctions)*len(f.Kernels)), restStep)
	}
	d.Rest = r
}

// stateIsWhole reports whether all that the kernel, and what it calls, writes at the clock edge at
// fixed places is registers and arrays. A word of a memory is written at a computed place, which
// the code notices.
func (k *Kernel) stateIsWhole() bool {
	ranges := k.Module.Layout.StateRanges()
	for i := range k.Program.Code {
		switch in := &k.Program.Code[i]; {
		case in.Op == word.Call:
			if !KernelOf(&k.Program.Calls[in.K]).stateIsWhole() {
				return false
			}
		case in.Op == word.Store && in.State != 0:
			at := uint32(in.K)
			if in.A != word.None {
				k, fixed := k.Program.ConstantOf(in.A)
				if !fixed {
					continue
				}
				at += uint32(k)
			}
			if !within(ranges, at) {
				return false
			}
		}
	}
	return true
}

// Source is the group that a place relative to the top's frame belongs to; nil if it is of none that
// can rest.
func (r *Rest) Source(place uint64) *RestingFrame {
	return r.find(func(f RestingFrame) bool { return place >= uint64(f.First) && place < uint64(f.First)+uint64(f.Size) })
}

// Frame is the group at an address relative to the top's frame; nil if it cannot rest.
func (r *Rest) Frame(first uint32) *RestingFrame {
	return r.find(func(f RestingFrame) bool { return f.First == first })
}

func (r *Rest) find(is func(RestingFrame) bool) *RestingFrame {
	if r == nil {
		return nil
	}
	if i := slices.IndexFunc(r.Frames, is); i >= 0 {
		return &r.Frames[i]
	}
	return nil
}
