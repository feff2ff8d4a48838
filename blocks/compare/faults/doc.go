// Package faults describes the networks of which faults are made: small ones, with little memory, and the reasons of
// what becomes of their faults.
//
// What must not live here: how faults are made and judged (testbench/faults).
package faults
