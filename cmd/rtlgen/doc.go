// Command rtlgen lists, generates and verifies the blocks of the library, and
// repeats the papers' experiments with them.
//
// Exit status 0: everything asked for held. 1: a check failed. 2: the call was
// wrong, and the message says what to type instead. 130: interrupted.
//
// What must not live here: anything but reading the command line and printing
// results. Each command is in a file of its own and calls the package that does
// the work.
package main
