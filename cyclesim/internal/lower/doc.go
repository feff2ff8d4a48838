// Package lower makes vector programs of word programs: each value in the smallest elements
// that hold its bits, so that a vector of 16 bytes has it for as many instances as possible.
//
//	lower.go   the instructions, one after the other
//	forms.go   a value as numbers and as masks, in elements of several sizes
//	bits.go    values of one bit
//	shift.go   shifts
//	planes.go  fields of words as shifts of their bytes
//	linear.go  values each bit of which is a parity: tables instead of counts of ones
//	places.go  loads and stores
//
// testdata has word programs and what becomes of them.
//
// What must not live here: anything about netlists or back ends.
package lower
