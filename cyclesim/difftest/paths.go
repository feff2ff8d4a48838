package difftest

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Paths lists everything in a design that can be looked at.
func Paths(d *ir.Design) []string {
	var list []string
	var walk func(prefix string, m *ir.Module)
	walk = func(prefix string, m *ir.Module) {
		for _, s := range slices.Concat(m.Ports, m.Signals) {
			list = append(list, prefix+s.Name)
		}
		for _, a := range m.Arrays {
			for i := range a.Depth {
				list = append(list, fmt.Sprintf("%s%s[%d]", prefix, a.Name, i))
			}
		}
		for _, mem := range m.Memories {
			for i := 0; i < mem.Depth; i += 1 + mem.Depth/100 { // of a deep memory, some words
				list = append(list, fmt.Sprintf("%s%s[%d]", prefix, mem.Name, i))
			}
			for _, r := range mem.Reads {
				if !mem.Open(r) { // open while the memory is filled
					list = append(list, prefix+r.Name)
				}
			}
		}
		for _, in := range m.Instances {
			for i := range in.Count {
				walk(prefix+in.CopyName(i)+".", in.Of)
			}
		}
	}
	walk("", d.Top)
	return list
}
