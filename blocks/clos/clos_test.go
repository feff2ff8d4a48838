package clos_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds all blocks at the corners of their parameters.
func TestElaborate(t *testing.T) {
	t.Parallel()
	for _, given := range []map[string]int{
		nil,
		{"ports": 2, "slots_in": 2, "slots_out": 4, "queue": 2, "nodes": 4, "paths": 2, "credits": 2},
		{"ports": 2, "stages": 5, "lf": 120, "nodes": 8, "paths": 4},
		{"ports": 8, "lf": 140, "slots_out": 900, "queue": 4096, "nodes": 64, "paths": 8, "link_latency": 1},
		{"ports": 4, "lf": 110, "scheme": 2, "beat": 1, "max_p": 16, "cut_through": 0, "link_latency": 30},
		{"ports": 16, "slots_in": 10, "nodes": 256, "paths": 16},
	} {
		for _, b := range clos.Blocks() {
			own := map[string]int{}
			for _, p := range b.Params {
				if x, ok := given[p.Name]; ok {
					own[p.Name] = x
				}
			}
			t.Run(fmt.Sprint(b.Name, own), func(t *testing.T) {
				t.Parallel()
				_, err := b.Elaborate(own)
				assert.NilError(t, err)
			})
		}
	}
}

// TestRefuses: what cannot be built is refused with what to do instead.
func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"ports": 5},
			"block clos_network: ports=5 is no power of two, which the digits of a route need: give 2, 4, 8 or 16"},
		{map[string]int{"stages": 4}, "block clos_network: there is no network of stages=4: give 3 (Clos) or 5 (Benes)"},
		{map[string]int{"ports": 8, "stages": 5},
			"block clos_network: ports=8 with stages=5 make 512 nodes, the counter readback can tell 256 apart: give fewer ports, or stages=3"},
		{map[string]int{"beat": 1},
			"block clos_network: beat=1 with scheme=1: only adapters with control in band have segments of several beats; give scheme=2, or beat=0"},
		{map[string]int{"beat": 1, "scheme": 2, "lf": 250},
			"block clos_network: lf=250 with beat=1 takes 81 registers on link 0, and a link has at most 64: give a smaller lf"},
		{map[string]int{"cut_through": 0},
			"block clos_network: cut_through=0 with beat=0: a cell is one word, which arrives as a whole; give cut_through=1, or beat=1"},
		{map[string]int{"lf": 90},
			"block clos_network: parameter lf=90 is out of range: give 100 to 400 (L_F: speed of the fabric's links in percent of the external lines)"},
	} {
		_, err := blocks.Find(clos.Blocks(), "clos_network").Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}

// TestTopology follows all routes: every turn of the free stages leads to the
// destination, and every input has one output that leads to it.
func TestTopology(t *testing.T) {
	for _, top := range []clos.Topology{{Ports: 2, Levels: 2}, {Ports: 4, Levels: 2}, {Ports: 8, Levels: 2},
		{Ports: 16, Levels: 2}, {Ports: 2, Levels: 3}, {Ports: 4, Levels: 3}} {
		from := map[clos.End]int{}
		for s := range top.Stages() - 1 {
			for e := range top.Elements() {
				for p := range top.Ports {
					to := top.Next(clos.End{Stage: s, Element: e, Port: p})
					assert.Equal(t, to.Stage, s+1)
					from[to]++
				}
			}
		}
		assert.Equal(t, len(from), (top.Stages()-1)*top.Nodes())
		for dst := range top.Nodes() {
			for path := range top.Paths() {
				src := (dst*7 + path) % top.Nodes()
				turns := digits(path, top.Ports, top.Levels-1)
				turns = append(turns, digits(dst, top.Ports, top.Levels)...)
				at := clos.End{Element: src / top.Ports}
				for s, turn := range turns {
					at.Port = turn
					if s < len(turns)-1 {
						at = top.Next(at)
					}
				}
				assert.Equal(t, at.Element*top.Ports+at.Port, dst, "path %d from %d", path, src)
			}
		}
	}
}

// digits are the n digits of x, the highest first.
func digits(x, base, n int) []int {
	d := make([]int, n)
	for i := range d {
		d[n-1-i] = x % base
		x /= base
	}
	return d
}
