package main

import (
	"fmt"
	"os"

	"culprit/blocks/library"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "lint: it takes no argument, and got %q: it checks all blocks\n", os.Args[1])
		os.Exit(2)
	}
	var all []configuration
	for _, b := range library.Blocks() {
		all = append(all, configurations(b)...)
	}
	findings, err := lint(all)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(2)
	}
	for _, f := range findings {
		fmt.Println(f)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
}
