package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/coverage"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/faults"
	"culprit.example/culprit/testbench/prove"
	"culprit.example/culprit/testbench/simulate"
	"culprit.example/culprit/testbench/speed"
	"culprit.example/culprit/testbench/synth"
)

// form is the JSON of a call. A change that readers notice makes its version one larger: a field
// that is renamed, removed or means something else. A new field does not.
type form struct {
	schema string // name and version
	call   string
	of     any // a value of the type that is printed
}

// jsonForms are all; docs/json.md is made from them.
var jsonForms = []form{
	{"rtlgen.list/1", "rtlgen list", listJSON{}},
	{"rtlgen.verify/1", "rtlgen verify", verifyJSON{}},
	{"rtlgen.prove/1", "rtlgen prove", proveJSON{}},
	{"rtlgen.mutate/1", "rtlgen mutate", mutateJSON{}},
	{"rtlgen.faults/1", "rtlgen faults", faultsJSON{}},
	{"rtlgen.run/1", "rtlgen run", experiment.Judgement{}},
	{"rtlgen.run-mutants/1", "rtlgen run --mutants", experiment.MutantJudgement{}},
	{"rtlgen.run-list/1", "rtlgen run --list", experimentsJSON{}},
	{"rtlgen.sim/1", "rtlgen sim", simulate.Report{}},
	{"rtlgen.bench/1", "rtlgen bench", speed.Report{}},
	{"rtlgen.synth/1", "rtlgen synth", synth.Report{}},
	{"rtlgen.synth-cells/1", "rtlgen synth --liberty", synth.CellReport{}},
	{"rtlgen.board/1", "rtlgen board", synth.Fit{}},
	{"rtlgen.doctor/1", "rtlgen doctor", doctorJSON{}},
}

// What commands print whose results are lists.
type (
	listJSON struct {
		Blocks []listedBlock `json:"blocks"` // in the order of the families
	}
	verifyJSON struct {
		Passed bool                `json:"passed"` // no block failed
		Blocks []*testbench.Report `json:"blocks"` // one for each bench and each set of parameters
		// Coverage is what all benches and seeds together have moved, with --coverage.
		Coverage *coverage.Summary `json:"coverage,omitempty"`
	}
	proveJSON struct {
		Passed bool            `json:"passed"` // nothing is refuted
		Blocks []*prove.Proofs `json:"blocks"` // in the order of the call
	}
	mutateJSON struct {
		Passed bool                        `json:"passed"` // no mutant survives
		Blocks []*testbench.MutationReport `json:"blocks"` // in the order of the call
	}
	faultsJSON struct {
		Passed   bool             `json:"passed"`   // no breach is without a reason
		Networks []*faults.Report `json:"networks"` // in the order of the call
	}
	experimentsJSON struct {
		Experiments []listedExperiment `json:"experiments"` // all, or the one that is named
	}
	doctorJSON struct {
		Passed bool             `json:"passed"` // no tool is missing or too old
		Tools  []testbench.Tool `json:"tools"`  // all that some command needs
	}
)

// formOf is the form of a value or of what it points to.
func formOf(v any) form {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, f := range jsonForms {
		if reflect.TypeOf(f.of) == t {
			return f
		}
	}
	panic(fmt.Sprintf("BUG: %s has no schema", t))
}

// printJSON prints a result for other programs, with its schema as the first field.
func (p *program) printJSON(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "{\n  \"schema\": %q,%s", formOf(v).schema, bytes.TrimPrefix(b.Bytes(), []byte("{")))
	return err
}
