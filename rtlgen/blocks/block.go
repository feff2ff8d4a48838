// Package blocks defines what a block of the library is: a name, parameters with
// their ranges, and the function that builds its netlist. The blocks themselves
// live in the packages below it; package blocks/library lists them all.
//
// What must not live here: hardware, golden models, stimulus.
package blocks

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen"
)

// Param is an integer parameter of a block.
type Param = rtlgen.Parameter

// Values gives each parameter of a block its value.
type Values map[string]int

// Block is a circuit of the library.
type Block struct {
	Name   string // "fifo", "recn_switch": the base name of its module
	Family string // "prim", "recn": its package and its folder
	Doc    string // one line
	Params []Param
	Ports  []rtlgen.Port // its interface, before the parameters are known
	// Check finds what ranges cannot say (one parameter against another).
	// Nil if there is nothing.
	Check func(Values) error
	Build func(Values) *rtlgen.Module
	// Readback describes the block's counters. Nil if it has none that an
	// experiment could read.
	Readback func(Values) Readback
	// Registers writes the registers of the block with these parameters, which Resolve has
	// completed, as SystemRDL. Nil if it has none.
	Registers func(Values, io.Writer) error
	// Source, of a block that was made from a file of its user, is what the file says of
	// it: the names of counters come from there, too. Nil for all others.
	Source func(Values) string
	// Network describes the block as a network of links that can be audited and
	// disturbed. The error is one of values that Resolve refuses. Nil if it is none.
	Network func(Values) (Network, error)

	// Forms are the parameters with which tools check the block instead of the ends of all
	// ranges: of a network, whose parts are checked by themselves, and which would take
	// hours at its largest. Empty for all others.
	Forms []Values
	// Also are parameters with which tools check the block besides.
	Also []Values
	// Largest bounds parameters where tools would take minutes at the ends of their ranges:
	// what is emitted for these is the same loops with other bounds.
	Largest Values

	// sizes is of each port what its tags say with these parameters; nil for a block whose
	// ports have none.
	sizes func(Values) func(rtlgen.Port) (rtlgen.PortSize, error)

	mistake error // in the tags that the block was made of (see Of), or in the name (see Find)
}

// Resolve completes given values with the defaults and checks them. The error
// names the parameter, its range, and the parameters that there are.
func (b *Block) Resolve(given map[string]int) (Values, error) {
	if b == nil {
		return nil, caller.Errorf("there is no block: it is nil")
	}
	if b.mistake != nil {
		return nil, fmt.Errorf("block %s: %w", b.Name, b.mistake)
	}
	v := b.Defaults()
	names := make([]string, 0, len(given))
	for name := range given {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		p := b.param(name)
		if p == nil {
			return nil, fmt.Errorf("block %s has no parameter %q; it has: %s", b.Name, name, b.paramNames())
		}
		x := given[name]
		if x < p.Min || x > p.Max {
			return nil, fmt.Errorf("block %s: parameter %s=%d is out of range: give %d to %d (%s)", b.Name, name, x, p.Min,
				p.Max, p.Doc)
		}
		v[name] = x
	}
	if b.Check != nil {
		if err := b.Check(v); err != nil {
			return nil, fmt.Errorf("block %s: %w", b.Name, err)
		}
	}
	return v, nil
}

func (b *Block) param(name string) *Param {
	for i := range b.Params {
		if b.Params[i].Name == name {
			return &b.Params[i]
		}
	}
	return nil
}

func (b *Block) paramNames() string {
	if len(b.Params) == 0 {
		return "none"
	}
	names := make([]string, len(b.Params))
	for i, p := range b.Params {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// Defaults is the default value of every parameter.
func (b *Block) Defaults() Values {
	v := Values{}
	if b != nil {
		for _, p := range b.Params {
			v[p.Name] = p.Default
		}
	}
	return v
}

// Within gives all blocks of a list the same Largest.
func Within(largest Values, list []*Block) []*Block {
	for _, b := range list {
		b.Largest = largest
	}
	return list
}

// Find is the block of that name. If the list has none, the result is a block that
// Resolve and Elaborate refuse, with the names that the list has.
func Find(list []*Block, name string) *Block {
	var names []string
	for _, b := range list {
		if b == nil {
			continue
		}
		if b.Name == name {
			return b
		}
		names = append(names, b.Name)
	}
	sort.Strings(names)
	has := "is empty"
	if len(names) > 0 {
		has = "has: " + strings.Join(names, ", ")
	}
	return &Block{Name: name, mistake: caller.Errorf("it is not in the list, which %s", has)}
}
