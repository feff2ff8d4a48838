package synth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
	"culprit/testbench/extsim"
)

// mapToLUTs runs Yosys: each module by itself, logic in 4-input lookup tables,
// memories and the parts of black boxes left whole.
func mapToLUTs(ctx context.Context, d *ir.Design) (*netlist, error) {
	yosys, err := extsim.Lookup("yosys")
	if err != nil {
		return nil, err
	}
	out, err := verilog.Emit(d, verilog.Options{})
	if err != nil {
		return nil, err
	}
	declareParts(d, out)
	dir, err := os.MkdirTemp("", "culprit-synth-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := out.WriteDir(dir); err != nil {
		return nil, err
	}
	const result = "mapped.json"
	cmd := exec.CommandContext(ctx, yosys.Path, "-q", "-p", script(d, out.SynthesisFiles(), result))
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("yosys: %w\n%s", err, bytes.TrimSpace(text))
	}
	text, err := os.ReadFile(filepath.Join(dir, result))
	if err != nil {
		return nil, err
	}
	n := &netlist{parts: partsOf(d)}
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("the netlist that yosys wrote: %w", err)
	}
	return n, nil
}

// script is what Yosys does with the files of a design.
func script(d *ir.Design, files []verilog.File, result string) string {
	var s []string
	add := func(format string, args ...any) { s = append(s, fmt.Sprintf(format, args...)) }
	for _, f := range files {
		add("read_verilog %s", f.Path)
	}
	add("hierarchy -check -top %s", d.Top.Name)
	add("proc; opt; check -assert")
	add("select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr")
	add("memory -nomap; opt_clean")
	// Register arrays are registers. Yosys takes those that are written at an
	// index for memories with a port for each write of their reset, too.
	for _, m := range d.Modules {
		if m.Part != nil {
			continue // its arrays are in the model
		}
		for _, a := range m.Arrays {
			add("select -set array %s/%s t:$mem_v2 %%i; memory_map @array", m.Name, a.Name)
		}
	}
	add("opt -full; techmap; opt -fast; simplemap")
	add("abc -lut 4; opt_clean; write_json %s", result)
	return strings.Join(s, "; ")
}
