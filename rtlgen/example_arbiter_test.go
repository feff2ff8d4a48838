package rtlgen_test

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// ArbiterPorts has a port whose name is a keyword of Verilog.
type ArbiterPorts struct {
	_       rtlgen.Unit `name:"arbiter" doc:"grants requests"`
	Request rtlgen.In   `width:"3" doc:"requests"`
	Enable  rtlgen.In   `width:"4" name:"wire" doc:"requests that may be granted"`
	Grant   rtlgen.Out  `width:"3" doc:"granted requests"`
}

// Elaborate returns all mistakes at once, each with its place and, where there is
// one, the place of the other end.
func ExampleElaborate() {
	m, io := rtlgen.New[ArbiterPorts](nil)
	ready, stall := m.Wire("ready", 1), m.Wire("stall", 1)
	io.Grant.Drive(io.Request.And(io.Enable))
	ready.Set(stall.Not())
	stall.Set(ready)
	stall.Set(ready.Not())

	_, err := rtlgen.Elaborate(m)
	fmt.Println(err)
	// Output:
	// 4 mistakes in the description:
	// rtlgen/example_arbiter_test.go:20: RTL0005: module arbiter: input name "wire" is a keyword of Verilog or SystemVerilog: choose another
	// rtlgen/example_arbiter_test.go:21: RTL0010: module arbiter: combinational loop: ready <- stall <- ready: put a register on one of the hops
	// 	rtlgen/example_arbiter_test.go:21: ready is on the loop
	// 	rtlgen/example_arbiter_test.go:21: stall is on the loop
	// rtlgen/example_arbiter_test.go:22: RTL0001: module arbiter: and of 3 bits and 4 bits: widen with Zext or Sext, or cut with Slice
	// 	rtlgen/example_arbiter_test.go:20: request has 3 bits
	// 	rtlgen/example_arbiter_test.go:20: wire has 4 bits
	// rtlgen/example_arbiter_test.go:25: RTL0008: module arbiter: stall is driven twice, the second driver makes the first useless
	// 	rtlgen/example_arbiter_test.go:24: the other driver
}
