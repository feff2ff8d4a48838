package compiled

import (
	"slices"

	"culprit/cyclesim/internal/layout"
	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/translate"
	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
	"culprit/rtlgen/ir"
)

// For the tests in package compiled_test, which run whole designs.

// An Option changes what the compiler does.
type Option func(*translate.Options)

// Checked has every step check its result.
func Checked(o *translate.Options) { o.Check = true }

// SplitAt bounds functions to so many instructions.
func SplitAt(n int) Option {
	return func(o *translate.Options) { o.FunctionOps, o.FunctionVectorOps = n, n }
}

// OnlyPasses runs the passes of these names, in the order of the table, and the
// last one, which nothing can do without.
func OnlyPasses(oneHotIndex bool, names ...string) Option {
	return func(o *translate.Options) {
		o.OneHotIndex, o.Inline = oneHotIndex, false
		o.Passes = slices.DeleteFunc(slices.Clone(o.Passes), func(p word.Pass) bool { return !p.Last && !slices.Contains(names, p.Name) })
	}
}

// Lanes makes groups of these sizes.
func Lanes(lanes ...int) Option {
	return func(o *translate.Options) {
		o.Groups = layout.Grouping{Sizes: lanes, Fill: len(lanes) > 0 && lanes[0] > vector.BlockLanes}
	}
}

// GuardMore skips whatever can be skipped, however little that saves.
func GuardMore(o *translate.Options) { o.LeastGuarded = 2 }

func with(cfg machine.Config, list []Option) translate.Options {
	o := translate.Standard(cfg)
	for _, change := range list {
		change(&o)
	}
	return o
}

// NewWith is New with other options.
func NewWith(d *ir.Design, cfg machine.Config, list ...Option) (*Machine, error) {
	return newWebAssemblyMachine(d, cfg, with(cfg, list))
}

// NewFor is NewC for the vectors of a processor, and for groups that fill vectors of so many
// bytes.
func NewFor(d *ir.Design, cfg machine.Config, arch string, vectorBytes int) (*Machine, error) {
	cc, err := native.FindFor(arch)
	if err != nil {
		return nil, err
	}
	return newWith(d, cfg, cc, wide(cfg, vectorBytes))
}

// NewNativeWith is NewNative with other options.
func NewNativeWith(d *ir.Design, cfg machine.Config, list ...Option) (*Machine, error) {
	o := with(cfg, list)
	return newNative(d, cfg, o, o.Groups.Widest())
}

// Threads has so many threads share every cycle, whatever that brings.
func Threads(n int) Option {
	return func(o *translate.Options) { o.Sharing = translate.Sharing{Threads: n} }
}

// Filled makes groups of these sizes, which need not be full.
func Filled(lanes ...int) Option {
	return func(o *translate.Options) { o.Groups = layout.Grouping{Sizes: lanes, Fill: true} }
}

// Resting has groups rest whose state does not change.
func Resting(o *translate.Options) { o.Rest = true }

// Rested is how many groups rest.
func (m *Machine) Rested() int {
	n := 0
	if m.resting == nil {
		return 0
	}
	for _, g := range m.resting.groups {
		n += int(m.view[g.Resting])
	}
	return n
}
