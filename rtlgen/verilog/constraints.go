package verilog

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Constraints are the timing constraints to write for each top, as <top>.sdc and as
// <top>.xdc (Vivado). Times are in ns.
type Constraints struct {
	SDC, XDC bool
	// Period is that of the clock, above 0, and of each clock that Periods has not.
	Period float64
	// Periods are those of inputs that are clocks, by their names.
	Periods map[string]float64
	// Delay is the part of the period that the logic in front of the inputs and
	// behind the outputs takes, from 0 to less than each period.
	Delay float64
}

// check reports times that no tool can use.
func (c Constraints) check() error {
	if !c.SDC && !c.XDC {
		return nil
	}
	for _, clock := range append([]string{""}, slices.Sorted(maps.Keys(c.Periods))...) {
		switch period := c.period(clock); {
		case !(period > 0 && period < 1e6):
			return fmt.Errorf("a clock period of %g ns cannot be met: give one above 0 and below 1000000", period)
		case !(c.Delay >= 0 && c.Delay < period):
			return fmt.Errorf("an input and output delay of %g ns leaves nothing of the clock period of %g ns: give one from 0 to below the period",
				c.Delay, period)
		}
	}
	return nil
}

// checkClocks reports a period of a clock that no design has.
func (c Constraints) checkClocks(designs []*ir.Design) error {
	var have []string
	for _, d := range designs {
		for _, p := range d.Top.Clocks() {
			have = append(have, p.Name)
		}
	}
	for _, clock := range slices.Sorted(maps.Keys(c.Periods)) {
		switch {
		case len(have) == 0:
			return fmt.Errorf("there is a period for the clock %s, and no block has an input that is a clock: leave it out", clock)
		case !slices.Contains(have, clock):
			return fmt.Errorf("there is a period for the clock %s, which is none: the clocks are %s", clock, strings.Join(unique(have), ", "))
		}
	}
	return nil
}

