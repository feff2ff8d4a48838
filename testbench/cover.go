package testbench

import (
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
)

// coverPoints counts the cover points that the stimulus reaches.
type coverPoints struct {
	block   string
	wanted  []string // in the order of the report
	allowed map[string]bool
	hits    map[string]int
	first   map[string]int
	cycle   int
}

func newCoverPoints(block string, b Bench, v blocks.Values) *coverPoints {
	c := &coverPoints{block: block, wanted: b.coverPointsOf(v), allowed: map[string]bool{}, hits: map[string]int{},
		first: map[string]int{}}
	for _, name := range slices.Concat(b.CoverPoints, c.wanted) {
		c.allowed[name] = true
	}
	return c
}

func (c *coverPoints) hit(name string) {
	n := c.hits[name]
	if n == 0 {
		if !c.allowed[name] {
			mistaken("the bench of block %s reaches cover point %q, which is not in its list", c.block, name)
		}
		c.first[name] = c.cycle
	}
	c.hits[name] = n + 1
}

func (c *coverPoints) report(r *Report) {
	for _, name := range c.wanted {
		if c.hits[name] == 0 {
			r.CoverPointsMissed = append(r.CoverPointsMissed, name)
			r.CoverPoints = append(r.CoverPoints, CoverPoint{Name: name, First: -1})
			continue
		}
		r.CoverPoints = append(r.CoverPoints, CoverPoint{name, c.hits[name], c.first[name]})
	}
}
