package analysis

import "culprit.example/culprit/rtlgen/ir"

// Size is how much of everything a design has, verification-only state aside.
type Size struct {
	Instances    int // of modules, the top included
	RegisterBits int // registers and register arrays
	MemoryBits   int // RAMs, whatever they are made of
}

// SizeOf adds up the size of all instances.
func SizeOf(d *ir.Design) Size {
	sizes := map[*ir.Module]Size{}
	for _, m := range d.Modules {
		s := ownSize(m)
		for _, in := range m.Instances {
			of := sizes[in.Of]
			s.Instances += in.Count * of.Instances
			s.RegisterBits += in.Count * of.RegisterBits
			s.MemoryBits += in.Count * of.MemoryBits
		}
		sizes[m] = s
	}
	return sizes[d.Top]
}

// ownSize is that of a module without what is below it.
func ownSize(m *ir.Module) Size {
	s := Size{Instances: 1}
	for _, r := range m.Signals {
		if r.Kind == ir.Reg && !r.VerificationOnly {
			s.RegisterBits += r.Width
		}
	}
	for _, a := range m.Arrays {
		if !a.VerificationOnly {
			s.RegisterBits += a.Depth * a.Width
		}
	}
	for _, x := range m.Memories {
		if !x.ROM() {
			s.MemoryBits += x.Depth * x.Width
		}
	}
	return s
}
