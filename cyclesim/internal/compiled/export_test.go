package compiled

import (
	"testing"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/native"
	"culprit/rtlgen/ir"
)

// For the tests in package compiled_test, which run whole designs.

// CheckPrograms has every pass check its result.
func CheckPrograms(t *testing.T) {
	checkPrograms = true
	t.Cleanup(func() { checkPrograms = false })
}

// SplitAt bounds functions to so many instructions.
func SplitAt(t *testing.T, n int) {
	old, oldVector := maxOps, maxVectorOps
	maxOps, maxVectorOps = n, n
	t.Cleanup(func() { maxOps, maxVectorOps = old, oldVector })
}

// OnlyPasses runs the passes of these names, in the order of the table, and the
// last one, which nothing can do without.
func OnlyPasses(t *testing.T, oneHotIndex bool, names ...string) {
	old := standard
	standard = options{oneHotIndex: oneHotIndex, groups: old.groups, guards: old.guards}
	for _, p := range passes {
		for _, name := range names {
			if p.name == name || p.last {
				standard.passes = append(standard.passes, p)
				break
			}
		}
		if p.last && len(names) == 0 {
			standard.passes = append(standard.passes, p)
		}
	}
	t.Cleanup(func() { standard = old })
}

// Lanes makes groups of these sizes.
func Lanes(t *testing.T, lanes ...int) {
	old := standard
	standard.groups = grouping{sizes: lanes, fill: len(lanes) > 0 && lanes[0] > blockLanes}
	t.Cleanup(func() { standard = old })
}

// GuardMore skips whatever can be skipped, however little that saves.
func GuardMore(t *testing.T) {
	old := minGuarded
	minGuarded = 2
	t.Cleanup(func() { minGuarded = old })
}

// NewFor is NewC for the vectors of a processor, and for groups that fill vectors of so many
// bytes.
func NewFor(d *ir.Design, cfg machine.Config, arch string, vectorBytes int) (*Machine, error) {
	cc, err := native.FindFor(arch)
	if err != nil {
		return nil, err
	}
	return newWith(d, cfg, cc, wideGroups(vectorBytes))
}

// NewNativeFor is NewNative with groups of these sizes.
func NewNativeFor(d *ir.Design, cfg machine.Config, lanes ...int) (*Machine, error) {
	return newNative(d, cfg, grouping{sizes: lanes, fill: true})
}
