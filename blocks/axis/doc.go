// Package axis holds the edges between hosts that speak AXI4-Stream and switches of packets of
// 8 beats: frames are checked, cut into packets, put together again at the other side, and the
// switches with such an edge at each port. README.md in this folder is the contract.
//
// What must not live here: queues of switches, clock crossings, MACs.
package axis
