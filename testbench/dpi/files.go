package dpi

import (
	"embed"
	"fmt"
	"go/format"
	"slices"
	"strings"
	"text/template"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.tmpl"))

// Block is a block of which a library is to have the golden model.
type Block struct {
	Bench  testbench.Bench
	Params map[string]int // the defaults of the others
	// Benches is the exported Go function without arguments that returns the bench among others, with the path of its
	// package: "example.com/chips/bench.Benches".
	Benches string
}

// maxBits bounds the vectors: what every simulator must take as one packed array (IEEE 1800, 7.4.1).
const maxBits = 1 << 16

// SourceName is the Go source of the library.
const SourceName = "golden.go"

// Files are what a SystemVerilog bench needs to have the golden models of blocks, but for the library
// that is compiled from SourceName. A bench without a model of each cycle judges transactions. The error is
// that of testbench.NewModel or NewJudge, or about ports that are too wide.
func Files(blocks ...Block) ([]verilog.File, error) {
	var list []block
	for _, b := range blocks {
		x, err := newBlock(b)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(y block) bool { return y.Top == x.Top }) {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return nil, caller.Errorf("a library of golden models needs a block")
	}
	common := struct {
		Blocks  []block
		Imports []function
	}{list, importsOf(list)}
	source := text(SourceName, "golden.go.tmpl", common)
	var err error
	if source.Data, err = format.Source(source.Data); err != nil {
		return nil, fmt.Errorf("BUG: the source of the library: %w", err)
	}
	files := []verilog.File{source, text("golden.h", "golden.h.tmpl", common)}
	for _, b := range list {
		files = append(files, text(b.Package()+".sv", "golden_pkg.sv.tmpl", b), text(b.Scoreboard()+".sv", "scoreboard.sv.tmpl", b))
	}
	return files, nil
}

// text is a file made of a template.
func text(path, name string, of any) verilog.File {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, of); err != nil {
		panic("BUG: template " + name + ": " + err.Error())
	}
	return verilog.File{Path: path, Data: []byte(b.String())}
}

// block is what the templates know of a Block.
type block struct {
	Exact             bool // there is a model of each cycle; else transactions are judged
	Top, Title, Doc   string
	Params            string
	Inputs, Outputs   []port
	InBits, OutBits   int
	InWords, OutWords int
	HasReset          bool
	function          function
}

// port is a port of a block.
type port struct {
	Name  string
	Width int
}

// Range is the range of its declaration, "" for one bit.
func (p port) Range() string {
	if p.Width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0] ", p.Width-1)
}

// Package is the name of the SystemVerilog package.
func (b block) Package() string { return b.Top + "_golden_pkg" }

// Scoreboard is the name of the scoreboard.
func (b block) Scoreboard() string { return b.Top + "_scoreboard" }

func newBlock(b Block) (block, error) {
	m, err := newModel(b.Bench, b.Params)
	if err != nil {
		return block{}, err
	}
	x := block{
		Exact: m.pins.exact, Top: m.pins.top.Name, Title: b.Bench.Title(), Doc: b.Bench.Block.Doc,
		Params: writeParams(b.Params), Inputs: portsOf(m.pins.inputs), Outputs: portsOf(m.pins.outputs),
		HasReset: verilog.DefaultOptions().NeedsReset(m.pins.top),
	}
	x.InBits, x.OutBits, x.InWords, x.OutWords = m.inputs.bits, m.outputs.bits, m.inputs.words(), m.outputs.words()
	if most := max(x.InBits, x.OutBits); most > maxBits {
		return block{}, fmt.Errorf("block %s has %d bits of ports in one direction, and %d is what simulators take in a vector",
			x.Title, most, maxBits)
	}
	if x.function, err = functionOf(b.Benches); err != nil {
		return block{}, fmt.Errorf("block %s: %w", x.Title, err)
	}
	return x, nil
}

func portsOf(list []testbench.ModelPort) (ports []port) {
	for _, p := range list {
		ports = append(ports, port{p.Name, p.Width})
	}
	return ports
}

// function is an exported Go function.
type function struct{ Import, Name string }

// functionOf reads the path of a function with its package.
func functionOf(path string) (function, error) {
	slash := strings.LastIndexByte(path, '/')
	pkg, name, found := strings.Cut(path[slash+1:], ".")
	if !found || pkg == "" || name == "" || strings.ToUpper(name[:1]) != name[:1] || strings.ContainsAny(name, ".()[]") {
		return function{}, fmt.Errorf("its benches are made by %q, which is no exported Go function: "+
			"name one in Family.Benches, such as bench.Benches", path)
	}
	return function{path[:slash+1] + pkg, name}, nil
}

// importsOf are the functions of all blocks, each once.
func importsOf(blocks []block) (list []function) {
	for _, b := range blocks {
		if !slices.Contains(list, b.function) {
			list = append(list, b.function)
		}
	}
	return list
}
