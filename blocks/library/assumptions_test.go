package library_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
)

// unnamed are the families whose contracts do not name their assumptions yet.
var unnamed = []string{"traffic"}

// Where a contract states assumptions: to the end of the paragraph or of the point of the list.
var (
	assumes  = regexp.MustCompile(`(?m)(?:^|^- )Assume: `)
	ends     = regexp.MustCompile(`\n(\n|- |#)`)
	named    = regexp.MustCompile("`([a-z0-9_]+)`")
	inParens = regexp.MustCompile(`\(([^()]*)\)`)
)

// TestContractsNameAssumptions: each part of an Assume in a contract, from semicolon to
// semicolon, names assumptions of the block's netlist in parentheses, or tells after
// "stimulus:" why it has none.
func TestContractsNameAssumptions(t *testing.T) {
	for _, f := range families {
		if f.Name == "ring" || slices.Contains(unnamed, f.Name) {
			continue
		}
		var sections []string
		for _, text := range benchtest.ContractPages(t, "../"+f.Name) {
			sections = append(sections, strings.Split("\n"+text, "\n## ")...)
		}
		for _, b := range f.Blocks() {
			for _, s := range sections {
				if heading, contract, _ := strings.Cut(s, "\n"); heading == b.Name {
					namesAssumptions(t, b, contract)
				}
			}
		}
	}
}

func namesAssumptions(t *testing.T, b *blocks.Block, contract string) {
	var names []string
	for _, at := range assumes.FindAllStringIndex(contract, -1) {
		rule := contract[at[1]:]
		if end := ends.FindStringIndex(rule); end != nil {
			rule = rule[:end[0]]
		}
		for part := range strings.SplitSeq(strings.Join(strings.Fields(rule), " "), ";") {
			var found []string
			stimulus := false
			for _, in := range inParens.FindAllStringSubmatch(part, -1) {
				stimulus = stimulus || strings.HasPrefix(in[1], "stimulus: ")
				if rest := strings.Trim(named.ReplaceAllString(in[1], ""), ", \n"); rest == "" {
					for _, n := range named.FindAllStringSubmatch(in[1], -1) {
						found = append(found, n[1])
					}
				}
			}
			assert.Check(t, stimulus || len(found) > 0, "%s: this names no assumption: %s", b.Name, part)
			names = append(names, found...)
		}
	}
	for _, given := range forms(b) {
		if len(names) == 0 {
			return
		}
		if d, err := b.Elaborate(given); err == nil {
			have := assumptions(d)
			names = slices.DeleteFunc(names, func(n string) bool { return have[n] })
		}
	}
	assert.Check(t, len(names) == 0, "%s has no assumptions %v", b.Name, names)
}

// forms are the default, and parameters that differ in one of a few ways.
func forms(b *blocks.Block) []blocks.Values {
	list := []blocks.Values{nil}
	for _, p := range b.Params {
		for _, v := range []int{p.Min, p.Min + 1, p.Max} {
			if v >= p.Min && v <= p.Max {
				list = append(list, blocks.Values{p.Name: v})
			}
		}
	}
	return list
}

// assumptions are those of the block and of its parts, which speak for it where they have its pins.
func assumptions(d *ir.Design) map[string]bool {
	have := map[string]bool{}
	for _, m := range d.Modules {
		for _, p := range m.Properties {
			if p.Kind == ir.Assume {
				have[p.Name] = true
			}
		}
	}
	return have
}
