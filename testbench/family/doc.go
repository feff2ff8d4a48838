// Package family says what a family of blocks is: a name, its blocks with their benches,
// its experiments, the designs whose speed is measured. The command line (cmd/cli) works
// on a list of families, of this project or of anybody else.
//
// What must not live here: a family.
package family
