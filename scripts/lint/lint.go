package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
	"culprit/testbench/extsim"
)

// checks are the programs with their arguments for a design.
var checks = []struct {
	tool string
	args func(c configuration, d *ir.Design) []string
}{
	{"verilator", func(c configuration, d *ir.Design) []string {
		return append(defines(c), "--lint-only", "-Wall", "--top-module", d.Top.Name, "-f", d.Top.Name+".f")
	}},
	{"iverilog", func(c configuration, d *ir.Design) []string {
		return append(defines(c), "-g2005", "-Wall", "-t", "null", "-s", d.Top.Name, "-f", d.Top.Name+".f")
	}},
	{"yosys", func(c configuration, d *ir.Design) []string {
		return []string{"-q", "-p", yosysScript(c, d)}
	}},
}

// defines has the simulators see the assertions.
func defines(c configuration) []string {
	if c.checked {
		return []string{"-D" + verilog.AssertMacro}
	}
	return nil
}

// yosysScript reads and checks the design.
func yosysScript(c configuration, d *ir.Design) string {
	var s strings.Builder
	for _, m := range d.Modules {
		flags := ""
		if c.checked {
			flags += " -formal -D" + verilog.FormalMacro
		}
		// Yosys says so when it turns an array into registers because of how the
		// array is written, unless it is told that registers are what is wanted.
		if len(m.Arrays) > 0 && (len(m.Memories) == 0 || c.options.AsyncReset) {
			flags += " -mem2reg"
		}
		fmt.Fprintf(&s, "read_verilog%s %s.v; ", flags, m.Name)
	}
	fmt.Fprintf(&s, "hierarchy -check -top %s; proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr", d.Top.Name)
	return s.String()
}

// lint checks all configurations and returns what the tools say, in their order.
// The error tells that something cannot be checked.
func lint(all []configuration) ([]string, error) {
	findings := make([][]string, len(all))
	errs := make([]error, len(all))
	free := make(chan struct{}, runtime.NumCPU())
	var group sync.WaitGroup
	for i, c := range all {
		free <- struct{}{}
		group.Add(1)
		go func() {
			defer func() { <-free; group.Done() }()
			findings[i], errs[i] = lintOne(c)
		}()
	}
	group.Wait()
	var list []string
	for i, c := range all {
		if errs[i] != nil {
			return nil, fmt.Errorf("%s: %w", c, errs[i])
		}
		list = append(list, findings[i]...)
	}
	return list, nil
}

// lintOne checks one configuration.
func lintOne(c configuration) ([]string, error) {
	d, err := c.block.Elaborate(c.given)
	if err != nil {
		return nil, err
	}
	out, err := verilog.Emit(d, c.options)
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
	var findings []string
	for _, k := range checks {
		tool, err := extsim.Lookup(k.tool)
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(tool.Path, k.args(c, d)...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if text = bytes.TrimSpace(text); len(text) > 0 || err != nil {
			findings = append(findings, fmt.Sprintf("%s: %s says (%v):\n%s", c, k.tool, err, text))
		}
	}
	return findings, nil
}
