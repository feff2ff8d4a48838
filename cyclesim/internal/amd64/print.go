package amd64

import (
	"fmt"
	"strings"
)

// text is an instruction in the syntax of Intel, as GNU as reads it, in the encoding of a row; nil is
// for one that there is not.
func text(r *row, args []Arg) string {
	name, bytes := "?", 0
	if r != nil {
		name, bytes = r.name, r.mem
		if bytes == 0 {
			bytes = memoryBytes(r, args)
		}
	}
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = a.text(bytes)
		if a.Mask > 0 {
			list[i] += fmt.Sprintf("{k%d}", a.Mask)
		}
		if a.Zeroing {
			list[i] += "{z}"
		}
	}
	return strings.TrimSpace(name + " " + strings.Join(list, ", "))
}

// memoryBytes is what an instruction accesses in memory if its row does not say it.
func memoryBytes(r *row, args []Arg) int {
	if bytes := vectorBytes(args); bytes > 0 {
		return bytes
	}
	return r.operandBytes(args)
}

var regNames = [8]string{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"}

func (a Arg) text(bytes int) string {
	n := a.N
	switch a.Kind {
	case KindR8:
		if n >= 8 {
			return fmt.Sprintf("r%db", n)
		}
		return [8]string{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"}[n]
	case KindR16:
		if n >= 8 {
			return fmt.Sprintf("r%dw", n)
		}
		return regNames[n]
	case KindR32:
		if n >= 8 {
			return fmt.Sprintf("r%dd", n)
		}
		return "e" + regNames[n]
	case KindR64:
		return reg64(Reg(n))
	case KindX:
		return fmt.Sprintf("xmm%d", n)
	case KindY:
		return fmt.Sprintf("ymm%d", n)
	case KindZ:
		return fmt.Sprintf("zmm%d", n)
	case KindK:
		return fmt.Sprintf("k%d", n)
	case KindImm:
		return fmt.Sprint(a.Imm)
	case KindMem:
		return a.Mem.text(bytes)
	}
	return "?"
}

func reg64(r Reg) string {
	if r >= R8 {
		return fmt.Sprintf("r%d", r)
	}
	return "r" + regNames[r]
}

func (m Mem) text(bytes int) string {
	size := map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword", 32: "ymmword",
		64: "zmmword"}[bytes]
	if m.Label != NoLabel {
		return fmt.Sprintf("%s ptr [rip+label%d%+d]", size, m.Label, m.Disp)
	}
	s := reg64(m.Base)
	if m.Index != NoReg {
		s += fmt.Sprintf("+%s*%d", reg64(m.Index), m.Scale)
	}
	if m.Disp != 0 {
		s += fmt.Sprintf("%+d", m.Disp)
	}
	return fmt.Sprintf("%s ptr [%s]", size, s)
}
