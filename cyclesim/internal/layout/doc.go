// Package layout says where everything of a design lies in memory: each instance has a frame,
// and copies that run side by side have interleaved frames.
//
//	frame.go   where each signal, array and memory lies in the frame of a module
//	extent.go  what lies at an offset
//	pieces.go  ports that are stored in pieces (scalar replacement)
//	lanes.go   which copies share vectors, also inside of such copies, and where each has its places
//
// What must not live here: programs, and what is outside of the frames.
package layout
