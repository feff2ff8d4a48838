// Package ethernet holds what stands between an Ethernet MAC and a switch or a host for the control
// frames of congestion management, in the layout of the standards, on AXI4-Stream: PAUSE per priority
// (PFC) of 802.1Qbb, PAUSE of 802.3x, the CNMs of 802.1Qau, and the tags that go with these.
// README.md in this folder is the contract.
//
// What must not live here: MACs and their FCS, queues, the frames of blocks/qcn, which have fields
// in the place of bytes.
package ethernet
