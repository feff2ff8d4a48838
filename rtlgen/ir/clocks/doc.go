// Package clocks makes a design whose clocks have names into one that has the implicit clock alone, which
// engines and provers take: a cycle is an instant, and a clock is an input that is 1 where it has an edge.
//
// What must not live here: what a clock is and which paths between clocks are refused (package ir), Verilog.
package clocks
