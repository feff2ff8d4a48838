package prim_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"culprit/blocks"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// edges are parameter sets at the ends of the ranges and where widths change.
var edges = map[string][]blocks.Values{
	"fifo": {
		{"width": 1, "depth": 1}, {"depth": 2}, {"depth": 7}, {"width": 65, "depth": 5}, {"width": 1024, "depth": 4096},
	},
	"skid_buffer": {{"width": 1}, {"width": 1024}},
	"rr_arbiter":  {{"n": 1}, {"n": 2}, {"n": 3}, {"n": 64}},
	"sep_allocator": {
		{"inputs": 1, "queues": 1, "outputs": 1}, {"inputs": 2, "queues": 2, "outputs": 2}, {"inputs": 3, "queues": 5, "outputs": 7},
		{"inputs": 1}, {"queues": 1}, {"outputs": 1}, {"inputs": 16, "queues": 16, "outputs": 16},
	},
	"credit_counter": {{"max": 1}, {"max": 3}, {"max": 4096}},
	"lfsr":           {{"width": 3}, {"width": 32}},
	"free_list":      {{"slots": 2}, {"slots": 5}, {"slots": 1024}},
	"damq":           {{"slots": 2, "queues": 2}, {"slots": 5, "queues": 3}, {"slots": 256, "queues": 16}},
	"ram_1r1w": {
		{"width": 1, "depth": 2}, {"width": 1024, "depth": 5, "rdw": 1}, {"rdw": 2}, {"depth": 65536, "rdw": 1},
	},
	"ternary_line": {{"width": 1}, {"width": 256}},
	"cam":          {{"lines": 1, "width": 2}, {"lines": 3, "width": 64}, {"lines": 16}},
	"hysteresis": {
		{"width": 1, "high": 0, "low": 1}, {"width": 1, "high": 1, "low": 2}, {"width": 4, "high": 14, "low": 15},
		{"width": 32, "high": 1<<32 - 1, "low": 7}, {"width": 32, "high": 1<<32 - 1, "low": 1 << 32},
	},
	"link_delay": {{"width": 1, "latency": 1}, {"width": 65, "latency": 3}, {"width": 1024, "latency": 64}},
	"crossbar":   {{"inputs": 1, "outputs": 1, "width": 1}, {"inputs": 1}, {"outputs": 1}, {"inputs": 3, "outputs": 5, "width": 65}},
}

// parameterSets are the defaults and the edges of a block.
func parameterSets(t *testing.T, b *blocks.Block) []blocks.Values {
	t.Helper()
	assert.Assert(t, len(edges[b.Name]) > 0, "block %s has no edge parameters in this test", b.Name)
	sets := []blocks.Values{b.Defaults()}
	for _, given := range edges[b.Name] {
		v, err := b.Resolve(given)
		assert.NilError(t, err)
		sets = append(sets, v)
	}
	return sets
}

func TestElaborates(t *testing.T) {
	names := map[string]string{}
	for _, b := range prim.Blocks() {
		for _, v := range parameterSets(t, b) {
			m := b.Build(v)
			d, err := rtlgen.Elaborate(m)
			assert.NilError(t, err, "block %s, parameters %v", b.Name, v)
			assert.Equal(t, len(d.Top.Params), len(b.Params), "block %s: a parameter is not in the module's name", b.Name)
			assert.Equal(t, names[m.Name()], "", "two parameter sets are named %s", m.Name())
			names[m.Name()] = b.Name
		}
	}
}

func TestDefaultsHaveThePlainName(t *testing.T) {
	for _, b := range prim.Blocks() {
		assert.Equal(t, b.Build(b.Defaults()).Name(), b.Name, "the defaults of the list and of the function differ")
	}
}

func TestBlocksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range prim.Blocks() {
		assert.Assert(t, !seen[b.Name], "two blocks named %s", b.Name)
		seen[b.Name] = true
		assert.Equal(t, b.Family, "prim")
		assert.Assert(t, b.Doc != "", b.Name)
		for _, p := range b.Params {
			assert.Assert(t, p.Doc != "", "%s.%s", b.Name, p.Name)
			assert.Assert(t, p.Min <= p.Default && p.Default <= p.Max, "%s.%s", b.Name, p.Name)
		}
	}
}

