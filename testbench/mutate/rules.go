package mutate

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is a kind of mistake.
type Rule struct {
	Name string
	Doc  string
}

// The names of the rules.
const (
	operator   = "operator"
	comparison = "comparison"
	constant   = "constant"
	condition  = "condition"
	enabling   = "enable"
	// Reset is the rule of resets, whose mutants say what mutant.Resets says.
	Reset      = "reset"
	indexing   = "index"
	connection = "connection"
	selection  = "mux"
	ordering   = "order"
	assignment = "assignment"
)

// Rules lists all rules.
func Rules() []Rule {
	return []Rule{
		{operator, "another operation, one of the operands alone, or both exchanged"},
		{comparison, "another comparison: the opposite, or off by one"},
		{constant, "a constant one higher or lower, with a bit flipped, or 0"},
		{condition, "an if negated, always or never; a case lost"},
		{enabling, "an enable of a memory stuck, an update of a register lost"},
		{Reset, "bits of a reset value flipped, or no reset"},
		{indexing, "an index, an address or a slice one higher or lower"},
		{connection, "an input of an instance 0, with a stuck bit, or of another signal"},
		{selection, "a multiplexer with its values exchanged, or stuck at one of them"},
		{ordering, "neighbours of a concatenation exchanged"},
		{assignment, "an assigned value 0, or with a bit inverted; an override of a wire lost"},
	}
}

// CheckRules returns an error for the first name that is no rule.
func CheckRules(names []string) error {
	var known []string
	for _, r := range Rules() {
		known = append(known, r.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no rule %q: choose of %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}
