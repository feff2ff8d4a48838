package mutant

import (
	"fmt"
	"math/big"

	"culprit/rtlgen/ir"
)

// ResetMutation is a mistake in the reset of one register or register array of a
// module. Make and Undo change the module that it was listed for.
type ResetMutation struct {
	Target string // register or register array
	Name   string // target and mistake: "head: bit 0 flipped in reset"
	Make   func()
	Undo   func()
}

// Resets lists the mistakes in the resets of a module: for every register and
// register array with a reset value the lowest, the highest, and all bits of it
// flipped, in all elements of an array, and no reset at all. Verification-only
// state is no hardware and left out.
func Resets(m *ir.Module) []ResetMutation {
	var list []ResetMutation
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && !s.NoReset && !s.VerificationOnly {
			sound := s.Reset
			list = append(list, resetsOf(s.Name, s.Width, func(flip *big.Int) {
				s.NoReset, s.Reset = flip == nil, flipped(sound, flip)
			}, func() { s.NoReset, s.Reset = false, sound })...)
		}
	}
	for _, a := range m.Arrays {
		if !a.NoReset && !a.VerificationOnly {
			sound := a.Reset
			list = append(list, resetsOf(a.Name, a.Width, func(flip *big.Int) {
				a.NoReset, a.Reset = flip == nil, nil
				for _, x := range sound {
					if flip != nil {
						a.Reset = append(a.Reset, flipped(x, flip))
					}
				}
			}, func() { a.NoReset, a.Reset = false, sound })...)
		}
	}
	return list
}

// resetsOf lists the mistakes of one target. change flips bits of its reset values,
// or takes them away for nil.
func resetsOf(target string, width int, change func(flip *big.Int), undo func()) []ResetMutation {
	var list []ResetMutation
	add := func(what string, flip *big.Int) {
		list = append(list, ResetMutation{target, target + ": " + what, func() { change(flip) }, undo})
	}
	add("no reset", nil)
	add("bit 0 flipped in reset", big.NewInt(1))
	if width > 1 {
		add(fmt.Sprintf("bit %d flipped in reset", width-1), new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
	}
	if width > 2 {
		add("all bits flipped in reset", ones(width))
	}
	return list
}

func flipped(x, flip *big.Int) *big.Int {
	if flip == nil {
		return nil
	}
	return new(big.Int).Xor(x, flip)
}
