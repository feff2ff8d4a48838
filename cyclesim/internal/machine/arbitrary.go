package machine

import "culprit/rtlgen/ir"

// Arbitrary is the source of every value that the netlist's meaning leaves
// open. The same keys give the same value; otherwise it looks random, so that a
// circuit that lets it matter behaves differently from seed to seed.
func Arbitrary(seed, a, b, c uint64) uint64 {
	h := mix(seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ a)
	h = mix(h ^ b)
	return mix(h ^ c)
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
