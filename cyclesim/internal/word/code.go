package word

// Program is straight-line code on 64-bit words: one kernel of a module. Instructions are
// in an order in which they can run; a value is named by the position of its instruction.
//
// Every place in memory that a program writes is written before it is read, or, at the
// clock edge, after all of its reads. So two loads of the same place always give the same
// value.
type Program struct {
	Code   []Instr
	Calls  []Callee
	Checks []Property
	// Line is that of the instructions that are added.
	Line int32
	// Sources are where the elements of permutations come from; NoSource gives 0.
	Sources [][]uint64
	// Tables are what lookups read.
	Tables []*Table
}

// NoSource stands for a 0 among the sources of a permutation.
const NoSource = ^uint64(0)

// Ref names the value of an instruction.
type Ref int32

// None is no value.
const None Ref = -1

// State numbers the parts of a module's state, from 1 on; 0 is nothing that a clock edge
// changes.
type State int32

// Foreign stands for the state of an instance whose clock edge another kernel makes.
const Foreign State = -1

// Instr is one instruction.
type Instr struct {
	Op      Op
	Size    uint8 // of what is loaded, stored or copied: 1, 2, 4, 8 bytes
	A, B, C Ref
	State   State // what a load reads or a store writes of the state
	Line    int32 // what in the Go code has caused it: a number that translate knows; 0 if nobody asks
	K       uint64
	May     uint64 // of a load: the bits that may be 1
	// Spread is the number of adjacent copies that a store writes; 0 means 1.
	Spread uint8
	From   uint64 // of a copy; of a permutation, an index into Sources
	// Wire marks a store that settles a wire for other kernels: it can be dropped if none
	// reads the place.
	Wire bool
}

// Callee is a kernel and the frames that it runs on, which lie side by side.
type Callee struct {
	Kernel Kernel
	First  uint32 // frame, counted from the caller's
	Count  int    // of frames; of groups, where they have lanes
	Size   uint32 // of a frame, or of a group
	Lanes  int    // of the frames; 1 also if the caller itself has lanes
	Used   uint64 // a bit for each lane that a copy has, in one group at least; 0 if the caller has lanes
}

// FirstLanes has a bit for each of the first n lanes.
func FirstLanes(n int) uint64 { return ^uint64(0) >> (64 - n) }

// Kernel is what a call runs. A program knows its name only.
type Kernel interface{ Name() string }

// Property is one of the module or of an inlined instance.
type Property struct {
	Count uint32 // where its count lies
	ID    uint32 // where the number of its instance lies
	Index uint32 // among the properties of its module
	Open  bool   // it is no property, but says that values were arbitrary (MarkOpen)
}

// Args calls f on every argument.
func (in *Instr) Args(f func(Ref)) {
	if in.A != None {
		f(in.A)
	}
	if in.B != None {
		f(in.B)
	}
	if in.C != None {
		f(in.C)
	}
}

// bytes is how many a store, a copy or a permutation writes.
func (in *Instr) bytes() uint64 { return uint64(in.Size) * uint64(max(in.Spread, 1)) }

// Copied calls f on every place that a copy or a permutation reads.
func (p *Program) Copied(in *Instr, f func(at, bytes uint64)) {
	switch in.Op {
	case Copy:
		f(in.From, in.bytes())
	case Permute:
		for _, at := range p.Sources[in.From] {
			if at != NoSource {
				f(at, uint64(in.Size))
			}
		}
	}
}

// rename replaces the arguments.
func (in *Instr) rename(to []Ref) {
	for _, r := range []*Ref{&in.A, &in.B, &in.C} {
		if *r != None {
			*r = to[*r]
		}
	}
}

// Add appends an instruction and returns its value.
func (p *Program) Add(in Instr) Ref {
	if in.Line == 0 {
		in.Line = p.Line
	}
	p.Code = append(p.Code, in)
	return Ref(len(p.Code) - 1)
}
