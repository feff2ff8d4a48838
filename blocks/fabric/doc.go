// Package fabric joins end nodes and switches to a network: the k-ary n-tree on
// which the papers measure, as one netlist with its traffic inside. README.md in
// this folder is the contract: wiring, routes, ports, counter readback.
//
// A tree is built with one of the schemes that the families of the switches define
// (Scheme); what is joined to what is a list of links (Topology).
//
// What must not live here: switches, traffic, golden models, stimulus.
package fabric
