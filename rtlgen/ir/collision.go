package ir

// ReadDuringWrite names what a synchronous read returns when the same address
// is written in the same cycle. An asynchronous read always returns the old word.
type ReadDuringWrite uint8

// The read-during-write behaviours of a read port and a write port.
const (
	ReadOld       ReadDuringWrite = iota // the word before the write
	ReadNew                              // the word being written
	ReadUndefined                        // arbitrary, all lanes of it: no correct circuit lets it matter
	ReadKeep                             // nothing is read: the output register holds its value
)

var readDuringWrite = []string{"old", "new", "undefined", "keep"}

func (r ReadDuringWrite) String() string { return readDuringWrite[r] }

// During is what read port r returns when write port i writes the word that it reads.
func (mem *Memory) During(r *ReadPort, i int) ReadDuringWrite {
	if r.RDW == nil {
		return mem.RDW
	}
	return r.RDW[i]
}

// Ever reports whether a collision of synchronous read port r with a write port has that
// behaviour.
func (mem *Memory) Ever(r *ReadPort, rdw ReadDuringWrite) bool {
	return r.Sync && len(mem.WritesOf(r, rdw)) > 0
}

// WritesOf are the numbers of the write ports for whose collisions read port r has that
// behaviour. A port without choices of its own is answered without a look at each pair.
func (mem *Memory) WritesOf(r *ReadPort, rdw ReadDuringWrite) (list []int) {
	if r.RDW == nil && mem.RDW != rdw {
		return nil
	}
	for i := range mem.Writes {
		if mem.During(r, i) == rdw {
			list = append(list, i)
		}
	}
	return list
}

// Open reports whether read port r may show an arbitrary word after a collision.
func (mem *Memory) Open(r *ReadPort) bool { return mem.Ever(r, ReadUndefined) }

// Mixed reports whether a pair of ports has a choice of its own.
func (mem *Memory) Mixed() bool {
	for _, r := range mem.Reads {
		if r.RDW != nil {
			return true
		}
	}
	return false
}

// SameValue reports whether two nodes are the same expression, and so have the same
// value in every cycle.
func SameValue(a, b *Node) bool { return sameValue(a, b, map[[2]*Node]bool{}) }

func sameValue(a, b *Node, same map[[2]*Node]bool) bool {
	switch {
	case a == b:
		return true
	case a.Op != b.Op || a.Width != b.Width || len(a.Args) != len(b.Args):
		return false
	case a.Sig != b.Sig || a.Arr != b.Arr || a.Mem != b.Mem || a.Read != b.Read || a.Inst != b.Inst || a.Port != b.Port ||
		a.Loop != b.Loop:
		return false
	case a.Lo != b.Lo || a.Rows != b.Rows || (a.Const == nil) != (b.Const == nil) ||
		a.Const != nil && a.Const.Cmp(b.Const) != 0:
		return false
	}
	key := [2]*Node{a, b}
	if known, ok := same[key]; ok {
		return known
	}
	same[key] = true
	for i := range a.Args {
		if !sameValue(a.Args[i], b.Args[i], same) {
			same[key] = false
			break
		}
	}
	return same[key]
}
