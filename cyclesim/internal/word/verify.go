package word

import (
	"fmt"
	"math"
	"strings"
)

// Verify returns what is wrong with the program, nil if it is well-formed: arguments come
// before their uses and exist, sizes are possible, no state is read after the store that
// changes it, and guarded parts are closed and not nested.
func (p *Program) Verify() error {
	changed := map[State]bool{}
	part := -1
	if err := p.verifyTables(); err != nil {
		return err
	}
	for i := range p.Code {
		in := &p.Code[i]
		if err := p.verifyInstr(i, in, changed, &part); err != nil {
			return fmt.Errorf("instruction %d (%s) %w:\n%s", i, in.Op, err, p)
		}
	}
	if part >= 0 {
		return fmt.Errorf("instruction %d (if) has no end:\n%s", part, p)
	}
	return nil
}

func (p *Program) verifyInstr(i int, in *Instr, changed map[State]bool, part *int) error {
	if in.Op >= NumOps {
		return fmt.Errorf("is no operation")
	}
	if err := p.verifyArgs(i, in); err != nil {
		return err
	}
	switch in.Op {
	case Load, Store, Copy, Permute:
		if in.Size != 1 && in.Size != 2 && in.Size != 4 && in.Size != 8 {
			return fmt.Errorf("has a wrong size")
		}
		if in.Op == Permute && (in.From >= uint64(len(p.Sources)) || len(p.Sources[in.From]) != int(in.Spread)) {
			return fmt.Errorf("has a wrong number of sources")
		}
	case Lookup:
		if in.K >= uint64(len(p.Tables)) || in.Size == 0 || p.Tables[in.K].may() > math.MaxUint64>>(64-8*min(in.Size, 8)) {
			return fmt.Errorf("has a wrong table")
		}
	case Call:
		if in.K >= uint64(len(p.Calls)) {
			return fmt.Errorf("calls nothing")
		}
	case Check, Cover:
		if in.K >= uint64(len(p.Checks)) {
			return fmt.Errorf("has no property")
		}
	case If:
		if *part >= 0 {
			return fmt.Errorf("is inside of another part")
		}
		*part = i
	case End:
		if *part < 0 {
			return fmt.Errorf("ends nothing")
		}
		*part = -1
	}
	switch {
	case in.Op == Store && in.State != 0:
		changed[in.State] = true
	case in.Op == Load && changed[in.State]:
		return fmt.Errorf("reads state after the edge")
	case in.Op == Load && in.May > math.MaxUint64>>(64-8*in.Size):
		return fmt.Errorf("loads more bits than it has")
	}
	return nil
}

// verifyArgs checks that the arguments are those of the operation.
func (p *Program) verifyArgs(i int, in *Instr) error {
	for k, r := range []Ref{in.A, in.B, in.C} {
		letter := string(rune('A' + k))
		takes := strings.Contains(ops[in.Op].args, letter)
		may := strings.Contains(ops[in.Op].args, "("+letter+")")
		if (r != None) != takes && !may {
			return fmt.Errorf("has the wrong arguments")
		}
		switch {
		case r == None:
		case int(r) >= i || r < 0:
			return fmt.Errorf("uses a value that comes later")
		case p.Code[r].Op.Effect():
			return fmt.Errorf("uses an instruction without a value")
		}
	}
	return nil
}

// verifyTables checks that a table has an element for each value of its index.
func (p *Program) verifyTables() error {
	var facts []Known
	for i := range p.Code {
		in := &p.Code[i]
		switch {
		case in.Op != Lookup || in.A < 0 || int(in.A) >= i:
			continue
		case facts == nil:
			facts = p.Facts()
		}
		if in.K >= uint64(len(p.Tables)) || facts[in.A].May >= uint64(len(p.Tables[in.K].Values)) {
			return fmt.Errorf("instruction %d (%s) reads beyond its table:\n%s", i, in.Op, p)
		}
	}
	return nil
}
