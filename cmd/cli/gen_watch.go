package cli

import (
	"encoding/json"
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/rtlgen/watch"
)

// watched puts the assumptions of the designs into their hardware, and returns for each design the list
// of its bits as a file. The error names a block that has no assumptions.
func watched(designs []*ir.Design, options verilog.Options) ([]verilog.File, error) {
	var files []verilog.File
	for _, d := range designs {
		rules, err := watch.Assumptions(d)
		if err != nil {
			return nil, fmt.Errorf("cannot use --checks synth: %w", err)
		}
		if len(rules) == 0 && len(designs) == 1 {
			return nil, fmt.Errorf("cannot use --checks synth: %s has no assumptions, nor have its parts; leave it out", d.Top.Name)
		}
		if len(rules) == 0 {
			continue
		}
		text, err := json.MarshalIndent(rules, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("cannot write the rules of %s: %w", d.Top.Name, err)
		}
		files = append(files, verilog.File{Path: options.ModuleName(d.Top) + ".rules.json", Data: append(text, '\n')})
	}
	return files, nil
}
