// Package cpus is an example of parts that others wrote, in a network of this library: a tree of switches whose
// nodes are CPUs. The CPUs are picorv32, in Verilog that is not ours; one of the network adapters is Verilog
// that a user may write by hand (user_nic.v). README.md says how to run it and how to put in one's own.
//
//	assembler.go   text of RV32I to words
//	program.asm    what each CPU does; program.go makes words of it
//	computer.go    CPU, program, RAM, and the bus to the adapter
//	adapter.go     the network adapter, its registers and its cycles
//	user_nic.v     the same in Verilog
//	network.go     16 computers, their adapters, the switches between them
//
// What must not live here: switches, routes and links (packages voq, fabric and packet), how Verilog becomes a
// netlist (package foreign), Verilog of others.
package cpus
