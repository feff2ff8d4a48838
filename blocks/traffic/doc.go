// Package traffic is the end node of a network as hardware: it makes packets,
// queues them, sends them, receives and checks packets, and measures. With it, an
// experiment is one netlist that runs on any engine, or on an FPGA. README.md in
// this folder is the contract of every block: ports, widths, timing.
//
// The switches' papers (see package recn) say what load their networks have, and
// nothing about the nodes; what a node does is decided in README.md.
//
// What must not live here: switches, topologies (package fabric), golden models.
package traffic
