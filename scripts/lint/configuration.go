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
