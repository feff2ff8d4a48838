package lint

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// Finding is what a tool says about a form.
type Finding struct {
	Form string // as Form.String
	Tool string
	Text string // its output, and its exit status if that is not 0
}

func (f Finding) String() string { return fmt.Sprintf("%s: %s says:\n%s", f.Form, f.Tool, f.Text) }

// checks are the programs with their arguments for a unit whose files are in the
// current folder.
var checks = []struct {
	tool string
	args func(f Form, top, list string, files []string) []string
}{
	{"verilator", func(f Form, top, list string, _ []string) []string {
		return append(defines(f), "--lint-only", "-Wall", "--top-module", top, "-f", list)
	}},
	{"iverilog", func(f Form, top, list string, _ []string) []string {
		return append(defines(f), "-g2005", "-Wall", "-t", "null", "-s", top, "-f", list)
	}},
	{"yosys", func(f Form, top, _ string, files []string) []string {
		return []string{"-q", "-p", yosysScript(f, top, files)}
	}},
}

// defines has the simulators see the assertions.
func defines(f Form) []string {
	if f.Assertions {
		return []string{"-D" + verilog.AssertMacro}
	}
	return nil
}

// yosysScript reads and checks a unit.
func yosysScript(f Form, top string, files []string) string {
	var s strings.Builder
	for _, name := range files {
		flags := ""
		if f.Assertions {
			flags += " -formal -D" + verilog.FormalMacro
		}
		fmt.Fprintf(&s, "read_verilog%s %s; ", flags, name)
	}
	fmt.Fprintf(&s, "hierarchy -check -top %s; proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr",
		top)
	return s.String()
}

// Run checks all forms, several at a time, and returns what the tools say, in the
// order of the forms. A design of more than wholeLimit instances is read in several
// units. The error is a tool that is missing, a form that cannot be
// made, or that of ctx.
func Run(ctx context.Context, forms []Form) ([]Finding, error) {
	if ctx == nil {
		return nil, caller.Errorf("lint.Run has no context: give context.Background()")
	}
	for i, f := range forms {
		if f.Block == nil {
			return nil, caller.Errorf("lint.Run has no Block in form %d", i)
		}
	}
	for _, k := range checks {
		if _, err := extsim.Lookup(ctx, k.tool); err != nil {
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
				findings[i], errs[i] = check(ctx, f, wholeLimit)
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
func check(ctx context.Context, f Form, limit int) ([]Finding, error) {
	d, err := f.Block.Elaborate(f.Params)
	if err != nil {
		return nil, err
	}
	out, err := verilog.Emit(d, f.Options)
	if err != nil {
		return nil, err
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := out.WriteDir(dir); err != nil {
		return nil, child.WithWayOut(err)
	}
	return read(ctx, f, d, out, dir, limit)
}

// large is held while a design is read in units: a unit can take most of the memory of a
// machine.
var large sync.Mutex

// read has every tool read the files of a form, which are in dir.
func read(ctx context.Context, f Form, d *ir.Design, out *verilog.Output, dir string, limit int) ([]Finding, error) {
	list := units(d, limit)
	if len(list) > 1 {
		large.Lock()
		defer large.Unlock()
	}
	var findings []Finding
	for _, u := range list {
		if err := u.write(dir, f.Options, d, out); err != nil {
			return nil, child.TempError(err)
		}
		for _, k := range checks {
			text, err := say(ctx, dir, k.tool, k.args(f, u.top.Name, u.list(d, out), u.files(out)))
			if err != nil {
				return nil, err
			}
			if text != "" {
				findings = append(findings, Finding{f.String(), k.tool, text})
			}
		}
	}
	return findings, nil
}

// say runs a tool in a folder, and is what it says. The error is a tool that is
// missing.
func say(ctx context.Context, dir, name string, args []string) (string, error) {
	tool, err := extsim.Lookup(ctx, name)
	if err != nil {
		return "", err
	}
	cmd := child.New(ctx, tool.Path, args...)
	cmd.Dir, cmd.TempInDir = dir, dir != "."
	output, err := cmd.Said()
	text := string(bytes.TrimSpace(output))
	if err != nil {
		text = strings.TrimSpace(fmt.Sprintf("%s\n(%v)", text, err))
	}
	return text, nil
}
