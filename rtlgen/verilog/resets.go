package verilog

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Resets says which registers the Verilog resets.
type Resets string

// The choices of which registers are reset. Memories never are.
const (
	ResetAuthor  Resets = "author"  // control registers, and the data registers that the block's author gave a reset value
	ResetControl Resets = "control" // control registers: those on whose reset value the circuit relies
	ResetAll     Resets = "all"     // every register; data registers without a reset value become 0
)

// resetValue is what reset gives a register, nil if the register has no reset.
func (o Options) resetValue(s *ir.Signal) *big.Int {
	switch {
	case !s.NoReset:
		return s.Reset
	case o.Resets == ResetControl || s.DataReset == nil && o.Resets != ResetAll:
		return nil
	case s.DataReset == nil:
		return new(big.Int)
	}
	return s.DataReset
}

// resets reports whether reset gives the elements of an array values.
func (o Options) resets(a *ir.Array) bool { return !a.NoReset || o.Resets == ResetAll }

// resetValues is what reset gives the elements of an array, nil if it has no reset.
func (o Options) resetValues(a *ir.Array) []*big.Int {
	if !a.NoReset || o.Resets != ResetAll {
		return a.Reset
	}
	zeros := make([]*big.Int, a.Depth)
	for i := range zeros {
		zeros[i] = new(big.Int)
	}
	return zeros
}

// NeedsReset reports whether the module has a reset port: it or a module below it has a
// register that is reset and not verification-only.
func (o Options) NeedsReset(m *ir.Module) bool { return o.NeedsResetOf(m, "") }

// NeedsResetOf is NeedsReset for the registers of a clock, whose reset has a port of its own; "" is the implicit
// clock.
func (o Options) NeedsResetOf(m *ir.Module, clock string) bool {
	return o.anyReset(m, clock, map[domain]bool{})
}

// needsAnyReset reports whether the module has a reset of some clock.
func (o Options) needsAnyReset(m *ir.Module) bool {
	return o.NeedsReset(m) || slices.ContainsFunc(m.Clocks(), func(p *ir.Signal) bool { return o.NeedsResetOf(m, p.Name) })
}

// domain is a clock of a module.
type domain struct {
	m     *ir.Module
	clock string
}

func (o Options) anyReset(m *ir.Module, clock string, asked map[domain]bool) bool {
	if asked[domain{m, clock}] {
		return false
	}
	asked[domain{m, clock}] = true
	if o.ownReset(m, clock) {
		return true
	}
	for _, in := range m.Instances {
		for _, inside := range in.InnerClocks(clock) {
			if o.anyReset(in.Of, inside, asked) {
				return true
			}
		}
	}
	return false
}

// ownReset is NeedsResetOf for the module without those below it.
func (o Options) ownReset(m *ir.Module, clock string) bool {
	own := o.of(m)
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && s.Clock == clock && !s.VerificationOnly && own.resetValue(s) != nil {
			return true
		}
	}
	for _, a := range m.Arrays {
		if a.Clock == clock && !a.VerificationOnly && own.resets(a) {
			return true
		}
	}
	return false
}

// of is the options for a module. The model of a black box has a reset only if the
// part has one.
func (o Options) of(m *ir.Module) Options {
	if m.Part != nil {
		o.Resets = ResetControl
	}
	return o
}

func (r Resets) check() error {
	switch r {
	case "", ResetAuthor, ResetControl, ResetAll:
		return nil
	}
	return fmt.Errorf("cannot reset %q registers: choose %s, %s or %s", r, ResetAuthor, ResetControl, ResetAll)
}