// period is that of a clock; "" is the implicit one.
func (c Constraints) period(clock string) float64 {
	if p, ok := c.Periods[clock]; ok {
		return p
	}
	return c.Period
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

// timing is what the constraints of a design are made of.
type timing struct {
	bytes.Buffer
	o      Options
	top    *ir.Module
	clocks []string // "" is the implicit one
	ports  *ir.PortDomains
}

// constraints is the text, of commands that SDC and XDC share but for crossings. The ports are named, as
// not all tools can take the clock from a collection of all inputs.
func (o Options) constraints(d *ir.Design, kind, hash string) []byte {
	t := &timing{o: o, top: d.Top}
	for _, p := range d.Top.Clocks() {
		t.clocks = append(t.clocks, p.Name)
	}
	if len(t.clocks) == 0 || d.Top.NeedsClock() {
		t.clocks = append([]string{""}, t.clocks...)
	}
	if len(t.clocks) > 1 {
		t.ports = ir.Domains{}.Of(d.Top)
	}
	t.WriteString(o.notice("#") + o.stamp("#", hash))
	fmt.Fprintf(t, "# Timing constraints of %s, %s. Times are in ns.\n\n", o.TopName(d), strings.ToUpper(kind))
	t.create()
	t.WriteByte('\n')
	t.delays()
	if o.ResetSynchroniser {
		fmt.Fprintf(t, "\n# %[1]s begins and ends at any time; %[2]s makes its end synchronous.\nset_false_path -from [get_ports {%[1]s}]\n",
			o.ResetName(),
			synchroniserName)
	}
	t.crossings(kind)
	return t.Bytes()
}

func nanoseconds(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// create defines the clocks.
func (t *timing) create() {
	for _, clock := range t.clocks {
		name, period := clockPort(clock), nanoseconds(t.o.Constraints.period(clock))
		if clock == "" && !t.top.NeedsClock() {
			fmt.Fprintf(t, "# Without a register: the clock is that of the logic around it.\ncreate_clock -name %s -period %s\n",
				name, period)
			continue
		}
		fmt.Fprintf(t, "create_clock -name %[1]s -period %[2]s [get_ports {%[1]s}]\n", name, period)
	}
	for _, clock := range t.clocks {
		if t.o.AsyncReset && t.resets(clock) {
			fmt.Fprintf(t, "\n# %s acts at once, and must end in time before a clock edge: recovery and removal are checked.\n",
				t.o.ResetOf(clock))
		}
	}
}

// resets reports whether a clock has a reset that other logic gives.
func (t *timing) resets(clock string) bool {
	return t.o.NeedsResetOf(t.top, clock) && !t.o.ResetSynchroniser
}

// delays say when the logic outside has the inputs ready and needs the outputs.
func (t *timing) delays() {
	given := map[*ir.Signal]bool{} // outputs that have a delay of another clock already
	for _, clock := range t.clocks {
		var in, first, more []string
		if t.resets(clock) {
			in = append(in, t.o.ResetOf(clock))
		}
		for _, s := range t.top.Inputs() {
			if !s.IsClock && slices.Contains(t.takes(s), clock) {
				in = append(in, portPattern(s))
			}
		}
		for _, s := range t.top.Outputs() {
			switch {
			case !slices.Contains(t.gives(s), clock):
			case given[s]:
				more = append(more, portPattern(s))
			default:
				first, given[s] = append(first, portPattern(s)), true
			}
		}
		t.delay("set_input_delay", clock, in)
		t.delay("set_output_delay", clock, first)
		t.delay("set_output_delay -add_delay", clock, more)
	}
}

func (t *timing) delay(command, clock string, ports []string) {
	if len(ports) > 0 {
		fmt.Fprintf(t, "%s -clock %s %s [get_ports {%s}]\n", command, clockPort(clock), nanoseconds(t.o.Constraints.Delay),
			strings.Join(ports, " "))
	}
}

// takes are the clocks of what takes an input. Of one that goes to outputs alone it is the first clock; one that
// synchronizers alone take has none.
func (t *timing) takes(s *ir.Signal) []string {
	switch {
	case t.ports == nil:
		return t.clocks
	case len(t.ports.Takes[s]) > 0:
		return t.ports.Takes[s]
	case t.ports.Synchronized[s]:
		return nil
	}
	return t.clocks[:1]
}

// gives are the clocks of the registers and inputs that an output depends on.
func (t *timing) gives(s *ir.Signal) []string {
	if t.ports == nil {
		return t.clocks
	}
	list := slices.Clone(t.ports.Gives[s])
	for _, in := range t.ports.Through[s] {
		list = append(list, t.takes(in)...)
	}
	if len(list) == 0 {
		return t.clocks[:1]
	}
	return list
}

// crossings bound the paths between clocks. All of them are in synchronizers and memories: the netlist has no others.
func (t *timing) crossings(kind string) {
	if t.ports == nil {
		return
	}
	for _, s := range t.top.Inputs() {
		if !s.IsClock && len(t.takes(s)) == 0 {
			fmt.Fprintf(t, "\n# A synchronizer takes %[1]s, at whatever time.\nset_false_path -from [get_ports {%[2]s}]\n", s.Name,
				portPattern(s))
		}
	}
	t.WriteString("\n# The clocks have no relation. A path from one to another takes no longer than a period of either, so that of a\n" +
		"# count in Gray code no bit comes after the next one that changes.\n")
	for _, from := range t.clocks {
		for _, to := range t.clocks {
			if from != to {
				t.crossing(kind, from, to)
			}
		}
	}
}

func (t *timing) crossing(kind, from, to string) {
	most := nanoseconds(min(t.o.Constraints.period(from), t.o.Constraints.period(to)))
	path := fmt.Sprintf("-from [get_clocks {%s}] -to [get_clocks {%s}]", clockPort(from), clockPort(to))
	if kind == "xdc" { // hold is not looked at then
		fmt.Fprintf(t, "set_max_delay -datapath_only %s %s\n", path, most)
		return
	}
	fmt.Fprintf(t, "set_max_delay %s %s\nset_false_path -hold %s\n", path, most, path)
}

// portPattern names all bits of a port.
func portPattern(s *ir.Signal) string {
	if s.Width > 1 {
		return s.Name + "[*]"
	}
	return s.Name
}
