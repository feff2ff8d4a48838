package rtlgen

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Checked is a struct of parameters that finds what ranges cannot say: one parameter
// against another. Parameters that a unit does not have are 0 then.
type Checked interface{ Check() error }

// Refused reports whether New has found the parameters or the tags wrong: Elaborate says so,
// and nothing else about the module.
func (m *Module) Refused() bool { return m.refused != nil }

// Refuse makes New's module one that Elaborate refuses, for what the function of a block finds
// in its parameters beside their ranges. The message stands at the call of that function, which
// returns the module then.
func (m *Module) Refuse(why error) {
	if why == nil {
		why = errors.New("its parameters are refused")
	}
	m.refuse(callOfBlock(), CodeParam, why)
}

// refuse makes a module one of which only this is said.
func (m *Module) refuse(pos ir.Pos, code Code, err error) {
	if m.refused == nil {
		m.refused = m.diagnostic(pos, code, nil, "%v", err)
	}
}

// refusals are those of m and the modules in it, each once.
func (m *Module) refusals(seen map[*Module]bool) []*Diagnostic {
	if seen[m] {
		return nil
	}
	seen[m] = true
	var list []*Diagnostic
	for _, child := range m.children {
		for _, d := range child.refusals(seen) {
			if !slices.ContainsFunc(list, d.same) {
				list = append(list, d)
			}
		}
	}
	if m.refused != nil {
		list = append(list, m.refused)
	}
	return list
}

func (d *Diagnostic) same(other *Diagnostic) bool {
	return d.Pos == other.Pos && d.Message == other.Message
}

// beginning is what New reads from types and tags.
type beginning struct {
	unit   UnitInfo
	params []Parameter // of the unit
	dims   Dims
}

// begin reads tags. The error is a wrong one.
func begin(ports reflect.Type, params any) (beginning, error) {
	var b beginning
	var err error
	if b.unit, err = unitOf(ports); err == nil {
		b.params, err = declaredParams(ports, reflect.TypeOf(params))
	}
	return b, err
}

// check finds parameters out of their ranges, and those that do not fit each other, and
// completes the dimensions, which may need parameters that are right.
func (b *beginning) check(params any) error {
	var wrong []string
	zeros, unset := 0, false
	for _, q := range b.params {
		x := q.Of(params)
		if x == 0 {
			zeros++
		}
		if x < q.Min || x > q.Max {
			wrong = append(wrong, fmt.Sprintf("%s=%d (give %d to %d: %s)", q.Name, x, q.Min, q.Max, q.Doc))
			unset = unset || x == 0
		}
	}
	name := typeName(reflect.TypeOf(params))
	defaults := fmt.Sprintf("rtlgen.Default[%s]()", name)
	switch {
	case len(wrong) > 0 && zeros == len(b.params) && len(b.params) > 1:
		return fmt.Errorf("the parameters of %s are all 0, as in %s{}: begin with %s, which has the defaults, and change what differs",
			b.unit.Name,
			name,
			defaults)
	case len(wrong) > 0:
		text := fmt.Sprintf("%s has %s out of range: %s", b.unit.Name, count(len(wrong), "parameter"),
			strings.Join(wrong, ", "))
		if unset {
			text += "; " + defaults + " has the defaults"
		}
		return errors.New(text)
	}
	if err := b.fit(params); err != nil {
		return fmt.Errorf("the parameters of %s do not fit each other: %w", b.unit.Name, err)
	}
	var err error
	b.dims, err = dimsOf(params)
	return err
}

// fit has the parameters check themselves: as they are, which is right within a larger unit,
// and as they are if the unit stands alone. One of the two must do.
func (b *beginning) fit(params any) error {
	c, ok := params.(Checked)
	if !ok || c.Check() == nil {
		return nil
	}
	return b.own(params).(Checked).Check()
}

// own are the parameters with 0 in place of those that the unit does not have.
func (b *beginning) own(params any) any {
	p := reflect.New(reflect.TypeOf(params)).Elem()
	p.Set(reflect.ValueOf(params))
	declared, _ := parametersOf(p.Type())
	for _, q := range declared {
		if !slices.ContainsFunc(b.params, func(own Parameter) bool { return own.Name == q.Name }) {
			p.FieldByIndex(q.field).SetInt(0)
		}
	}
	return p.Interface()
}
