// Package bench has the benches of package link: stimulus, cover points, mutants.
package bench
