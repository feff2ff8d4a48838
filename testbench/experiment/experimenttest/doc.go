// Package experimenttest is what the tests of all experiments share: an experiment is
// planned with some settings, and points are measured.
//
// What must not live here: anything about a single experiment.
package experimenttest
