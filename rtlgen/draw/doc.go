// Package draw makes a block diagram of a module: its instances and memories, and where data goes between them and
// the ports.
//
//	diagram.go  boxes and links of a module
//	trace.go    from where data comes that reaches a pin
//	dot.go      the diagram in the language of Graphviz
//	svg.go      the same, laid out by the program of Graphviz
//
// Data passes wires, registers, selections and concatenations; what decides, such as an enable, an address or a
// comparison, is control, and not drawn unless it is asked for. The same netlist gives the same text.
//
// What must not live here: the layout of a diagram (Graphviz), and anything that changes a netlist.
package draw
