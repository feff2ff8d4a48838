// Command rtlgen is the command line (package cli) for the families of the library.
package main

import (
	"culprit/blocks/library"
	"culprit/cmd/cli"
)

func main() { cli.Main(library.Families()...) }
