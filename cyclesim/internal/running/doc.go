// Package running is what is done while machine code runs: the cycles are made on one thread or several, and
// of groups of copies in which nothing changes, or little, less is evaluated, or nothing.
//
//	running.go  the interface, and what there is of it for a design
//	crew.go     several threads that make the cycles together
//	pace.go     which way to run takes the least time
//	rest.go     groups of copies that are put to rest
//	doze.go     groups in which only what counts by itself moves, and the code for these; watcher.go
//	            interprets kernels to find out what that is
//
// Each of them can be left out (translate.Options.Without): threads, resting, dozing.
//
// What must not live here: the state of a machine but for what groups and threads have in memory; how code is
// made (package emitamd64), and what the code and this package agree on (package translate).
package running
