// Package culprit is the root of the module: README.md tells what is where. It has go.mod,
// which says with which Go the module builds.
//
// What must not live here: anything else.
package culprit

import _ "embed" // go.mod

// GoMod is the file go.mod.
//
//go:embed go.mod
var GoMod string
