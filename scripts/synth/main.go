package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"culprit/blocks"
	"culprit/blocks/library"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "synth: it takes no argument, and got %q: it synthesises all blocks\n", os.Args[1])
		os.Exit(2)
	}
	costs, err := synthesise(library.Blocks())
	if err == nil {
		err = printCosts(costs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "synth:", err)
		os.Exit(1)
	}
}

// synthesise costs every module of the blocks once. A block is left out if it is
// a module of one that comes later, as the units of a switch are.
func synthesise(all []*blocks.Block) ([]cost, error) {
	var costs []cost
	known := map[string]bool{}
	for i := len(all) - 1; i >= 0; i-- {
		if known[all[i].Name] {
			continue
		}
		more, err := synthesiseBlock(all[i])
		if err != nil {
			return nil, fmt.Errorf("block %s: %w", all[i].Name, err)
		}
		var fresh []cost
		for _, c := range more {
			if !known[c.module] {
				known[c.module] = true
				fresh = append(fresh, c)
			}
		}
		costs = append(fresh, costs...)
	}
	return costs, nil
}

// printCosts prints a row for each module, each with everything below the module.
func printCosts(costs []cost) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MODULE\tCELLS\tFLIP-FLOPS\tMEMORY BITS\tLUT4\tLEVELS\tMEMORIES")
	for _, c := range costs {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%s\n", c.module, c.cells, c.flipFlops, c.memoryBits, c.luts, c.levels, c.memoryList())
	}
	return w.Flush()
}
