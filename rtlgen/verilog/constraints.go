package verilog

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Constraints are the timing constraints to write for each top, as <top>.sdc and as
// <top>.xdc (Vivado). Times are in ns.
type Constraints struct {
	SDC, XDC bool
	// Period is that of the clock, above 0.
	Period float64
	// Delay is the part of the period that the logic in front of the inputs and
	// behind the outputs takes, from 0 to less than the period.
	Delay float64
}

// check reports times that no tool can use.
func (c Constraints) check() error {
	switch {
	case !c.SDC && !c.XDC:
		return nil
	case !(c.Period > 0 && c.Period < 1e6):
		return fmt.Errorf("a clock period of %g ns cannot be met: give one above 0 and below 1000000", c.Period)
	case !(c.Delay >= 0 && c.Delay < c.Period):
		return fmt.Errorf("an input and output delay of %g ns leaves nothing of the clock period of %g ns: give one from 0 to below the period",
			c.Delay,
			c.Period)
	}
	return nil
}

// constraintFiles are the constraints of a design.
func (o Options) constraintFiles(d *ir.Design, hash string) []File {
	var files []File
	for _, f := range []struct {
		wanted bool
		kind   string
	}{{o.Constraints.SDC, "sdc"}, {o.Constraints.XDC, "xdc"}} {
		if f.wanted {
			files = append(files, File{o.TopName(d) + "." + f.kind, o.constraints(d, f.kind, hash)})
		}
	}
	return files
}

// constraints is the text, of commands that SDC and XDC share. The ports are named, as
// not all tools can take the clock from a collection of all inputs.
func (o Options) constraints(d *ir.Design, kind, hash string) []byte {
	ns := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	var b bytes.Buffer
	b.WriteString(o.notice("#") + o.stamp("#", hash))
	fmt.Fprintf(&b, "# Timing constraints of %s, %s. Times are in ns.\n\n", o.TopName(d), strings.ToUpper(kind))
	if d.Top.NeedsClock() {
		fmt.Fprintf(&b, "create_clock -name %[1]s -period %[2]s [get_ports {%[1]s}]\n", ClockName, ns(o.Constraints.Period))
	} else {
		fmt.Fprintf(&b, "# Without a register: the clock is that of the logic around it.\ncreate_clock -name %s -period %s\n",
			ClockName, ns(o.Constraints.Period))
	}
	inputs, outputs := portPatterns(d.Top.Inputs()), portPatterns(d.Top.Outputs())
	if o.NeedsReset(d.Top) && !o.ResetSynchroniser {
		inputs = append([]string{o.ResetName()}, inputs...)
		if o.AsyncReset {
			fmt.Fprintf(&b, "\n# %s acts at once, and must end in time before a clock edge: recovery and removal are checked.\n",
				o.ResetName())
		}
	}
	delay := func(command string, ports []string) {
		if len(ports) > 0 {
			fmt.Fprintf(&b, "%s -clock %s %s [get_ports {%s}]\n", command, ClockName, ns(o.Constraints.Delay),
				strings.Join(ports, " "))
		}
	}
	b.WriteByte('\n')
	delay("set_input_delay", inputs)
	delay("set_output_delay", outputs)
	if o.ResetSynchroniser {
		fmt.Fprintf(&b, "\n# %[1]s begins and ends at any time; %[2]s makes its end synchronous.\nset_false_path -from [get_ports {%[1]s}]\n",
			o.ResetName(),
			synchroniserName)
	}
	return b.Bytes()
}

// portPatterns name all bits of ports.
func portPatterns(ports []*ir.Signal) []string {
	var list []string
	for _, s := range ports {
		name := s.Name
		if s.Width > 1 {
			name += "[*]"
		}
		list = append(list, name)
	}
	return list
}
