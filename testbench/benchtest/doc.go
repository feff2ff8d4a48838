// Package benchtest holds what the Go tests of families have in common: the tests that
// each family runs on its benches, mutants and contract, the check of timing diagrams,
// a simulation whose ports go by their names, and tests that must fail with a mistake.
//
// What must not live here: what a bench needs when it runs (testbench/kit).
package benchtest
