package compiled

import (
	"slices"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/native"
	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
	"culprit/rtlgen/ir"
)

// For the tests in package compiled_test, which run whole designs.

// An Option changes what the compiler does.
type Option func(*options)

// Checked has every step check its result.
func Checked(o *options) { o.check = true }

// SplitAt bounds functions to so many instructions.
func SplitAt(n int) Option {
	return func(o *options) { o.functionOps, o.functionVectorOps = n, n }
}

// OnlyPasses runs the passes of these names, in the order of the table, and the
// last one, which nothing can do without.
func OnlyPasses(oneHotIndex bool, names ...string) Option {
	return func(o *options) {
		o.oneHotIndex, o.inline = oneHotIndex, false
		o.passes = slices.DeleteFunc(slices.Clone(o.passes), func(p word.Pass) bool { return !p.Last && !slices.Contains(names, p.Name) })
	}
}

// Lanes makes groups of these sizes.
func Lanes(lanes ...int) Option {
	return func(o *options) {
		o.groups = grouping{sizes: lanes, fill: len(lanes) > 0 && lanes[0] > vector.BlockLanes}
	}
}

// GuardMore skips whatever can be skipped, however little that saves.
func GuardMore(o *options) { o.leastGuarded = 2 }

func with(cfg machine.Config, list []Option) options {
	o := standard(cfg)
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
	return newNative(d, cfg, with(cfg, list))
}

// Threads has so many threads share every cycle, whatever that brings.
func Threads(n int) Option { return func(o *options) { o.sharing = sharing{threads: n} } }

// Filled makes groups of these sizes, which need not be full.
func Filled(lanes ...int) Option {
	return func(o *options) { o.groups = grouping{sizes: lanes, fill: true} }
}
