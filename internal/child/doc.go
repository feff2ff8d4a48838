// Package child starts external programs: simulators, compilers, tools of synthesis. All of the
// project's go through it, so that one set of rules holds for them:
//
//   - The environment is chosen (env.go): what a program needs to start and to find its files, and
//     the language C. Flags of compilers, of make and of Python that the user has set for other
//     projects do not reach it. Influences names what stays and may change a result; it belongs in
//     the key of what is kept between runs.
//   - A program and all that it starts are a process group (group_unix.go). The end of the context
//     ends the group, by SIGTERM and then by SIGKILL, and Wait returns when it is gone.
//   - Temporary files of the program are in a folder of its own (temp.go), which is removed.
//   - An error says why: what the system says of a program that does not start, the status of one
//     that fails, and the line in which it gives its reason (reason.go).
//
// What must not live here: which programs there are and what they are told (packages extsim, lint,
// synth, speed, native).
package child
