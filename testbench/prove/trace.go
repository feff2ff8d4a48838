package prove

import (
	"fmt"
	"io"
	"math/big"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir/eval"
)

// Trace leads to a failure in its last cycle, counted from reset.
type Trace struct {
	Inputs []string   `json:"inputs"` // names of the ports
	Rows   [][]string `json:"rows"`   // of each cycle, the value of each input, as 0x2a
	// First is what registers without reset begin with, and the words of small memories; those that are not there begin
	// with 0.
	First map[string]string `json:"first"`
}

// newTrace reads one from the values of the inputs of the file, cycle by cycle.
func newTrace(s *aig.Sequential, values []map[aig.Lit]bool) *Trace {
	t := &Trace{First: map[string]string{}}
	for _, x := range s.Inputs {
		t.Inputs = append(t.Inputs, x.Name)
	}
	for _, v := range values {
		row := make([]string, len(s.Inputs))
		for i, x := range s.Inputs {
			row[i] = hex(valueOf(v, x.Bits))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, x := range s.First {
		if v := valueOf(values[0], x.Bits); v.Sign() != 0 {
			t.First[x.Name] = hex(v)
		}
	}
	return t
}

func valueOf(values map[aig.Lit]bool, x aig.Word) *big.Int {
	r := new(big.Int)
	for i, l := range x {
		if values[l] {
			r.SetBit(r, i, 1)
		}
	}
	return r
}

// Write writes the inputs as a stimulus of rtlgen sim, with what does not change left out.
func (t *Trace) Write(w io.Writer) error {
	last := make([]string, len(t.Inputs))
	for i := range last {
		last[i] = "0x0"
	}
	for cycle, row := range t.Rows {
		line := ""
		for i, v := range row {
			if v != last[i] {
				line += fmt.Sprintf(" %s=%s", t.Inputs[i], v)
			}
		}
		last = row
		if line == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%d:%s\n", cycle, line); err != nil {
			return err
		}
	}
	return nil
}

// fails reports whether the trace of a property leads to its failure by the meaning of the netlist, with 0 for what it
// leaves open, and with the assumptions of the top met.
func (p *properties) fails(x *Property) bool {
	top := eval.New(p.top, func(path string, _ int) *big.Int { return number0(x.Trace.First[path]) })
	where := map[string]*eval.Instance{}
	top.Each(func(v *eval.Instance) { where[v.Path] = v })
	inputs := p.top.Inputs()
	for cycle, row := range x.Trace.Rows {
		for i, in := range inputs {
			top.SetInput(in, number0(row[i]))
		}
		for _, q := range p.given {
			if !top.Holds(q.Of) {
				return false
			}
		}
		if cycle == len(x.Trace.Rows)-1 {
			return !where[x.of.Path].Holds(x.of.Of)
		}
		top.Step()
	}
	return false
}

// number0 is a number as 0x2a, or 0 for nothing.
func number0(text string) *big.Int {
	x, ok := new(big.Int).SetString(text, 0)
	if !ok {
		return new(big.Int)
	}
	return x
}
