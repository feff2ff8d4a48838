// Package caller finds the line of the program that called into a package of this
// module, for messages about a wrong call.
//
// What must not live here: what the messages say.
package caller
