// Package tiers says which tests run in which of the three loops, and how long they run.
//
//	go test -short ./...   what needs Go alone and takes no minute: `make check`
//	go test ./...          everything, with all tools: `make test`
//	with the flags below   long runs at other seeds: `make nightly`, `make fuzz`, `make soak`
//
// A test that -short leaves out says why; `make check` lists the reasons.
//
// What must not live here: tests; anything that a program links.
package tiers

import (
	"flag"
	"strings"
	"testing"
)

var (
	cases  = flag.Uint64("culprit.cases", 0, "random cases that a test tries (0: as many as usual)")
	seed   = flag.Uint64("culprit.seed", 0, "first seed of a test with random input (0: the usual one)")
	cycles = flag.Int("culprit.cycles", 0, "cycles of a soak test (0: as many as usual)")
	all    = flag.Bool("culprit.all", false, "try all cases of a test that usually tries a sample")
)

// leftOut begins the reason of each test that -short leaves out.
const leftOut = "left out by -short: "

// Tools leaves a test out under -short which needs these programs.
func Tools(t testing.TB, names ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip(leftOut + "needs " + strings.Join(names, ", "))
	}
}

// Outside returns the names, which are engines that need tools; none under -short. It is for
// tests that say something with the built-in engines alone.
func Outside(names ...string) []string {
	if testing.Short() {
		return nil
	}
	return names
}

// Long leaves a test out under -short which takes long; what says what it is about.
func Long(t testing.TB, what string) {
	t.Helper()
	if testing.Short() {
		t.Skip(leftOut + "takes long: " + what)
	}
}

// Seeds returns the seeds of the random cases that a test tries: from, and the one after the
// last. Usually these are n from first on; with -short it is the first third of them.
func Seeds(first, n uint64) (from, to uint64) {
	if testing.Short() {
		n = (n + 2) / 3
	}
	if *seed != 0 {
		first = *seed
	}
	if *cases != 0 {
		n = *cases
	}
	return first, first + n
}

// Seed returns the seed of a test whose usual one is given.
func Seed(usual uint64) uint64 {
	if *seed != 0 {
		return *seed
	}
	return usual
}

// Cycles returns the cycles of a soak test, which usually takes few.
func Cycles(few int) int {
	if *cycles > 0 {
		return *cycles
	}
	return few
}

// Soak reports whether the length of the soak tests was given.
func Soak() bool { return *cycles > 0 }

// All reports whether a test tries all of its cases, not a sample.
func All() bool { return *all }
