package prove

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/rtlgen/ir"
)

// Proofs are those of a block with some parameters.
type Proofs struct {
	Block      string         `json:"block"`                // its name
	Params     map[string]int `json:"parameters,omitempty"` // that are not the defaults
	Netlist    string         `json:"netlist"`              // its hash
	Properties []*Property    `json:"properties"`           // of the block and of its parts
}

// Hash is that of a netlist with its properties, and without what is not hardware.
func Hash(d *ir.Design) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(ir.Text(d))))[:16] }

// Refuted are the names of the properties that something breaks.
func (p *Proofs) Refuted() (names []string) {
	for _, x := range p.Properties {
		if x.Verdict == Refuted {
			names = append(names, x.Name)
		}
	}
	return names
}

// Title is the block with its parameters.
func (p *Proofs) Title() string {
	text := p.Block
	for _, k := range slices.Sorted(maps.Keys(p.Params)) {
		text += fmt.Sprintf(" %s=%d", k, p.Params[k])
	}
	return text
}

// Table has the proofs of blocks, sorted by their names.
type Table struct {
	Blocks []*Proofs `json:"blocks"`
}

// Page is the page with the table: BASE.md and BASE.json.
func Page(base string) outfile.Page {
	return outfile.Page{Base: base, What: "proofs", Command: "rtlgen prove --table"}
}

// ReadTable reads BASE.json; the table is empty if there is none yet.
func ReadTable(base string) (*Table, error) {
	return outfile.ReadPage[Table](Page(base))
}

// Find returns the proofs of the block with these parameters, nil if there are none.
func (t *Table) Find(block string, params map[string]int) *Proofs {
	name := (&Proofs{Block: block, Params: params}).Title()
	for _, p := range t.Blocks {
		if p.Title() == name {
			return p
		}
	}
	return nil
}

// Update puts proofs in the place of those of the same block with the same parameters.
func (t *Table) Update(p *Proofs) {
	i, found := slices.BinarySearchFunc(t.Blocks, p.Title(), func(x *Proofs, name string) int {
		return strings.Compare(x.Title(), name)
	})
	if found {
		t.Blocks[i] = p
	} else {
		t.Blocks = slices.Insert(t.Blocks, i, p)
	}
}

// WriteFiles writes the page and the JSON.
func (t *Table) WriteFiles(base string) error { return Page(base).Write(t, t.Markdown()) }

// Markdown is the table as a page shows it: what is proven of each block, and all that is not.
func (t *Table) Markdown() string {
	var b strings.Builder
	b.WriteString("| block | assertions proven | contracts of parts proven | lifted | not proven |\n|---|---:|---:|---:|---|\n")
	for _, p := range t.Blocks {
		var proven, all [2]int
		lifted := 0
		var rest []string
		for _, x := range p.Properties {
			kind := 0
			if x.Kind == ir.Assume.String() {
				kind = 1
			}
			if x.Verdict == Lifted {
				lifted++
				continue
			}
			if all[kind]++; x.Verdict == Proven {
				proven[kind]++
				continue
			}
			rest = append(rest, fmt.Sprintf("`%s`: %s, %d cycles", x.Name, x.Verdict, x.Depth))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %s |\n", p.Title(), of(proven[0], all[0]), of(proven[1], all[1]), lifted,
			strings.Join(rest, "; "))
	}
	return b.String()
}

func of(n, all int) string {
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d", n, all)
}
