package lint

import (
	"fmt"
	"slices"
	"strings"

	"culprit/blocks"
	"culprit/rtlgen/verilog"
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

// networks are blocks whose parts are checked by themselves, and which would take
// hours at their largest: the parameters that are checked instead.
var networks = map[string][]map[string]int{
	"clos_network": {{"scheme": 0}, {"scheme": 2, "max_p": 3}, {"stages": 5, "ports": 2, "lf": 120}},
	"fabric_tree":  {{"saqs": 0}, {"scheme": 1}, {"scheme": 2}, {"scheme": 3}, {"copies": 2, "saqs": 1}},
}

// Forms are the forms of a block that cover its parameters: those of FormsWith at
// the defaults, all parameters at their smallest, all at their largest, and
// without set-aside queues.
func Forms(b *blocks.Block) []Form {
	list, err := FormsWith(b, nil)
	if err != nil {
		panic("BUG: the defaults of block " + b.Name + " are refused: " + err.Error())
	}
	if sets, ok := networks[b.Name]; ok {
		for _, given := range sets {
			list = append(list, Form{Block: b, Params: given, Options: syncReset})
		}
		return list
	}
	smallest, largest := map[string]int{}, map[string]int{}
	for _, p := range b.Params {
		smallest[p.Name], largest[p.Name] = p.Min, p.Max
		if p.Name == "saqs" && p.Min == 0 {
			list = append(list, Form{Block: b, Params: map[string]int{"saqs": 0}, Options: syncReset})
		}
	}
	if len(b.Params) > 0 {
		list = append(list,
			Form{Block: b, Params: smallest, Options: syncReset},
			Form{Block: b, Params: smallest, Options: asyncReset},
			Form{Block: b, Params: largest, Options: syncReset})
	}
	return list
}
