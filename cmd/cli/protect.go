package cli

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/protect"
	"culprit.example/culprit/rtlgen/verilog"
)

func protectFlag() cli.Flag {
	return &cli.StringFlag{Name: "protect", Value: protect.None.String(),
		Usage: "give RAMs the `CODE` parity or ecc (corrects a wrong bit, detects two), and the block ports for errors: docs/protect.md"}
}

// protection reads --protect. excluded are options that do not go with a code.
func protection(c *cli.Context, excluded ...string) (protect.Code, error) {
	code, err := protect.ParseCode(c.String("protect"))
	if err != nil {
		return code, fmt.Errorf("cannot use --protect %s: %w", c.String("protect"), err)
	}
	if code == protect.None {
		return code, nil
	}
	for _, name := range excluded {
		if c.IsSet(name) {
			return code, fmt.Errorf("--protect makes another netlist than the one that --%s is about: leave one out", name)
		}
	}
	return code, nil
}

// protected gives the memories of a design a code. The list of them is empty if it has none, and without a code.
func protected(d *ir.Design, code protect.Code) ([]protect.Memory, error) {
	if code == protect.None {
		return nil, nil
	}
	list, err := protect.Memories(d, code)
	if err != nil {
		return nil, fmt.Errorf("cannot use --protect %s: %w", code, err)
	}
	return list, nil
}

// protectedBlock is protected for one block: a block that the call names must have memories.
func protectedBlock(c *cli.Context, d *ir.Design, code protect.Code) ([]protect.Memory, error) {
	list, err := protected(d, code)
	if err == nil && code != protect.None && len(list) == 0 && !everyModule(c) {
		err = noMemories(d, code)
	}
	return list, err
}

// noMemories is the mistake of a call for one block that has nothing to protect.
func noMemories(d *ir.Design, code protect.Code) error {
	return fmt.Errorf("cannot use --protect %s: neither %s nor its parts have a RAM that can get a code; leave it out", code, d.Top.Name)
}

// protectedFiles gives the memories of the designs a code, and returns for each design the list of them as a file.
func protectedFiles(c *cli.Context, designs []*ir.Design, options verilog.Options) ([]verilog.File, error) {
	code, err := protection(c)
	if err != nil || code == protect.None {
		return nil, err
	}
	if options.WrapMemories {
		return nil, fmt.Errorf("--protect %s needs memories that begin with code words, which macros do not:"+
			" leave out it or --wrap-memories", code)
	}
	var files []verilog.File
	for _, d := range designs {
		list, err := protected(d, code)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 && len(designs) == 1 {
			return nil, noMemories(d, code)
		}
		if len(list) == 0 {
			continue
		}
		text, err := json.MarshalIndent(list, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("cannot write the memories of %s: %w", d.Top.Name, err)
		}
		files = append(files, verilog.File{Path: options.ModuleName(d.Top) + ".memories-protected.json", Data: append(text, '\n')})
	}
	return files, nil
}

// protectedStandIn gives the protected netlist of a block, with the ports that the block has; nil without a code.
// One of all blocks may have no memories, and stays as it is.
func protectedStandIn(c *cli.Context, block string) (func(*ir.Design) (*ir.Design, error), error) {
	code, err := protection(c, "verilog")
	if err != nil || code == protect.None {
		return nil, err
	}
	return func(d *ir.Design) (*ir.Design, error) {
		list, err := protected(d, code)
		switch {
		case err != nil:
			return nil, err
		case len(list) > 0:
			return protect.Tied(d), nil
		case block != all:
			return nil, noMemories(d, code)
		}
		return d, nil
	}, nil
}
