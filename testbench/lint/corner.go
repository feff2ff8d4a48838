package lint

import (
	"maps"

	"culprit.example/culprit/rtlgen/blocks"
)

// Corners are the forms of a block in which one parameter has its least or its largest
// value and the others their defaults, and, if the block is small, those in which two
// have. Values that do not go together are left out. Of networks, whose largest forms
// take hours, the least values count, and the sets in Block.Forms; of parameters in
// Block.Largest the values there.
func Corners(b *blocks.Block) []Form {
	network := len(b.Forms) > 0
	var list []Form
	seen := map[string]bool{Form{Block: b}.String(): true}
	add := func(given map[string]int) {
		f := Form{Block: b, Params: given, Options: syncReset}
		if _, err := b.Resolve(given); err == nil && !seen[f.String()] {
			seen[f.String()] = true
			list = append(list, f)
		}
	}
	for _, given := range b.Forms {
		add(given)
	}
	for i, p := range b.Params {
		for _, x := range cornersOf(b, p, network) {
			one := map[string]int{p.Name: x}
			add(one)
			if !small(b) {
				continue
			}
			for _, q := range b.Params[i+1:] {
				for _, y := range cornersOf(b, q, network) {
					two := maps.Clone(one)
					two[q.Name] = y
					add(two)
				}
			}
		}
	}
	return list
}

// cornersOf are the ends of a parameter, without its default.
func cornersOf(b *blocks.Block, p blocks.Param, network bool) []int {
	var list []int
	if p.Min != p.Default {
		list = append(list, p.Min)
	}
	if most := largest(b, p); most != p.Default && !network {
		list = append(list, most)
	}
	return list
}

// small reports whether a block has so few modules that all pairs of its parameters can
// be checked.
func small(b *blocks.Block) bool {
	d, err := b.Elaborate(nil)
	return err == nil && len(d.Modules) <= 2
}
