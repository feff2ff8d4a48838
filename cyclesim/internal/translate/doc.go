// Package translate makes word programs (package word) of a netlist. Each module is compiled
// once for each way in which it is called, however often it is instantiated; a step of it
// (package schedule) becomes a kernel.
//
//	code.go     the design, what is compiled of it, and for which calls
//	options.go  what the compiler is told
//	module.go   what is made of the steps of a module, children first: lowered, lean, then kernels
//	kernel.go   these three, and calls of kernels
//	drive.go    what goes into the ports of instances, and out of them
//	inline.go   which instances are compiled into the code around them
//	stmt.go     statements and the clock edge: branches become selections
//	expr.go     operations to operations on words; ports.go those of memories
//	wiring.go   operations that only move bits
//	onehot.go   one-hot multiplexers that become indexed accesses
//	groups.go   which way to group copies is the best
//	rest.go     groups that need not be called as long as nothing changes
//	doze.go     programs for groups in which only what counts by itself moves
//	threads.go  the top's kernels divided among threads
//	backend.go  the interface of the back ends, and the order of the kernels
//	entry.go    what all back ends and the machine agree on: addresses, functions that are called
//	trace.go    the table of the steps; programs after each, for tests and for those who want to see them
//	lines.go    the positions in the Go code that go along then
//
// What must not live here: instructions of any processor, the state of a run.
package translate
