// Package workload makes traffic for networks from a description of a few lines: who sends how much
// to whom, and when or after what. It measures what becomes of it.
//
//	# an incast in the background of small messages
//	uniform load=0.3 bytes=512
//	incast to=0 degree=15 bytes=16384 at=4000 spread=200
//
// Parse reads a description, Workload.Run makes the messages of a seed and is then an
// experiment.Client: the host of every end node. The messages are the same for every network.
// Ideal is the network with which all others are compared.
//
// # Units
//
// Times are packet times unless a name says cycles; a packet is 64 bytes and takes 8 cycles on a
// link. Sizes are bytes on the link, headers included: a message of n bytes is n/64 packets, rounded
// up. load is the part of a link that each node offers, on average.
//
// # Description
//
// A line is a pattern with its keys, or a comment that begins with #. All lines send at the same
// time. docs/workloads.md lists the patterns.
//
// # Arrivals
//
// A pattern with a load is open: in each cycle each node begins a message with the same
// probability, a message being as long as bytes or sizes say. (The gaps are geometric, which is what
// Poisson arrivals are in whole cycles.) Queues in front of the nodes have no bound. A node serves
// its messages in turn, one packet of each.
//
// What must not live here: networks, netlists, schemes; what an experiment claims.
package workload
