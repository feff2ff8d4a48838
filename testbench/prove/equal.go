package prove

import (
	"context"
	"time"

	"culprit.example/culprit/rtlgen/ir"
)

// Equal reports whether a changed module provably does in each cycle what the original does, for all inputs and all
// values of its registers; with the same names of ports, registers, memories and instances. It is false if the limit
// came first, and for modules that are equal only in the states that they reach.
func Equal(ctx context.Context, original, changed *ir.Module, limit time.Duration) (bool, error) {
	r := Module{Name: original.Name}
	err := r.decide(ctx, newMiter(original, changed, func(m *ir.Module) string { return m.Name }), limit)
	return err == nil && r.Verdict == Proven, err
}
