package schedule

import (
	"fmt"
	"math/big"

	"culprit/rtlgen/ir"
)

// Prune keeps the assignments that are asked for and the statements around them.
func Prune(body []ir.Stmt, keep func(*ir.Assign) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if keep(s) {
				out = append(out, s)
			}
		case *ir.If:
			c := *s
			c.Then, c.Else = Prune(s.Then, keep), Prune(s.Else, keep)
			if len(c.Then)+len(c.Else) > 0 {
				out = append(out, &c)
			}
		case *ir.Switch:
			c := *s
			c.Default = Prune(s.Default, keep)
			used := len(c.Default) > 0
			c.Cases = make([]ir.Case, len(s.Cases))
			for i, k := range s.Cases {
				k.Body = Prune(k.Body, keep)
				used = used || len(k.Body) > 0
				c.Cases[i] = k
			}
			if used {
				out = append(out, &c)
			}
		default:
			panic(fmt.Sprintf("BUG: statement %T is left after unrolling", s))
		}
	}
	return out
}

// NextState keeps the assignments to registers and arrays; those that only
// properties read are left out unless ghosts are asked for.
func NextState(body []ir.Stmt, ghosts bool) []ir.Stmt {
	return Prune(body, func(a *ir.Assign) bool {
		if a.Arr != nil {
			return ghosts || !a.Arr.Ghost
		}
		return a.Sig.Kind == ir.Reg && (ghosts || !a.Sig.Ghost)
	})
}

// CoversAll tells whether the statements obviously assign all bits.
func CoversAll(body []ir.Stmt, width int) bool {
	return covered(body, width).Cmp(Ones(width)) == 0
}

func covered(body []ir.Stmt, width int) *big.Int {
	all := new(big.Int)
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if lo := s.Lo; s.Index == nil {
				all.Or(all, new(big.Int).Lsh(Ones(s.Value.Width), uint(lo)))
			} else if s.Index.Op == ir.OpConst && s.Index.Const.IsInt64() {
				lo := uint(s.Index.Const.Int64()) * uint(s.Value.Width)
				all.Or(all, new(big.Int).Lsh(Ones(s.Value.Width), min(lo, uint(width))))
			}
		case *ir.If:
			all.Or(all, new(big.Int).And(covered(s.Then, width), covered(s.Else, width)))
		case *ir.Switch:
			common, values := Ones(width), 0
			for _, c := range s.Cases {
				common.And(common, covered(c.Body, width))
				values += len(c.Values)
			}
			if s.Subject.Width > 30 || values < 1<<s.Subject.Width {
				common.And(common, covered(s.Default, width))
			}
			all.Or(all, common)
		}
	}
	return all.And(all, Ones(width))
}
