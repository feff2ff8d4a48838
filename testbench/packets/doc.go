// Package packets sees the edges of a design as people look at them: as packets in files of pcap and pcapng.
//
//	edge.go     which ports are an edge
//	capture.go  what passes an edge, cycle by cycle, as packets in a file
//	drive.go    a file of packets as the stimulus of an edge
//	files.go    pcap and pcapng, by a library
//
// What must not live here: engines and runs (packages simulate and testbench), and what a frame means.
package packets
