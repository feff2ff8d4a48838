// Package adapter is the network adapter of the request-grant scheme ("An
// efficient end-to-end request-grant congestion management"): virtual output
// queues that ask an output for permission, the output credit arbiter that
// grants it, and the output side that puts segments back into order. README.md
// in this folder is the contract of every unit.
//
// What must not live here: golden models, stimulus, switching elements and
// networks.
package adapter
