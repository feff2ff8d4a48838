package extsim

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// Included returns the names of the files that a text of Verilog includes or reads into memories.
func Included(text []byte) (names []string) {
	for _, m := range included.FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

var included = regexp.MustCompile("(?:`include|\\$readmem[hb]\\s*\\()\\s*\"([^\"]+)\"")

// sourceFiles are the files of a source with those that they include, and what else a compiled simulation
// depends on, as if it were files.
func sourceFiles(s ir.Source) ([]verilog.File, error) {
	if len(s.Files) == 0 {
		return nil, nil
	}
	list := []verilog.File{{Path: "source", Data: fmt.Appendf(nil, "%q %q", s.Include, s.Defines)}}
	for i := 0; i < len(s.Files); i++ {
		path := s.Files[i]
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read the Verilog of a part: %w", err)
		}
		list = append(list, verilog.File{Path: path, Data: text})
		for _, name := range Included(text) {
			for _, dir := range append([]string{"", filepath.Dir(path)}, s.Include...) {
				found := filepath.Join(dir, name)
				if info, err := os.Stat(found); err == nil && info.Mode().IsRegular() && !slices.Contains(s.Files, found) {
					s.Files = append(slices.Clip(s.Files), found)
					break
				}
			}
		}
	}
	return list, nil
}

// SourceOptions are how Verilator, Icarus Verilog and the read_verilog of Yosys take a source: folders of included
// files, macros, and its files at the end.
func SourceOptions(s ir.Source) []string {
	var list []string
	for _, dir := range s.Include {
		list = append(list, "-I"+dir)
	}
	for _, d := range s.Defines {
		define := "-D" + d.Name
		if d.Value != "" {
			define += "=" + d.Value
		}
		list = append(list, define)
	}
	return append(list, s.Files...)
}