// TestListAgreesWithContract compares defaults and ranges with the table of
// README.md, from which the golden models are written.
func TestListAgreesWithContract(t *testing.T) {
	text, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|$")
	entry := regexp.MustCompile(`(\w+) \((\d+)(?:, (\d+)\.\.(\d+))?`)
	contract := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		contract[m[1]] = m[2]
	}
	assert.Equal(t, len(contract), len(prim.Blocks()))
	for _, b := range prim.Blocks() {
		entries := entry.FindAllStringSubmatch(contract[b.Name], -1)
		assert.Equal(t, len(entries), len(b.Params), "block %s: %s", b.Name, contract[b.Name])
		for i, e := range entries {
			p := b.Params[i]
			assert.Equal(t, p.Name, e[1])
			assert.Equal(t, strconv.Itoa(p.Default), e[2], "%s.%s", b.Name, p.Name)
			if e[3] != "" { // else the range depends on other parameters
				assert.Equal(t, strconv.Itoa(p.Min)+".."+strconv.Itoa(p.Max), e[3]+".."+e[4], "%s.%s", b.Name, p.Name)
			}
		}
	}
}

func TestRefusedParameters(t *testing.T) {
	find := map[string]*blocks.Block{}
	for _, b := range prim.Blocks() {
		find[b.Name] = b
	}
	for _, c := range []struct {
		block string
		given blocks.Values
		want  []string
	}{
		{"fifo", blocks.Values{"depth": 0}, []string{"fifo", "depth=0", "1 to 4096", "words it holds"}},
		{"fifo", blocks.Values{"dept": 4}, []string{"fifo", `"dept"`, "width, depth"}},
		{"lfsr", blocks.Values{"width": 33}, []string{"lfsr", "width=33", "3 to 32"}},
		{"hysteresis", blocks.Values{"width": 3}, []string{"hysteresis", "high=10", "width=3", "up to 7"}},
		{"hysteresis", blocks.Values{"low": 12}, []string{"hysteresis", "low=12", "high=10", "up to 11"}},
	} {
		_, err := find[c.block].Resolve(c.given)
		for _, part := range c.want {
			assert.Check(t, is.ErrorContains(err, part))
		}
		assert.Check(t, !strings.Contains(err.Error(), "\n"))
	}
}

// TestUnlistedWidthIsReported calls a block with a parameter that no range has
// guarded: that must be a diagnostic, not a circuit.
func TestUnlistedWidthIsReported(t *testing.T) {
	for _, m := range []*rtlgen.Module{
		prim.LFSR(2), prim.LFSR(64), prim.FIFO(8, 0), prim.FIFO(0, 8), prim.FIFO(8, -3), prim.SkidBuffer(0), prim.RRArbiter(0),
		prim.SepAllocator(0, 3, 4), prim.SepAllocator(4, 0, 4), prim.SepAllocator(4, 3, 0), prim.SepAllocator(-1, -1, -1),
		prim.CreditCounter(-1), prim.FreeList(0), prim.DAMQ(0, 4), prim.DAMQ(16, 0), prim.RAM1R1W(0, 8, 0), prim.RAM1R1W(8, 0, 0),
		prim.TernaryLine(0), prim.CAM(0, 8), prim.CAM(4, 0), prim.Hysteresis(0, 1, 1), prim.Hysteresis(-1, 1, 1), prim.Hysteresis(4, 100, 3),
		prim.LinkDelay(8, 0), prim.LinkDelay(8, -1), prim.Crossbar(2, 0, 8), prim.Crossbar(0, 2, 8),
	} {
		_, err := rtlgen.Elaborate(m)
		assert.Assert(t, len(rtlgen.Diagnostics(err)) > 0, m.Name())
	}
}
