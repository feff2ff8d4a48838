package cyclesim

import (
	"math/big"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// resetObject is state that has reset values, one after the other in words.
type resetObject struct {
	object machine.Object
	words  []uint64
}

func (s *simulator) ResetStep() {
	counts := s.propertyCounts()
	s.inReset = true
	defer s.clockInReset()()
	s.sample()
	s.machine.Edge()
	s.inReset = false
	for i, o := range s.propertyObjects() {
		s.machine.Store(o, 0, counts[i:i+1])
	}
	s.storeResets()
	s.behind = false
}

// clockInputsOf are the numbers of the inputs that are clocks.
func clockInputsOf(d *ir.Design) []int {
	var list []int
	for i, p := range d.Top.Inputs() {
		if p.IsClock {
			list = append(list, i)
		}
	}
	return list
}

// clockInReset gives the inputs that are clocks an edge. What it returns gives them back what drives them.
func (s *simulator) clockInReset() func() {
	if len(s.clockInputs) == 0 {
		return func() {}
	}
	driven := make([][1]uint64, len(s.clockInputs))
	for k, i := range s.clockInputs {
		s.machine.Load(machine.Object{Sig: s.design.Top.Inputs()[i]}, 0, driven[k][:])
		s.machine.SetInput(i, []uint64{1})
	}
	return func() {
		for k, i := range s.clockInputs {
			s.machine.SetInput(i, driven[k][:])
		}
	}
}

// storeResets gives registers and arrays their reset values.
func (s *simulator) storeResets() {
	direct, ok := s.machine.(machine.Direct)
	if !ok {
		for _, o := range s.resetObjects() {
			s.machine.Store(o.object, 0, o.words)
		}
		return
	}
	if s.resetAt == nil {
		for _, o := range s.resetObjects() {
			s.resetAt = append(s.resetAt, direct.Places(o.object, len(o.words))...)
			s.resetTo = append(s.resetTo, o.words...)
		}
	}
	direct.StoreWords(s.resetAt, s.resetTo)
}

func (s *simulator) PowerUp(seed uint64) {
	direct, ok := s.machine.(machine.Direct)
	if !ok {
		s.registers(func(inst, index int, o machine.Object, depth, width int) {
			words := make([]uint64, machine.Words(width))
			for elem := range depth {
				machine.Contents(seed, inst, index, elem, width, words)
				s.machine.Store(o, elem, words)
			}
		})
		return
	}
	if s.powerAt == nil {
		s.registers(func(_, _ int, o machine.Object, depth, width int) {
			s.powerAt = append(s.powerAt, direct.Places(o, depth*machine.Words(width))...)
		})
		s.powerTo = make([]uint64, len(s.powerAt))
	}
	next := s.powerTo
	s.registers(func(inst, index int, _ machine.Object, depth, width int) {
		n := machine.Words(width)
		for elem := range depth {
			machine.Contents(seed, inst, index, elem, width, next[:n])
			next = next[n:]
		}
	})
	direct.StoreWords(s.powerAt, s.powerTo)
}

// registers calls f on all registers and arrays, in a fixed order, with the number of the
// instance and the position in it.
func (s *simulator) registers(f func(inst, index int, o machine.Object, depth, width int)) {
	for i, inst := range s.instances {
		index := 0
		for _, sig := range inst.Module.Signals {
			if sig.Kind == ir.Reg {
				f(i, index, machine.Object{Inst: i, Sig: sig}, 1, sig.Width)
				index++
			}
		}
		for _, a := range inst.Module.Arrays {
			f(i, index, machine.Object{Inst: i, Arr: a}, a.Depth, a.Width)
			index++
		}
	}
}

// propertyCounts are the counts of all properties, in the order of
// propertyObjects.
func (s *simulator) propertyCounts() []uint64 {
	objects := s.propertyObjects()
	counts := make([]uint64, len(objects))
	for i, o := range objects {
		s.machine.Load(o, 0, counts[i:i+1])
	}
	return counts
}

func (s *simulator) propertyObjects() []machine.Object {
	if s.properties == nil {
		s.properties = []machine.Object{}
		for i, inst := range s.instances {
			if s.options.NoChecks {
				break // nothing counts
			}
			for _, p := range inst.Module.Properties {
				s.properties = append(s.properties, machine.Object{Inst: i, Prop: p})
			}
		}
	}
	return s.properties
}

// resetObjects lists the registers and arrays with a reset value.
func (s *simulator) resetObjects() []resetObject {
	if s.resets != nil {
		return s.resets
	}
	s.resets = []resetObject{}
	for i, inst := range s.instances {
		for _, sig := range inst.Module.Signals {
			if sig.Kind == ir.Reg && !sig.NoReset {
				s.resets = append(s.resets, resetObject{machine.Object{Inst: i, Sig: sig}, resetWords(sig.Width, sig.Reset)})
			}
		}
		for _, a := range inst.Module.Arrays {
			if !a.NoReset {
				s.resets = append(s.resets, resetObject{machine.Object{Inst: i, Arr: a}, resetWords(a.Width, a.Reset...)})
			}
		}
	}
	return s.resets
}

// resetWords are the words of values of that width.
func resetWords(width int, values ...*big.Int) []uint64 {
	n := machine.Words(width)
	words := make([]uint64, n*len(values))
	for i, v := range values {
		rest := new(big.Int).Set(v)
		for k := range n {
			words[i*n+k] = new(big.Int).And(rest, ir.Ones(64)).Uint64()
			rest.Rsh(rest, 64)
		}
	}
	return words
}
