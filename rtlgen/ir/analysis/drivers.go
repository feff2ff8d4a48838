package analysis

import "culprit.example/culprit/rtlgen/ir"

// Drivers is what a body assigns.
type Drivers struct {
	Signals []*ir.Signal // in the order of their first assignments
	Assigns map[*ir.Signal][]*ir.Assign
	Arrays  map[*ir.Array][]*ir.Assign
	// Outer are the outermost statements in which a signal is assigned.
	Outer map[*ir.Signal][]ir.Stmt
	// First are the first assignments of the signal in each of these.
	First map[*ir.Signal][]*ir.Assign
}

// DriversOf finds what the statements assign, in their order.
func DriversOf(body []ir.Stmt) *Drivers {
	d := &Drivers{
		Assigns: map[*ir.Signal][]*ir.Assign{},
		Arrays:  map[*ir.Array][]*ir.Assign{},
		Outer:   map[*ir.Signal][]ir.Stmt{},
		First:   map[*ir.Signal][]*ir.Assign{},
	}
	for _, outer := range body {
		ir.WalkStmts([]ir.Stmt{outer}, func(s ir.Stmt) {
			if a, ok := s.(*ir.Assign); ok {
				d.add(a, outer)
			}
		})
	}
	return d
}

func (d *Drivers) add(a *ir.Assign, outer ir.Stmt) {
	if a.Sig == nil {
		d.Arrays[a.Arr] = append(d.Arrays[a.Arr], a)
		return
	}
	if d.Assigns[a.Sig] == nil {
		d.Signals = append(d.Signals, a.Sig)
	}
	d.Assigns[a.Sig] = append(d.Assigns[a.Sig], a)
	if list := d.Outer[a.Sig]; len(list) == 0 || list[len(list)-1] != outer {
		d.Outer[a.Sig] = append(list, outer)
		d.First[a.Sig] = append(d.First[a.Sig], a)
	}
}
