package main

import (
	"fmt"
	"sort"
	"strings"

	"culprit/blocks"
	"culprit/rtlgen/verilog"
)

// configuration is a block in one of the forms that are checked.
type configuration struct {
	block   *blocks.Block
	given   map[string]int
	options verilog.Options
	checked bool // with the assertions
}

func (c configuration) String() string {
	s := []string{c.block.Name}
	for name, value := range c.given {
		s = append(s, fmt.Sprintf("%s=%d", name, value))
	}
	sort.Strings(s[1:])
	if c.options.AsyncReset {
		s = append(s, "async reset")
	}
	if c.options.ResetActiveLow {
		s = append(s, "active low")
	}
	if c.checked {
		s = append(s, "with assertions")
	}
	return strings.Join(s, " ")
}

// networks are blocks whose parts are checked by themselves, and which would take
// hours at their largest: the forms that are checked instead.
var networks = map[string][]map[string]int{
	"fabric_tree": {{"saqs": 0}, {"scheme": 1}, {"scheme": 2}, {"scheme": 3}, {"copies": 2, "saqs": 1}},
}

// configurations are the forms of a block that are checked: the defaults with
// two kinds of reset and with the assertions, all parameters at their smallest,
// all at their largest, and without set-aside queues.
func configurations(b *blocks.Block) []configuration {
	sync := verilog.DefaultOptions()
	async := verilog.Options{AsyncReset: true, ResetActiveLow: true}
	list := []configuration{
		{block: b, options: sync},
		{block: b, options: async},
		{block: b, options: sync, checked: true},
	}
	if forms, ok := networks[b.Name]; ok {
		for _, given := range forms {
			list = append(list, configuration{block: b, given: given, options: sync})
		}
		return list
	}
	smallest, largest := map[string]int{}, map[string]int{}
	for _, p := range b.Params {
		smallest[p.Name], largest[p.Name] = p.Min, p.Max
		if p.Name == "saqs" && p.Min == 0 {
			list = append(list, configuration{block: b, given: map[string]int{"saqs": 0}, options: sync})
		}
	}
	if len(b.Params) > 0 {
		list = append(list,
			configuration{block: b, given: smallest, options: sync},
			configuration{block: b, given: smallest, options: async},
			configuration{block: b, given: largest, options: sync})
	}
	return list
}
