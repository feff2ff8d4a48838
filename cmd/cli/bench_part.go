package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/foreign"
	"culprit.example/culprit/testbench/speed"
)

// partSubject makes the design of --verilog the one that is measured; end removes what the workers read.
func partSubject(c *cli.Context, o *speed.Options) (end func(), err error) {
	if c.Args().Len() > 0 {
		return nil, fmt.Errorf("bench takes the design %q or --verilog FILE --top NAME, not both", c.Args().First())
	}
	s, err := foreignFiles(c, c.StringSlice("verilog"), "param")
	if err != nil {
		return nil, err
	}
	part := speed.Part{Name: s.Top, Random: c.Bool("random"), Held: map[string]uint64{}}
	if part.Copies, err = strconv.Atoi(c.String("copies")); err != nil {
		return nil, fmt.Errorf("cannot use --copies %s: give a whole number from 1 on", c.String("copies"))
	}
	for _, text := range c.StringSlice("set") {
		name, value, ok := strings.Cut(text, "=")
		x, err := strconv.ParseUint(value, 0, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("cannot read %q of --set: write INPUT=VALUE, with a number of at most 64 bits", text)
		}
		part.Held[name] = x
	}
	d, err := foreign.Part(c.Context, s)
	if err != nil {
		return nil, err
	}
	part.Netlist = ir.Text(d)
	subject, err := part.Subject()
	if err != nil {
		return nil, err
	}
	o.Subjects = []*speed.Subject{subject}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(part)
	if err != nil {
		panic("BUG: a part cannot be written as JSON: " + err.Error())
	}
	path := filepath.Join(dir, "part.json")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		os.RemoveAll(dir)
		return nil, child.TempError(err)
	}
	o.Worker = func(subject string, e speed.Engine, load float64) speed.Worker {
		w := benchWorker(subject, e, load)
		w.Args = append(w.Args, "--part", path)
		return w
	}
	if !c.IsSet("loads") {
		o.Loads = []float64{1} // its inputs do not depend on it
	}
	return func() { os.RemoveAll(dir) }, nil
}

// workerSubject is the design that a worker runs: one of the families', or that of a file of partSubject.
func (p *program) workerSubject(name, path string) ([]*speed.Subject, error) {
	if path == "" {
		return p.subjects([]string{name})
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var part speed.Part
	if err := json.Unmarshal(text, &part); err != nil {
		return nil, err
	}
	s, err := part.Subject()
	return []*speed.Subject{s}, err
}
