package compiled

import (
	"context"
	"slices"

	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// For the tests in package compiled_test, which run whole designs.

// An Option changes what the compiler does.
type Option func(*translate.Options)

// Checked has every step check its result.
func Checked(o *translate.Options) { o.Check = true }

// SplitAt bounds functions to the given number of instructions.
func SplitAt(n int) Option {
	return func(o *translate.Options) { o.FunctionOps, o.FunctionVectorOps = n, n }
}

// OnlyPasses runs the passes of these names, in the order of the table, and the
// last one, which nothing can do without.
func OnlyPasses(oneHotIndex bool, names ...string) Option {
	return func(o *translate.Options) {
		o.OneHotIndex, o.Inline = oneHotIndex, false
		o.Passes = slices.DeleteFunc(slices.Clone(o.Passes),
			func(p word.Pass) bool { return !p.Last && !slices.Contains(names, p.Name) })
	}
}

func joined(lanes []int) layout.Grouping {
	g := layout.Grouping{Sizes: lanes}
	if len(lanes) > 0 {
		g.Joined = lanes[0]
	}
	return g
}

// Lanes makes groups of these sizes.
func Lanes(lanes ...int) Option {
	return func(o *translate.Options) {
		o.Groups = joined(lanes)
		o.Groups.Fill = o.Groups.Joined > vector.BlockLanes
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

// NewFor is NewC for the vectors of a processor, and for groups that fill vectors of the given number of
// bytes.
func NewFor(d *ir.Design, cfg machine.Config, arch string, vectorBytes int) (*Machine, error) {
	cc, err := native.FindFor(context.Background(), arch)
	if err != nil {
		return nil, err
	}
	return newWith(d, cfg, cc, wide(cfg, vectorBytes))
}

// NewNativeWith is NewNative with other options.
func NewNativeWith(d *ir.Design, cfg machine.Config, list ...Option) (*Machine, error) {
	o := with(cfg, list)
	return newNative(d, cfg, o, o.Groups.Widest(), nil)
}

// Threads has n threads share every cycle, whatever that brings.
func Threads(n int) Option {
	return func(o *translate.Options) { o.Sharing = translate.Sharing{Threads: n} }
}

// Filled makes groups of these sizes, which need not be full.
func Filled(lanes ...int) Option {
	return func(o *translate.Options) {
		o.Groups = joined(lanes)
		o.Groups.Fill = true
	}
}

// AsAny groups the copies of all modules in the same way.
func AsAny(*ir.Design) Option {
	return func(o *translate.Options) { o.Groups.TwoBlocks = map[*ir.Module]bool{} }
}

// TwoBlocks has all copies in two blocks that one could hold.
func TwoBlocks(d *ir.Design) Option {
	return func(o *translate.Options) { o.Groups.TwoBlocks = all(d) }
}

// Unfilled has no largest group that is not full.
func Unfilled(d *ir.Design) Option {
	return func(o *translate.Options) { o.Groups.Unfilled = all(d) }
}

func all(d *ir.Design) map[*ir.Module]bool {
	list := map[*ir.Module]bool{}
	for _, m := range d.Modules {
		list[m] = true
	}
	return list
}

// Resting has groups rest whose state does not change.
func Resting(o *translate.Options) { o.Rest = true }

// DozingSoon has groups doze as soon as few registers change, whatever that brings.
func DozingSoon(o *translate.Options) {
	Resting(o)
	o.Dozing = translate.DozeLimits{Samples: 2, Cost: 1000}
}

// Dozing is how many groups doze; Rested is how many rest, with those.
func (m *Machine) Dozing() int {
	_, n := m.runner.Idle()
	return n
}

// Rested is how many groups rest.
func (m *Machine) Rested() int {
	n, _ := m.runner.Idle()
	return n
}

// Image is the machine code for vectors of the given number of bytes.
func Image(d *ir.Design, cfg machine.Config, vectorBytes int) ([]byte, error) {
	o := forNative(cfg, vectorBytes)
	p, err := planned(d, cfg, o, groupsForThreads(o, vectorBytes))
	if err != nil {
		return nil, err
	}
	return p.image(func(d *translate.Design) ImageBackend { return emitamd64.New(d, &p.options, vectorBytes) })
}

// StagesFor is NativeStages for vectors of the given number of bytes.
func StagesFor(d *ir.Design, cfg machine.Config, vectorBytes int) ([]Stage, error) {
	return nativeStages(d, cfg, vectorBytes)
}
