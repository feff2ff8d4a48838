package lint

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"runtime"
	"strings"
	"sync"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
	"culprit/testbench/extsim"
)

// Finding is what a tool says about a form.
type Finding struct {
	Form string // as Form.String
	Tool string
	Text string // its output, and its exit status if that is not 0
}

func (f Finding) String() string { return fmt.Sprintf("%s: %s says:\n%s", f.Form, f.Tool, f.Text) }

// checks are the programs with their arguments for a design.
var checks = []struct {
	tool string
	args func(f Form, d *ir.Design, out *verilog.Output) []string
}{
	{"verilator", func(f Form, d *ir.Design, out *verilog.Output) []string {
		return append(defines(f), "--lint-only", "-Wall", "--top-module", d.Top.Name, "-f", simulationList(d, out))
	}},
	{"iverilog", func(f Form, d *ir.Design, out *verilog.Output) []string {
		return append(defines(f), "-g2005", "-Wall", "-t", "null", "-s", d.Top.Name, "-f", simulationList(d, out))
	}},
	{"yosys", func(f Form, d *ir.Design, out *verilog.Output) []string {
		return []string{"-q", "-p", yosysScript(f, d, out)}
	}},
}

// defines has the simulators see the assertions.
func defines(f Form) []string {
	if f.Assertions {
		return []string{"-D" + verilog.AssertMacro}
	}
	return nil
}

// simulationList is the file list in which black boxes are their models: the tools
// have no vendor's library.
func simulationList(d *ir.Design, out *verilog.Output) string {
	if len(out.Parts) > 0 {
		return d.Top.Name + ".sim.f"
	}
	return d.Top.Name + ".f"
}

// fileOf is the file of a module, of a black box that of its model.
func fileOf(m *ir.Module, out *verilog.Output) string {
	name := m.Name + ".v"
	for _, f := range out.SimulationFiles() {
		if path.Base(f.Path) == name {
			return f.Path
		}
	}
	return name
}

// yosysScript reads and checks the design.
func yosysScript(f Form, d *ir.Design, out *verilog.Output) string {
	var s strings.Builder
	for _, m := range d.Modules {
		flags := ""
		if f.Assertions {
			flags += " -formal -D" + verilog.FormalMacro
		}
		fmt.Fprintf(&s, "read_verilog%s %s; ", flags, fileOf(m, out))
	}
	fmt.Fprintf(&s, "hierarchy -check -top %s; proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", d.Top.Name)
	return s.String()
}

// Run checks all forms, several at a time, and returns what the tools say, in the
// order of the forms. The error is a tool that is missing, a form that cannot be
// made, or that of ctx.
func Run(ctx context.Context, forms []Form) ([]Finding, error) {
	for _, k := range checks {
		if _, err := extsim.Lookup(k.tool); err != nil {
			return nil, err
		}
	}
	findings := make([][]Finding, len(forms))
	errs := make([]error, len(forms))
	free := make(chan struct{}, runtime.NumCPU())
	var group sync.WaitGroup
	for i, f := range forms {
		free <- struct{}{}
		group.Add(1)
		go func() {
			defer func() { <-free; group.Done() }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				findings[i], errs[i] = check(ctx, f)
			}
		}()
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err // and not what killed tools say
	}
	var list []Finding
	for i, f := range forms {
		if errs[i] != nil {
			return nil, fmt.Errorf("%s: %w", f, errs[i])
		}
		list = append(list, findings[i]...)
	}
	return list, nil
}

// check has every tool read one form.
func check(ctx context.Context, f Form) ([]Finding, error) {
	d, err := f.Block.Elaborate(f.Params)
	if err != nil {
		return nil, err
	}
	out, err := verilog.Emit(d, f.Options)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "culprit-lint-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	var findings []Finding
	for _, k := range checks {
		tool, err := extsim.Lookup(k.tool)
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, tool.Path, k.args(f, d, out)...)
		cmd.Dir = dir
		output, err := cmd.CombinedOutput()
		text := string(bytes.TrimSpace(output))
		if err != nil {
			text = strings.TrimSpace(fmt.Sprintf("%s\n(%v)", text, err))
		}
		if text != "" {
			findings = append(findings, Finding{f.String(), k.tool, text})
		}
	}
	return findings, nil
}
