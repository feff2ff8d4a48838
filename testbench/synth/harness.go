package synth

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The harness has a register at every pin of the module, so that the pins do not
// limit its clock: a path begins and ends at registers. Those at the inputs are one
// shift register, and those at the outputs are read by nobody, so that the harness
// needs two pins, however many the module has. It is made of primitives and joined
// to the netlist of the module after mapping, which it therefore does not change.
const (
	harnessTop = "harness"
	dutName    = "dut"
	// Instances of the registers: in_PORT[BIT], out_PORT[BIT].
	inPrefix, outPrefix = "in_", "out_"
)

// flipFlopCell is a register of the harness.
const flipFlopCell = `TRELLIS_FF #(.GSR("AUTO"), .CEMUX("1"), .CLKMUX("CLK"), .LSRMUX("LSR"), .REGSET("RESET"), .SRMODE("LSR_OVER_CE"))`

// harness is the Verilog around a mapped module of a netlist.
func harness(name string, n *netlist) string {
	m, clocks := n.Modules[name], clockPorts(n, name)
	var b strings.Builder
	fmt.Fprintf(&b, "module %s (input wire clk, input wire shift_in);\n", harnessTop)
	last := "shift_in"
	var conns []string
	for _, port := range slices.Sorted(maps.Keys(m.Ports)) {
		p := m.Ports[port]
		if clocks[port] {
			conns = append(conns, fmt.Sprintf(".\\%s (clk)", port))
			continue
		}
		width := len(p.Bits)
		wire := "pin_" + port
		fmt.Fprintf(&b, "    wire [%d:0] \\%s ;\n", width-1, wire)
		conns = append(conns, fmt.Sprintf(".\\%s (\\%s )", port, wire))
		for i := range width {
			pin := fmt.Sprintf("\\%s [%d]", wire, i)
			if p.Direction == "input" {
				fmt.Fprintf(&b, "    %s \\%s%s[%d] (.CLK(clk), .LSR(1'b0), .DI(%s), .Q(%s));\n", flipFlopCell, inPrefix, port, i,
					last, pin)
				last = pin
			} else {
				fmt.Fprintf(&b, "    %s \\%s%s[%d] (.CLK(clk), .LSR(1'b0), .DI(%s));\n", flipFlopCell, outPrefix, port, i, pin)
			}
		}
	}
	fmt.Fprintf(&b, "    \\%s %s (%s);\nendmodule\n", name, dutName, strings.Join(conns, ", "))
	return b.String()
}

// clockPorts are the ports that clock the cells of a module, and of the modules inside.
func clockPorts(n *netlist, name string) map[string]bool {
	m, clocks, inside := n.Modules[name], map[bit]bool{}, map[string][]string{}
	for _, c := range m.Cells {
		pins := clockPins[c.Type]
		if n.Modules[c.Type] != nil {
			if inside[c.Type] == nil { // once for all its instances
				inside[c.Type] = slices.Collect(maps.Keys(clockPorts(n, c.Type)))
			}
			pins = inside[c.Type]
		}
		for _, pin := range pins {
			for _, b := range c.Connections[pin] {
				clocks[b] = true
			}
		}
	}
	ports := map[string]bool{}
	for name, p := range m.Ports {
		if p.Direction == "input" && len(p.Bits) == 1 && clocks[p.Bits[0]] {
			ports[name] = true
		}
	}
	return ports
}

var clockPins = map[string][]string{
	"TRELLIS_FF": {"CLK"}, "TRELLIS_DPR16X4": {"WCK"}, "DP16KD": {"CLKA", "CLKB"}, "PDPW16KD": {"CLKW", "CLKR"},
}
