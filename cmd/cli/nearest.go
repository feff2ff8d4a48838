package cli

import (
	"sort"
	"strings"
)

// didYouMean is the part of a message that names the known names nearest to a
// wrong one, "" if none is near.
func didYouMean(wrong string, known []string) string {
	near := nearest(wrong, known)
	if len(near) == 0 {
		return ""
	}
	return ": did you mean " + strings.Join(near, " or ") + "?"
}

// nearest are the known names that share most letter pairs with a wrong one, the
// best first. A part of a name ("switch") is near to it ("recn_switch").
func nearest(wrong string, known []string) []string {
	const most, enough = 3, 0.5
	score := map[string]float64{}
	var near []string
	for _, name := range known {
		score[name] = likeness(wrong, name)
		if score[name] >= enough {
			near = append(near, name)
		}
	}
	sort.SliceStable(near, func(i, j int) bool { return score[near[i]] > score[near[j]] })
	return near[:min(len(near), most)]
}

// likeness is the share of the pairs of neighbouring letters of the two names
// that they have in common: 1 for the same names, 0 for nothing in common. A name
// that contains the other, or has two letters swapped, counts at least 0.5.
func likeness(a, b string) float64 {
	a, b = strings.ToLower(a), strings.ToLower(b)
	left := pairs(b)
	total, common := len(left), 0
	for _, p := range pairs(a) {
		total++
		for i, q := range left {
			if p == q {
				left = append(left[:i], left[i+1:]...)
				common++
				break
			}
		}
	}
	like := 2 * float64(common) / float64(total)
	if len(a) > 1 && (strings.Contains(b, a) || strings.Contains(a, b) || swapped(a, b)) {
		return 0.5 + like/2
	}
	return like
}

// swapped reports whether the names are the same but for two neighbouring letters that have
// changed places.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[:i] == b[:i] && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:] {
			return true
		}
	}
	return false
}

// pairs are the pairs of neighbouring letters, the ends of the name included.
func pairs(name string) []string {
	name = "^" + name + "$"
	var list []string
	for i := range len(name) - 1 {
		list = append(list, name[i:i+2])
	}
	return list
}
