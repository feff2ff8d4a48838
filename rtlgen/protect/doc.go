// Package protect gives the memories of a design error codes: parity, or codes that correct one
// wrong bit and detect two (SECDED). A code stands at the ports of the memory, so that no cycle
// changes; what it finds is seen at ports of the top, where errors can also be injected.
//
//	code.go      the codes: how a word is divided, check bits, columns of the check matrix
//	memory.go    one memory: encoders at its write ports, decoders at its read ports
//	report.go    what becomes of the errors of one memory: bits that stay, injection, marks
//	design.go    all memories of a design, the ports through the hierarchy, and Tied, which hides them
//	node.go      what the others build of: nodes, wires, registers
//
// What must not live here: Verilog, and what is particular to a block.
package protect
