// Package space is memory outside of the collected heap: what the state of a design takes. The system
// may have none left, which is an error here; where the heap has none left, the process ends.
//
//	mappings.go      how many mappings a process may have, and has
//	space_linux.go   memory that is mapped
//	space_other.go   memory of the heap, on other systems
//
// What must not live here: what lies in the memory.
package space
