package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/prove"
)

// proveLimit is for one module. The largest ones of the library take seconds.
const proveLimit = 10 * time.Minute

// proveEmission proves the Verilog that the options write for designs.
func (p *program) proveEmission(ctx context.Context, designs []*ir.Design, o verilog.Options) error {
	if o.WrapMemories {
		return errors.New("cannot use --prove with --wrap-memories: it compares module by module, " +
			"and the memories are modules that the netlist does not have")
	}
	designs, left, err := provable(designs)
	if err != nil {
		return err
	}
	modules := map[string]bool{}
	for _, d := range designs {
		for _, m := range d.Modules {
			modules[m.Name] = true
		}
	}
	g := p.newProgress(1, 1)
	defer g.stop()
	tell, n := g.of(0, "gen"), 0 // nil without a terminal
	list, err := prove.Emission(ctx, designs, o, prove.Options{Limit: proveLimit, Found: func(prove.Module) {
		if n++; tell != nil {
			tell("proof of the Verilog", n, len(modules))
		}
	}})
	if err != nil {
		return err
	}
	bits := 0
	var open []string
	for _, m := range list {
		if bits += m.Bits; m.Verdict != prove.Proven {
			open = append(open, fmt.Sprintf("%s: %s: %s", m.Name, m.Verdict, m.Reason))
		}
	}
	if len(open) > 0 {
		return failed{fmt.Sprintf("%d of %s are not proven, and nothing is written: %s", len(open),
			count(len(list), "module"), strings.Join(open, "; "))}
	}
	fmt.Fprintf(p.stdout, "proven: %s, %s\n", count(len(list), "module"), count(bits, "bit"))
	if len(left) > 0 {
		fmt.Fprintf(p.stdout, "not proven, since they have several clocks: %s\n", strings.Join(left, ", "))
	}
	return nil
}

// provable are the designs of one clock, whose Verilog can be read back, and the names of the others. It is an error if
// there are others only.
func provable(designs []*ir.Design) (list []*ir.Design, left []string, err error) {
	for _, d := range designs {
		clocks := d.Top.Clocks()
		switch {
		case len(clocks) == 0:
			list = append(list, d)
		case len(designs) == 1:
			return nil, nil, fmt.Errorf("cannot use --prove with %s, which has the clock %s besides the implicit one: "+
				"it reads the Verilog back with one clock alone; leave it out", d.Top.Name, clocks[0].Name)
		default:
			left = append(left, d.Top.Name)
		}
	}
	if len(list) == 0 {
		return nil, nil, fmt.Errorf("cannot use --prove with %s, which have several clocks: it reads the Verilog back with "+
			"one clock alone; leave it out", strings.Join(left, ", "))
	}
	return list, left, nil
}
