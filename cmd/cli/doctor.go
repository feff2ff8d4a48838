package cli

import (
	"context"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench"
)

func (p *program) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "tell which external tools are here, their versions, and how to get what is missing",
		UsageText: "rtlgen doctor [--json]",
		Description: "Generating Verilog and simulating with the built-in engines needs none of them.\n" +
			"Exit status 1 if one is missing or too old.\n\n" +
			"Tools get an environment of their own: CXXFLAGS, MAKEFLAGS, VERILATOR_ROOT, PYTHONPATH and\n" +
			"the like do not reach them. CULPRIT_VERILATOR=PATH, and so on for all, is another program,\n" +
			"CC the compiler of engine c, CXX that of bench. CULPRIT_CACHE is the folder of what is kept\n" +
			"between runs (~/.cache/culprit), TMPDIR that of temporary files.\n\n" +
			"Example:\n  rtlgen doctor",
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return p.doctor(c.Context, c.Bool("json"))
		},
	}
}

func (p *program) doctor(ctx context.Context, asJSON bool) error {
	tools := testbench.Doctor(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	show := p.printTools
	if asJSON {
		show = func(tools []testbench.Tool) error { return p.printJSON(doctorJSON{missing(tools) == 0, tools}) }
	}
	if err := show(tools); err != nil {
		return err
	}
	if missing(tools) > 0 {
		return failed{"not all external tools are here"}
	}
	return nil
}

// missing is how many tools are not here, or too old.
func missing(tools []testbench.Tool) (n int) {
	for _, t := range tools {
		if t.Problem != "" {
			n++
		}
	}
	return n
}

func (p *program) printTools(tools []testbench.Tool) error {
	var t table
	t.add("TOOL", "VERSION", "NEEDED", "FOR", "STATE")
	for _, tool := range tools {
		version, state := tool.Version, "ok"
		if version == "" {
			version = "-"
		}
		if tool.Problem != "" {
			state = tool.Problem
		}
		t.add(tool.Name, version, tool.Minimum, tool.Purpose, state)
	}
	return p.printTable(t)
}
