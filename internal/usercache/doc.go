// Package usercache keeps what takes long to make: compiled simulations, compiled engines, tools.
// One set of rules holds for all of it:
//
//   - The folder is an absolute path (usercache.go), also where the user names a relative one.
//   - An entry is a folder with files and a manifest of them (cache.go, manifest.go). It is checked
//     before each use: one with a file that is missing, cut, changed or not executable is made anew.
//   - An entry is complete from the moment it is there, also for other processes. Several may make
//     the same one at a time.
//   - What is written has the rights that the umask leaves, so that users may share a folder.
//   - A folder that cannot be written is read all the same. What is not there is made in a temporary
//     folder, for one use, and Entry.Problem says why, which folder it is, and the way out.
//   - What was not used for long is removed (prune.go).
//
// Memory (memory.go) keeps in the process what several goroutines may ask for.
//
// What must not live here: what is kept, and what its key consists of.
package usercache
