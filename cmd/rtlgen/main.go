// Command rtlgen is the command line (package cli) for the families of the library.
package main

import (
	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/cmd/cli"
)

func main() { cli.Main(library.Families()...) }
