package avx

import (
	"errors"
	"fmt"
	"strings"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// Verify finds what is not well-formed: operands that are not there yet or of the wrong size, operands that
// an instruction cannot have, instructions that the processor does not have on vectors of that size, places
// that are odd, parts that do not end. The error has the program in it.
func (p *Program) Verify() error {
	made := make([]bool, len(p.Wide))
	for v := range p.Constants {
		made[v] = true
	}
	depth := 0
	for i := range p.Code {
		in := &p.Code[i]
		if err := p.verify(i, in, made); err != nil {
			return p.wrong(i, err)
		}
		if in.Dst != None {
			made[in.Dst] = true
		}
		switch in.Kind {
		case vector.If:
			depth++
		case vector.End:
			depth--
		}
		if depth < 0 {
			return p.wrong(i, errors.New("ends a part that has not begun"))
		}
	}
	if depth > 0 {
		return fmt.Errorf("a part does not end:\n%s", p)
	}
	return nil
}

// wrong says which instruction, as a line of the program.
func (p *Program) wrong(i int, err error) error {
	before := &Program{Target: p.Target, Code: p.Code[:i+1], Wide: p.Wide, Constants: p.Constants, lanes: p.lanes}
	lines := strings.Split(strings.TrimSpace(before.String()), "\n")
	return fmt.Errorf("instruction %d (%s) %w:\n%s", i, strings.TrimSpace(lines[len(lines)-1]), err, p)
}

func (p *Program) verify(i int, in *Instr, made []bool) error {
	for _, v := range in.Args {
		if v < 0 || int(v) >= len(made) || !made[v] {
			return errors.New("uses a vector that is not there yet")
		}
	}
	if (in.Dst == None) != in.Kind.Effect() || in.Dst != None && made[in.Dst] {
		return errors.New("makes no vector of its own")
	}
	if in.Wide && 2*p.VectorBytes() > p.Bytes {
		return errors.New("is on vectors that are wider than the processor's")
	}
	if in.Dst != None && p.Wide[in.Dst] != in.Wide {
		return errors.New("makes a vector of another size")
	}
	if err := p.verifyConditions(in); err != nil {
		return err
	}
	if err := p.verifySizes(in); err != nil {
		return err
	}
	return p.verifyKind(i, in)
}

// verifyConditions checks what stands before an instruction.
func (p *Program) verifyConditions(in *Instr) error {
	if len(in.Conds) == 0 {
		return nil
	}
	if 2*len(in.Conds) > len(in.Args) {
		return errors.New("compares too little")
	}
	k, x := amd64.K(1), p.vectorOf(in.Wide)
	for _, c := range in.Conds {
		if !amd64.Legal(c.Op, p.AVX512, k, x, x, amd64.Imm(c.Predicate)) {
			return errors.New("has a comparison that gives no mask")
		}
	}
	return nil
}

// verifySizes checks the sizes of the operands. Where a vector is wanted, one of twice the size is its
// lower half; what moves elements to any place takes either.
func (p *Program) verifySizes(in *Instr) error {
	both := in.Wide
	switch in.Pair {
	case UpperHalf:
		both = true
	case Twice:
		both = in.Imm == UpperTwice
	case Join, Extend:
		both = false
	}
	for i, v := range in.Args {
		if anywhere := i == 1 && (in.Op == amd64.Vpermw || in.Op == amd64.Vpermd); both && !p.Wide[v] && !anywhere {
			return errors.New("has an operand of half the size")
		}
	}
	return nil
}

func (p *Program) verifyKind(i int, in *Instr) error {
	args := len(in.Args) - 2*len(in.Conds)
	want := func(least, most int) error {
		if args < least || args > most {
			return errors.New("has the wrong number of operands")
		}
		return nil
	}
	switch in.Kind {
	case vector.Apply:
		return p.verifyInstruction(in, args)
	case vector.Load, vector.Store:
		if in.K%8 != 0 || in.Above%8 != 0 {
			return errors.New("is at an odd place")
		}
		if in.Half && in.Wide {
			return errors.New("is half of a pair")
		}
		if in.Kind == vector.Load {
			return want(0, 0)
		}
		return want(1, 2-min(len(in.Conds), 1))
	case vector.Serial:
		return want(2, 2)
	case vector.If:
		if len(in.Conds) > 0 {
			return want(0, 0)
		}
		return want(1, 1)
	case vector.Check, vector.Cover:
		return want(1, 1)
	case vector.Part:
		if i == 0 || p.Code[i-1].Access == nil || p.Code[i-1].Kind == vector.Scatter {
			return errors.New("does not follow its gather")
		}
	case vector.Gather, vector.Scatter:
		return want(in.Access.Indices+in.Access.Values, in.Access.Indices+in.Access.Values+1)
	}
	return nil
}

// verifyInstruction checks that the processor has an instruction with these operands.
func (p *Program) verifyInstruction(in *Instr, args int) error {
	x := p.vectorOf(in.Wide)
	list := []amd64.Arg{x}
	switch in.Pair {
	case UpperHalf, Twice:
		if args != 1 || len(in.Conds) > 0 {
			return errors.New("has the wrong number of operands")
		}
		return nil
	case Join:
		if args != 2 || len(in.Conds) > 0 {
			return errors.New("has the wrong number of operands")
		}
		return nil
	case Extend:
		x = p.vectorOf(false)
	}
	if len(in.Conds) > 0 && args == 0 {
		list = append(list, amd64.K(1))
	} else if len(in.Conds) > 0 {
		list[0] = list[0].Where(1)
		list[0].Zeroing = in.Zeroing
	}
	if in.Op == amd64.Vpternlogd && args > 0 {
		args = max(args, 3) - 1 // the result is the first one; what is not there is the same again
	}
	for range args {
		list = append(list, x)
	}
	if in.HasImm {
		list = append(list, amd64.Imm(in.Imm))
	}
	if !amd64.Legal(in.Op, p.AVX512, list...) {
		return errors.New("is no instruction that the processor has on such vectors")
	}
	return nil
}

// vectorOf is a register for vectors of the program, or of twice the size.
func (p *Program) vectorOf(wide bool) amd64.Arg {
	bytes := p.VectorBytes()
	if wide {
		bytes *= 2
	}
	switch bytes {
	case 16:
		return amd64.X(0)
	case 32:
		return amd64.Y(0)
	}
	return amd64.Z(0)
}
