package mutant

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// BaseName is the name of a module without the suffix for its parameters, of which a
// long name has the first ones only.
func BaseName(m *ir.Module) string {
	suffix, first := "", ""
	for _, p := range m.Params {
		if p.Value == p.Default {
			continue
		}
		suffix += "_" + p.Name + p.Value
		if first == "" {
			first = suffix
		}
	}
	if base, ok := strings.CutSuffix(m.Name, suffix); ok || first == "" {
		return base
	}
	base, _, _ := strings.Cut(m.Name, first)
	return base
}

// InModule changes all modules of the design that have the base name: all
// parameter sets of it. It returns an error if there is none.
func InModule(base string, change Mutation) func(*ir.Design) error {
	return func(d *ir.Design) error {
		var names []string
		found := false
		for _, m := range d.Modules {
			if BaseName(m) != base {
				names = append(names, BaseName(m))
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
