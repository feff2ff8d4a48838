// Package verilog writes a netlist (package ir) as Verilog-2005 that a person
// could have written: the designer's own if/else, names and loops, one module
// per file, and around it a file list, a FuseSoC core file and a manifest.
//
// The files read top-down like a pass over a module:
//
//	emit.go      options, Emit, and the order of things in a module
//	options.go   checks of the options, names, what stands at the top of a file
//	compose.go   several designs for one folder, file lists; core.go: FuseSoC cores
//	facts.go     what is known of a module with all below it: the hash of its netlist
//	plan.go      which signal becomes an assign, an always @*, or a clocked block
//	share.go     which registers share a clocked block
//	constant.go  signals whose statements read nothing
//	ports.go     header comment and port list
//	field.go     wires for the fields of packed structs
//	table.go     aligned declarations with their comments, in groups
//	decl.go      declarations; names.go: names that the module's own do not collide with
//	stmt.go      statements and always blocks; reset.go: reset values
//	longlanes.go loops as generate loops that would be too long a process
//	expr.go      expressions; index.go: selects with exactly sized indices
//	function.go  the Verilog functions behind operations without an operator
//	layout.go    parentheses and line breaks
//	localparam.go  named constants
//	memory.go    RAM templates; lanewrite.go: those with an enable per lane
//	rom.go       ROMs as functions; fill.go: arbitrary contents for simulation
//	instance.go  instances, arrays as generate loops, and their wires
//	lanes.go     what each copy of an array gets, as an expression of the loop index
//	part.go      the two files of a black box: its model, and an instance of the part
//	source.go    parts whose Verilog is there: it is listed, and not written
//	stub.go      a module's ports alone
//	sv_types.go  structs for ports, and their package; sv_wrap.go: the module around the top with them
//	property.go  assertions, covers, and the macros that enable them
//	unused.go    names for bits that only checks read
//	synchronise.go  the reset synchroniser; constraints.go: SDC and XDC; sby.go: proofs with SymbiYosys
//	manifest.go  names and positions for other programs
//	files.go     atomic writing; taken.go: files that must not be replaced
//
// Every name comes from the netlist or from the structure around it, never
// from a counter, so adding a line to a block renames nothing else. All
// operands of a netlist operation have equal widths and all extension is
// explicit concatenation, so that the context never widens an expression.
//
// What must not live here: checks of the designer's circuit (package rtlgen),
// running external tools (package testbench).
package verilog
