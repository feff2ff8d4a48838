package machine

import (
	"hash/fnv"
	"math/bits"

	"culprit.example/culprit/rtlgen/ir"
)

// Arbitrary is the source of every value that the netlist's meaning leaves
// open. The same keys give the same value; otherwise it looks random, so that a
// circuit that lets it matter behaves differently from seed to seed.
func Arbitrary(seed, a, b, c uint64) uint64 {
	h := mix(seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ a)
	h = mix(h ^ b)
	return mix(h ^ c)
}

// Open is word number word of a value that the netlist leaves open in a cycle: a read beyond the end,
// or one that meets a write in a memory with undefined read-during-write. place says which: OpenPlace
// or OpenLane. It is the same in all instances of a module, and on all engines.
func Open(seed, place, cycle uint64, word int) uint64 {
	return bits.RotateLeft64((cycle+OpenSeed(seed))*OpenFactor(place, word), openTurn)
}

// OpenSeed is what Open adds to the cycle.
func OpenSeed(seed uint64) uint64 { return Arbitrary(seed, 0, 0, 0) }

// OpenFactor is what Open multiplies the sum by. The product is rotated left by 29 bits, since its low
// bits depend on few of the cycle's.
func OpenFactor(place uint64, word int) uint64 { return Arbitrary(0, place, uint64(word), 0) | 1 }

const openTurn = 29

// OpenPlace is a place of a module whose value may be open: name is that of an array or memory for
// what is read beyond its end, of a read port for what it reads where a write goes. The number does not
// depend on an engine, nor on what else is in the design.
func OpenPlace(m *ir.Module, name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.Name + "/" + name)) // a hash returns no error
	return h.Sum64()
}

// OpenLane is the place of the lanes beyond the end of a vector, of the given number of lanes: of the signal, or of
// all expressions of that shape.
func OpenLane(m *ir.Module, vector *ir.Node, lanes int) uint64 {
	name := ""
	if vector.Op == ir.OpSignal {
		name = vector.Sig.Name
	}
	return Arbitrary(OpenPlace(m, name), uint64(lanes), uint64(vector.Width), 0)
}

// mix is the finalizer of the SplitMix64 generator: a bijection in which every
// bit of the input reaches every bit of the output.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Contents fills dst with the arbitrary start of a memory or, with elem 0, of
// the output register of a synchronous read port or of a register without reset.
// index is the position among all of these of an instance: memories first, then
// the read ports in the order of SyncReads, then the registers and the arrays
// without reset. All engines start with the same contents.
func Contents(seed uint64, inst, index, elem, width int, dst []uint64) {
	for i := range dst {
		dst[i] = Arbitrary(seed, uint64(inst)<<32|uint64(index), uint64(elem), uint64(i))
	}
	dst[len(dst)-1] &= TopMask(width)
}

// Unreset lists the registers and the arrays without reset in the order in which
// Contents counts them.
func Unreset(m *ir.Module) (regs []*ir.Signal, arrays []*ir.Array) {
	for _, s := range m.Signals {
		if s.NoReset {
			regs = append(regs, s)
		}
	}
	for _, a := range m.Arrays {
		if a.NoReset {
			arrays = append(arrays, a)
		}
	}
	return regs, arrays
}

// TopMask has ones where the last word of a value of that width may have them.
func TopMask(width int) uint64 {
	return ^uint64(0) >> (uint(-width) & 63)
}

// SyncReads lists the synchronous read ports of a module in the order in which
// Contents counts them.
func SyncReads(m *ir.Module) []*ir.ReadPort {
	var ports []*ir.ReadPort
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if r.Sync {
				ports = append(ports, r)
			}
		}
	}
	return ports
}
