package lint

import (
	"context"
	"errors"
	"os"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/extsim"
)

// Files checks Verilog that was not made here, its source with the top module of that name, and returns what
// Verilator, Icarus Verilog and Yosys say about it. The tools run in the present folder, so places are as the
// paths were given. The error is a file or a tool that is missing, or that of ctx.
func Files(ctx context.Context, s ir.Source, top string) ([]Finding, error) {
	if len(s.Files) == 0 {
		return nil, errors.New("there is no file of Verilog to check")
	}
	for _, path := range s.Files {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
	}
	options := extsim.SourceOptions(s)
	of := "read_verilog -defer -sv " + strings.Join(options, " ")
	script := of + "; hierarchy -check -top " + top +
		"; proc; check -assert; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr"
	var findings []Finding
	for _, k := range []struct {
		tool string
		args []string
	}{
		{"verilator", append([]string{"--lint-only", "-Wall", "--top-module", top}, options...)},
		{"iverilog", append([]string{"-g2012", "-Wall", "-t", "null", "-s", top}, options...)},
		{"yosys", []string{"-q", "-p", script}},
	} {
		text, err := say(ctx, ".", k.tool, k.args)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if text != "" {
			findings = append(findings, Finding{top, k.tool, text})
		}
	}
	return findings, nil
}
