// Package native runs machine code inside the process, without cgo: code from package emitamd64,
// or what a C compiler on the user's machine makes.
//
//	compiler.go finds the compiler; what its processor has
//	compile.go  C to an image: machine code and constants in one piece, for any address
//	cache.go    images that an earlier process has made
//	code.go     an image in memory that is executable and not writable, and calls of it
//	call_*.s    the way from a goroutine to the code and back, on a stack of its own
//
// The code sees the memory that it is given and nothing else: it calls nobody, and the
// collector does not move what it works on. While it runs, its goroutine cannot be stopped:
// callers divide long runs.
//
// What must not live here: what the code computes (packages emitc and emitamd64).
package native
