// Package hardware runs the points of experiments on real netlists: a block of
// the library on the compiled engine of package cyclesim. The counters are those
// of the block's readback.
//
// A block that says what it is as a network (blocks.Network) is audited: while a
// point runs, and after its results were read, when the network has been drained.
// A point with a fault runs on a netlist with disturbers on its links. Tallies,
// disturbers and the input hold are added to the netlist here; the Verilog of the
// library has none of them.
//
// What must not live here: which points there are, what their results mean
// (the experiments of the families), and anything about a single block.
package hardware
