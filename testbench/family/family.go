package family

import (
	"cmp"
	"context"
	"io"
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/faults"
	"culprit.example/culprit/testbench/speed"
)

// Family is a folder of blocks with what proves and measures them.
type Family struct {
	Name    string // of its folder, and Block.Family of its blocks
	Doc     string // what it is, in a few words
	Blocks  func() []*blocks.Block
	Benches func() []testbench.Bench // one or more for each of the blocks, in their order
	// Experiments, if not nil, run on blocks with traffic inside, of this family or
	// of others.
	Experiments func() []*experiment.Experiment
	// Subjects, if not nil, are what `rtlgen bench` measures of the family.
	Subjects func() []*speed.Subject
	// Faults, if not nil, are the networks of which `rtlgen faults` makes faults.
	Faults func() []*faults.Network
	// FromFile, if not nil, makes the family from a file of its user.
	FromFile *FromFile
	// Board, if not nil, is the block of the family that `rtlgen board` puts on an FPGA
	// board.
	Board *Board
}

// FromFile is how a user's own network becomes blocks without code.
type FromFile struct {
	// Blocks and Experiments are the names of those that the file changes.
	Blocks, Experiments []string
	// Make is the family with the networks of the file in place of its own. What it
	// says about a file that is wrong begins with the name of the file.
	Make func(file string, text io.Reader) (Family, error)
}

// Board is a block on an FPGA board, which prints its counters over a UART.
type Board struct {
	Name   string // "ULX3S"
	Block  string
	Params map[string]int // on this board, besides the defaults
	Pins   []byte         // constraints (LPF) with the pins and the clock
	// Simulate returns what the board prints with a setting of its switches, a bit taking
	// so many cycles.
	Simulate func(ctx context.Context, d *ir.Design, switches, bitCycles int) (string, error)
	// Read returns the counters of what the board has printed, and the setting of its
	// switches.
	Read func(text string) (counters []Counter, switches int, err error)
}

// Counter is a counter that a board has printed.
type Counter struct {
	Name  string
	Value uint64
}

// List is a list of families.
type List []Family

// Blocks are the blocks of all families, in their order.
func (l List) Blocks() []*blocks.Block {
	return gather(l, func(f Family) func() []*blocks.Block { return f.Blocks })
}

// Benches are the benches of all blocks, in the order of Blocks.
func (l List) Benches() []testbench.Bench {
	return gather(l, func(f Family) func() []testbench.Bench { return f.Benches })
}

// Experiments are those of all families.
func (l List) Experiments() []*experiment.Experiment {
	return gather(l, func(f Family) func() []*experiment.Experiment { return f.Experiments })
}

// Faults are the networks of all families of which faults are made.
func (l List) Faults() []*faults.Network {
	return gather(l, func(f Family) func() []*faults.Network { return f.Faults })
}

// Board is the first board of a family, nil if there is none.
func (l List) Board() *Board {
	for _, f := range l {
		if f.Board != nil {
			return f.Board
		}
	}
	return nil
}

// Subjects are the designs of all families that are measured, the smallest first.
func (l List) Subjects() []*speed.Subject {
	all := gather(l, func(f Family) func() []*speed.Subject { return f.Subjects })
	slices.SortStableFunc(all, func(a, b *speed.Subject) int { return cmp.Compare(a.Switches, b.Switches) })
	return all
}

// Taking is the family whose block or experiment of that name can be made from a file,
// nil if there is none.
func (l List) Taking(name string) *Family {
	for i, f := range l {
		if f.FromFile != nil && (slices.Contains(f.FromFile.Blocks, name) || slices.Contains(f.FromFile.Experiments, name)) {
			return &l[i]
		}
	}
	return nil
}

// With is the list with the family of that name replaced.
func (l List) With(f Family) List {
	list := slices.Clone(l)
	for i := range list {
		if list[i].Name == f.Name {
			list[i] = f
		}
	}
	return list
}

func gather[T any](l List, of func(Family) func() []T) []T {
	var all []T
	for _, f := range l {
		if list := of(f); list != nil {
			all = append(all, list()...)
		}
	}
	return all
}
