// Package mutate lists all mutants of a module that some rules make: netlists with one
// deliberate mistake, in a fixed order, each with a name of its own. It makes netlists
// of them: one with a single mutant (Apply), one with many of which an input selects
// one (Select), and an array of copies of the latter, each compared with expected
// outputs (Lanes).
//
// What must not live here: which mutants a bench has to notice, and how they are run
// (package testbench); mutants that somebody wrote (package mutant).
package mutate
