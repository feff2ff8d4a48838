package testbench

import (
	"fmt"
	"regexp"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/internal/diff"
)

// printedModules keeps the Verilog of modules that are printed more than once.
type printedModules struct{ text map[*ir.Module]string }

// verilog is verilogOf for a module of the sound design, printed once.
func (p *printedModules) verilog(m *ir.Module) (string, error) {
	if text, ok := p.text[m]; ok {
		return text, nil
	}
	text, err := verilogOf(m)
	p.text[m] = text
	return text, err
}

// unified is a unified diff of the Verilog of a module and of its mutant; of their netlists
// if the mutant has something that Verilog needs a name for.
func (p *printedModules) unified(sound, mutant *ir.Module) (string, error) {
	old, err := p.verilog(sound)
	if err != nil {
		return "", err
	}
	suffix := ".v"
	now, err := verilogOf(mutant)
	if err != nil {
		suffix, old, now = ", netlist", ir.ModuleText(sound), ir.ModuleText(mutant)
	}
	return fmt.Sprintf("--- %s%s\n+++ %s%s, mutant\n%s", sound.Name, suffix, sound.Name, suffix,
		diff.Lines(old, now, 3, enclosing)), nil
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
