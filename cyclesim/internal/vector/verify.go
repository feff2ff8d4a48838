package vector

import (
	"errors"
	"fmt"
)

// Verify finds what is not well-formed: operands that are missing, come later or are no
// vectors, and parts that do not end. The error has the program in it.
func (c *Code) Verify() error {
	depth := 0
	for i := range c.Instrs {
		in := &c.Instrs[i]
		if i == 0 != (in.Kind == unused) {
			return c.wrong(i, "is in the place of another")
		}
		if err := c.verify(i, in); err != nil {
			return c.wrong(i, err.Error())
		}
		switch in.Kind {
		case If:
			depth++
		case End:
			depth--
		}
		if depth < 0 {
			return c.wrong(i, "ends a part that has not begun")
		}
	}
	if depth > 0 {
		return fmt.Errorf("a part does not end:\n%s", c)
	}
	return nil
}

func (c *Code) wrong(i int, what string) error {
	return fmt.Errorf("instruction %d (%s) %s:\n%s", i, c.text(&c.Instrs[i]), what, c)
}

func (c *Code) verify(i int, in *Instr) error {
	var err error
	c.Args(in, func(r Ref) {
		switch {
		case r < 0 || int(r) >= i:
			err = errors.New("uses a vector that comes later")
		case c.Instrs[r].Kind.Effect() || c.Instrs[r].Kind == unused:
			err = errors.New("uses an instruction without a vector")
		}
	})
	if err != nil {
		return err
	}
	if have, want := [3]bool{in.A != None, in.B != None, in.C != None}, in.operands(); have != want {
		return errors.New("has the wrong operands")
	}
	switch in.Kind {
	case Apply, Shift, Serial:
		if in.Op.Shift() != (in.Kind == Shift) || in.Op.Serial() != (in.Kind == Serial) {
			return errors.New("is of the wrong kind")
		}
	case Part:
		if before := c.Instrs[i-1].Kind; before != Gather && before != Part {
			return errors.New("does not follow its gather")
		}
	case Load, Store:
		if in.K%8 != 0 {
			return errors.New("is at an odd place")
		}
	}
	return nil
}

// operands tells which of A, B and C there have to be.
func (in *Instr) operands() [3]bool {
	switch in.Kind {
	case Apply, Shift, Serial:
		n := in.Op.Args()
		return [3]bool{n > 0, n > 1, n > 2}
	case Part, Check, Cover, If:
		return [3]bool{true, false, false}
	case Store:
		return [3]bool{false, true, in.C != None}
	}
	return [3]bool{}
}
