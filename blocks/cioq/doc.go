// Package cioq holds the switching element of the request-grant scheme: a switch
// with combined input and output queues that routes and does hop-by-hop flow control
// with credits, and nothing else. All congestion management is in the network
// adapters (package adapter). README.md in this folder is the contract: ports,
// widths, timing, decisions.
//
// What must not live here: golden models, stimulus, adapters.
package cioq
