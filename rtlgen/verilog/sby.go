package verilog

import (
	"fmt"
	"path"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// proofFile is a set-up of SymbiYosys for the properties of a design: a bounded search, an induction, and an attempt
// without bound, as three tasks.
func (o Options) proofFile(d *ir.Design, paths []string, hash string) File {
	top := o.ModuleName(d.Top)
	var names []string
	for _, p := range paths {
		names = append(names, path.Base(p))
	}
	text := o.notice("#") + o.stamp("#", hash) + fmt.Sprintf(`# Proofs of %[1]s with SymbiYosys: sby -f %[1]s.sby [bounded|induction|unbounded]

[tasks]
bounded
induction
unbounded

[options]
bounded: mode bmc
bounded: depth 20
induction: mode prove
induction: depth 10
unbounded: mode prove

[engines]
bounded: smtbmc yices
induction: smtbmc yices
unbounded: abc pdr

[script]
read_verilog -formal -D%[2]s %[3]s
prep -top %[1]s

[files]
%[4]s
`, top, FormalTopMacro(top), strings.Join(names, " "), strings.Join(paths, "\n"))
	return File{top + ".sby", []byte(text)}
}
