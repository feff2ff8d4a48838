package testbench

import (
	"fmt"
	"regexp"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/internal/diff"
)

// MutantList shows what each mutant of the benches changes, as a diff of the
// Verilog of the modules that it changes, without line numbers and source
// positions. Blocks are built with those of the given parameters that they have
// and allow, as in RunAllMutants.
//
// A family keeps the list as testdata/faults.txt, compared by a test
// (kit.Family.TestGoldenMutants).
//
// A mutant names the place of its mistake by counting ("the second mux of rdata"),
// so an edit of the block can move the mistake to another place: the list shows
// that. The error names a mutant that cannot be made, that does not show in the
// Verilog, or that is the same as another one of its bench.
func MutantList(list []Bench, given map[string]int) (string, error) {
	var b strings.Builder
	b.WriteString("What each deliberate mistake changes in the Verilog. Written by: make update\n")
	for _, bench := range list {
		if err := writeMutants(&b, bench, bench.Accepted(given)); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// writeMutants writes the list of one block.
func writeMutants(out *strings.Builder, b Bench, given map[string]int) error {
	if err := b.check(); err != nil {
		return err
	}
	v, err := b.Block.Resolve(given)
	if err != nil {
		return err
	}
	sound, err := b.Elaborate(v)
	if err != nil {
		return err
	}
	printed := &printedModules{text: map[*ir.Module]string{}}
	made := map[string]string{} // changes to the name of their mutant
	for _, f := range b.Mutants {
		changed, err := mutated(b, v, f)
		if err != nil {
			return err
		}
		changes, err := printed.changes(sound, changed)
		if err != nil {
			return fmt.Errorf("block %s: mutant %s: %w", b.Block.Name, f.Name, err)
		}
		if changes == "" {
			return fmt.Errorf("block %s: mutant %s: the Verilog stays the same", b.Block.Name, f.Name)
		}
		if other, ok := made[changes]; ok {
			return fmt.Errorf("block %s: mutant %s: it is the same mistake as mutant %s", b.Block.Name, f.Name, other)
		}
		made[changes] = f.Name
		fmt.Fprintf(out, "\n== %s: %s\n%s", b.Title(), f.Name, changes)
	}
	return nil
}

// printedModules keeps the Verilog of modules that are printed more than once.
type printedModules struct{ text map[*ir.Module]string }

// changes is the diff of all modules that differ between the designs.
func (p *printedModules) changes(sound, changed *ir.Design) (string, error) {
	var b strings.Builder
	pairs, gone, fresh := pairModules(sound, changed)
	for _, pair := range pairs {
		if ir.ModuleText(pair[0]) == ir.ModuleText(pair[1]) {
			continue
		}
		old, err := p.verilog(pair[0])
		if err != nil {
			return "", err
		}
		now, err := verilogOf(pair[1])
		if err != nil {
			return "", err
		}
		if d := diff.Lines(old, now, 1, enclosing); d != "" {
			fmt.Fprintf(&b, "module %s\n%s", pair[0].Name, d)
		}
	}
	for _, m := range gone {
		fmt.Fprintf(&b, "- module %s\n", m.Name)
	}
	for _, m := range fresh {
		fmt.Fprintf(&b, "+ module %s\n", m.Name)
	}
	return b.String(), nil
}

// pairModules finds the counterpart of each module of the sound design in the
// mutant: the module of the same name, or, since other parameters give other names,
// the next one of the same base name. gone and fresh have no counterpart.
func pairModules(sound, changed *ir.Design) (pairs [][2]*ir.Module, gone, fresh []*ir.Module) {
	partner := map[*ir.Module]*ir.Module{}
	taken := map[*ir.Module]bool{}
	for _, name := range []func(*ir.Module) string{func(m *ir.Module) string { return m.Name }, (*ir.Module).BaseName} {
		for _, m := range sound.Modules {
			for _, other := range changed.Modules {
				if partner[m] == nil && !taken[other] && name(m) == name(other) {
					partner[m], taken[other] = other, true
				}
			}
		}
	}
	for _, m := range sound.Modules {
		if partner[m] == nil {
			gone = append(gone, m)
			continue
		}
		pairs = append(pairs, [2]*ir.Module{m, partner[m]})
	}
	for _, m := range changed.Modules {
		if !taken[m] {
			fresh = append(fresh, m)
		}
	}
	return pairs, gone, fresh
}

// verilog is verilogOf for a module of the sound design, printed once.
func (p *printedModules) verilog(m *ir.Module) (string, error) {
	if text, ok := p.text[m]; ok {
		return text, nil
	}
	text, err := verilogOf(m)
	p.text[m] = text
	return text, err
}

// verilogOf is the Verilog of one module, without source positions; of a black box,
// that of its model. The macro with the module's name has its base name, so that
// other parameters do not change it.
func verilogOf(m *ir.Module) (string, error) {
	out, err := verilog.Emit(&ir.Design{Top: m, Modules: []*ir.Module{m}}, verilog.Options{})
	if err != nil {
		return "", err
	}
	text := string(out.SimulationFiles()[0].Data)
	return strings.ReplaceAll(text, verilog.FormalTopMacro(m.Name), verilog.FormalTopMacro(m.BaseName())), nil
}

// moduleItem is the first line of an item of several lines, such as an always
// block, a function or an instance.
var moduleItem = regexp.MustCompile(`^ {4}(always|initial begin|function|generate)\b|^ {4}\w.*\($`)

// enclosing is the module item around the line that follows the given ones.
func enclosing(before []string) string {
	for i := len(before) - 1; i >= 0; i-- {
		line := before[i]
		if line == "" || strings.HasPrefix(line, "     ") || strings.HasPrefix(line, "`") {
			continue // deeper inside, or a directive
		}
		if moduleItem.MatchString(line) {
			return strings.TrimSpace(line)
		}
		return ""
	}
	return ""
}
