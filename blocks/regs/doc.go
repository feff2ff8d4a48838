// Package regs makes the registers of a block from one description: the hardware of a register file behind
// AXI4-Lite, and SystemRDL, from which tools of others make HTML, C headers, IP-XACT and UVM. README.md in this
// folder is the contract.
//
// A Map is plain data, not a struct with tags: how many registers it has, and how wide their fields are, follows from
// the parameters of the block whose registers they are. Fields are known by their pointers, so that nothing is
// connected by a string.
//
// What must not live here: registers of one family, which are beside its blocks.
package regs
