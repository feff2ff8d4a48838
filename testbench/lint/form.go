package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
)

// Form is a block with parameters, written as Verilog in one way.
type Form struct {
	Block *blocks.Block
	// Params are the parameters that differ from the defaults.
	Params  map[string]int
	Options verilog.Options
	// Assertions has the tools read the assertions, too.
	Assertions bool
}

// String names the form: "fifo depth=4 width=1 async reset".
func (f Form) String() string {
	words := []string{f.Block.Name}
	for name, value := range f.Params {
		words = append(words, fmt.Sprintf("%s=%d", name, value))
	}
	slices.Sort(words[1:])
	if f.Options.AsyncReset {
		words = append(words, "async reset")
	}
	if f.Options.ResetActiveLow {
		words = append(words, "active low")
	}
	if f.Assertions {
		words = append(words, "with assertions")
	}
	return strings.Join(words, " ")
}

var (
	syncReset  = verilog.DefaultOptions()
	asyncReset = verilog.Options{AsyncReset: true, ResetActiveLow: true}
)

// FormsWith are the forms of a block with the given parameters: both kinds of
// reset, and the assertions. The error is that of Block.Resolve.
func FormsWith(b *blocks.Block, given map[string]int) ([]Form, error) {
	if _, err := b.Resolve(given); err != nil {
		return nil, err
	}
	return []Form{
		{Block: b, Params: given, Options: syncReset},
		{Block: b, Params: given, Options: asyncReset},
		{Block: b, Params: given, Options: syncReset, Assertions: true},
	}, nil
}

// largest is the largest value of a block's parameter that is checked.
func largest(b *blocks.Block, p blocks.Param) int {
	if bound, ok := b.Largest[p.Name]; ok {
		return bound
	}
	return p.Max
}

// Forms are the forms of a block that cover its parameters: those of FormsWith at
// the defaults, all parameters at their smallest, all at their largest, and what the
// block says in Also; or those that it says in Forms.
//
// Of a block that is nil or refuses its defaults there is one form, of which Run says so.
func Forms(b *blocks.Block) []Form {
	list, err := FormsWith(b, nil)
	if err != nil {
		return []Form{{Block: b, Options: syncReset}}
	}
	for _, given := range slices.Concat(b.Forms, b.Also) {
		list = append(list, Form{Block: b, Params: given, Options: syncReset})
	}
	if len(b.Params) > 0 && len(b.Forms) == 0 {
		for _, given := range ends(b, func(p blocks.Param) int { return p.Min }) {
			list = append(list, Form{Block: b, Params: given, Options: syncReset},
				Form{Block: b, Params: given, Options: asyncReset})
		}
		for _, given := range ends(b, func(p blocks.Param) int { return largest(b, p) }) {
			list = append(list, Form{Block: b, Params: given, Options: syncReset})
		}
	}
	return list
}

// ends are the parameters of a block at one end of their ranges. If they do not go
// together there, it is two sets: as many as possible of the first ones are at their
// end, then as many as possible of the last ones, and the others at their defaults.
func ends(b *blocks.Block, end func(blocks.Param) int) []map[string]int {
	all := map[string]int{}
	for _, p := range b.Params {
		all[p.Name] = end(p)
	}
	if _, err := b.Resolve(all); err == nil {
		return []map[string]int{all}
	}
	first, last := map[string]int{}, map[string]int{}
	for range b.Params { // one may be possible only after a later one
		for i, p := range b.Params {
			q := b.Params[len(b.Params)-1-i]
			setIfPossible(b, first, p.Name, end(p))
			setIfPossible(b, last, q.Name, end(q))
		}
	}
	if maps.Equal(first, last) {
		return []map[string]int{first}
	}
	return []map[string]int{first, last}
}

// setIfPossible gives a parameter a value that goes together with the others.
func setIfPossible(b *blocks.Block, given map[string]int, name string, value int) {
	with := maps.Clone(given)
	with[name] = value
	if _, err := b.Resolve(with); err == nil {
		given[name] = value
	}
}
