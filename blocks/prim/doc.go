// Package prim holds the primitives that all other blocks are made of: queues,
// arbiters, counters, memories, match lines.
//
// Each exported function that takes a struct of parameters builds one module;
// Blocks lists them with their ranges. README.md is their contract, port by port
// and cycle by cycle. The functions and types that take signals (Match, RoundRobin,
// Successor, UpDown, FreeSlots, FreeRing, Lists,
// Accumulator, Maximum, Parities, CRC32) are pieces of logic that other blocks use inline,
// without a module of their own.
//
// What must not live here: anything that knows a packet, a flow or a paper's
// unit (those are the packages beside this one), golden models, stimulus.
package prim
