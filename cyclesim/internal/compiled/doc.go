// Package compiled is the engine that translates a netlist to WebAssembly and
// runs it in the process, as machine code made by wazero; or to C, for the compiler
// on the user's machine; or to machine code for amd64.
//
// Each module is compiled once, however often it is instantiated: its functions
// get the address of an instance's frame. Copies of an instance run side by side
// in the lanes of vectors. The way from netlist to code:
//
//	frame.go    where each signal, array and memory lies in the frame
//	pieces.go   ports that are split into pieces (scalar replacement)
//	lanes.go    which copies share vectors, and where each has its places
//	code.go     what is compiled, and for which calls; the exported functions
//	kernel.go   the steps of a module (package schedule) become kernels
//	drive.go    what goes into the ports of instances
//	inline.go   which instances are compiled into the code around them
//	stmt.go     statements and the clock edge: branches become selections
//	expr.go     operations to operations on words
//	wiring.go   operations that only move bits
//	onehot.go   one-hot multiplexers that become indexed accesses
//
// to a word program (package word), where its optimisations are, and, for lanes, from that to
// a vector program (packages lower and vector), which has 8 or 16 of them:
//
//	vsplit.go   functions of bounded size
//
// and from the programs to code:
//
//	backend.go  the interface of the back ends, and the order of the kernels
//	wasmscalar.go, wasmeffect.go    WebAssembly for one instance
//	wasmvector.go, wasmveffect.go, wasmaccess.go, wasmops.go    for lanes
//	cscalar.go, cvector.go          C for one instance, for lanes (with package csource)
//	amd.go                          machine code: functions, registers, the entry
//	amdwords.go, amdwordops.go, amdeffect.go    for one instance
//	amdrules.go, amdselect.go, amdorder.go      instructions for lanes, in order
//	amdvector.go, amdlanes.go                   their registers; what is done lane by lane
//
// Groups of 32 and 64 lanes are blocks of 16. C and machine code run the vector program on
// all of them at once, in vectors of 32 or 64 bytes; WebAssembly on one after the other.
//
//	machine.go  reset, state, time: the machine.Machine; memory.go its memory
//	mapped.go   the same with the steps as machine code (package native)
//
// A cycle is two steps: the fragments that outputs depend on, and the rest with
// the checks and the clock edge. Wires that no later step needs are not in
// memory; looking at one runs other code, made at the first look, that puts all
// of them there.
//
// What must not live here: names and paths, waveforms (package cyclesim).
package compiled
