package mutant

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// InModule changes all modules of the design that have the base name: all
// parameter sets of it. It returns an error if there is none.
func InModule(base string, change Mutation) func(*ir.Design) error {
	return func(d *ir.Design) error {
		var names []string
		found := false
		for _, m := range d.Modules {
			if m.BaseName() != base {
				names = append(names, m.BaseName())
				continue
			}
			found = true
			if err := change(m); err != nil {
				return fmt.Errorf("module %s: %w", m.Name, err)
			}
		}
		if !found {
			return fmt.Errorf("no module %s in the design; it has: %s", base, strings.Join(names, ", "))
		}
		return nil
	}
}
