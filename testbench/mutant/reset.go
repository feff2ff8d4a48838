package mutant

import (
	"fmt"
	"math/big"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
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

// AllBits is for FlipReset.
const AllBits = -1

// FlipReset flips a bit, or AllBits, of the reset value of a register, or of all
// elements of a register array.
func FlipReset(target string, bit int) Mutation {
	what := fmt.Sprintf("bit %d flipped in reset", bit)
	if bit == AllBits {
		what = "all bits flipped in reset"
	}
	return oneReset(target, what)
}

// DropReset takes away the reset of a register or register array.
func DropReset(target string) Mutation { return oneReset(target, noReset) }

const noReset = "no reset"

func oneReset(target, what string) Mutation {
	return func(m *ir.Module) error {
		names := []string{}
		for _, r := range Resets(m) {
			if r.Name == target+": "+what {
				r.Make()
				return nil
			}
			names = append(names, r.Name)
		}
		return fmt.Errorf("no such mistake: %s of %s; there are: %s", what, target, strings.Join(names, ", "))
	}
}

// resetsOf lists the mistakes of one target. change flips bits of its reset values,
// or takes them away for nil.
func resetsOf(target string, width int, change func(flip *big.Int), undo func()) []ResetMutation {
	var list []ResetMutation
	add := func(what string, flip *big.Int) {
		list = append(list, ResetMutation{target, target + ": " + what, func() { change(flip) }, undo})
	}
	add(noReset, nil)
	add("bit 0 flipped in reset", big.NewInt(1))
	if width > 1 {
		add(fmt.Sprintf("bit %d flipped in reset", width-1), new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
	}
	if width > 2 {
		add("all bits flipped in reset", ir.Ones(width))
	}
	return list
}

func flipped(x, flip *big.Int) *big.Int {
	if flip == nil {
		return nil
	}
	return new(big.Int).Xor(x, flip)
}
