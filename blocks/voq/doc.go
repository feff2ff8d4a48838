// Package voq holds the switches that RECN-IQ is compared with: input-queued
// switches that separate packets by where they go instead of by congestion.
// VOQsw has a queue per output port at every input port, VOQnet a queue with
// slots of its own per destination of the network; a network of VOQnet switches
// needs a network adapter of its own kind, which is here too. README.md in this
// folder is the contract: ports, widths, timing, decisions.
//
// DD, in the comments below, is "Dynamic allocation & Deallocation of buffering in
// High Speed Switch", which defines VOQsw and VOQnet.
//
// Links, packets and turns are those of package recn, whose memory and output
// port are used where they fit.
//
// What must not live here: golden models, stimulus, topologies, traffic sources
// and sinks that do not depend on the scheme.
package voq
