// Package difftest runs random netlists on two engines, compares everything that
// shows, and cuts a case on which they differ down to a small one, which is
// written as a file that a test replays.
//
//	case.go       a case: netlist, stimulus and actions from a seed
//	compare.go    the built-in engines against each other
//	action.go     what is done to them besides: looking, saving, restoring
//	paths.go      everything that has a name
//	shrink*.go    a smaller case that still fails
//	file.go       a case as text, and back
//	report.go     what somebody needs who finds a failing case
//	testdata      cases that failed once, or hold what random cases seldom have
//
// The netlists come from rtlgen/ir/random. What must not live here: anything of
// one engine alone.
package difftest
