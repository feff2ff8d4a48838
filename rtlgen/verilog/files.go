package verilog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/rtlgen/ir"
)

// fileList is the .f file: one Verilog file per line, children first.
func fileList(top string, files []File) File {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Files of %s, children before parents.\n", top)
	for _, f := range files {
		fmt.Fprintln(&b, f.Path)
	}
	return File{top + ".f", b.Bytes()}
}

// coreFile is the description for FuseSoC (CAPI2).
func coreFile(top *ir.Module, out *Output) File {
	var b bytes.Buffer
	fmt.Fprintln(&b, "CAPI=2:")
	fmt.Fprintf(&b, "name: ::%s:0\n", top.Name)
	if doc, _, _ := strings.Cut(strings.TrimSpace(top.Doc), "\n"); doc != "" {
		text, err := json.Marshal(doc) // a JSON string is a YAML string
		if err != nil {
			panic("BUG: a string cannot be written as JSON: " + err.Error())
		}
		fmt.Fprintf(&b, "description: %s\n", text)
	}
	fileset := func(name string, paths []string) {
		if len(paths) == 0 {
			return
		}
		fmt.Fprintf(&b, "  %s:\n    files:\n", name)
		for _, path := range paths {
			fmt.Fprintf(&b, "      - %s\n", path)
		}
		fmt.Fprint(&b, "    file_type: verilogSource-2005\n")
	}
	var common []string
	for _, f := range out.SynthesisFiles() {
		if !slices.Contains(out.Parts, f.Path) {
			common = append(common, f.Path)
		}
	}
	fmt.Fprint(&b, "\nfilesets:\n")
	fileset("rtl", common)
	fileset("parts", out.Parts)
	fileset("models", out.Models)
	sets, lint := "rtl", ""
	if len(out.Parts) > 0 {
		sets, lint = "rtl, parts", "    filesets: [rtl, models]\n"
	}
	fmt.Fprintf(&b, "\ntargets:\n  default: &default\n    filesets: [%s]\n", sets)
	fmt.Fprintf(&b, "    toplevel: %s\n", top.Name)
	if lint != "" {
		fmt.Fprintf(&b, "  sim:\n    <<: *default\n%s", lint)
	}
	fmt.Fprintf(&b, "  lint:\n    <<: *default\n%s    default_tool: verilator\n    tools:\n      verilator:\n        mode: lint-only\n        verilator_options: [-Wall]\n", lint)
	return File{top.Name + ".core", b.Bytes()}
}

// WriteDir writes all files into dir, which is made if it is not there. Either
// all of them are replaced or none: everything is written beside the old files
// first, and if a file cannot be put in its place, those already replaced are
// put back. Other files in dir are left alone.
func (o *Output) WriteDir(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("cannot make the output directory %s: %w", dir, cause(err))
	}
	stage, err := os.MkdirTemp(dir, ".rtlgen-*")
	if err != nil {
		return fmt.Errorf("cannot write to the output directory %s: %w", dir, cause(err))
	}
	defer os.RemoveAll(stage)
	for i, f := range o.Files {
		if err := os.WriteFile(staged(stage, i), f.Data, 0o666); err != nil {
			return fmt.Errorf("cannot write %s to %s: %w; nothing was changed", f.Path, dir, cause(err))
		}
	}
	return o.replace(dir, stage)
}

func staged(stage string, i int) string { return filepath.Join(stage, fmt.Sprintf("new-%d", i)) }
func backup(stage string, i int) string { return filepath.Join(stage, fmt.Sprintf("old-%d", i)) }

// replace moves the staged files into their places, the old ones out of them.
func (o *Output) replace(dir, stage string) error {
	for i, f := range o.Files {
		place := filepath.Join(dir, f.Path)
		err := os.MkdirAll(filepath.Dir(place), 0o777)
		if err == nil {
			err = keep(place, backup(stage, i))
		}
		if err == nil {
			err = os.Rename(staged(stage, i), place)
		}
		if err != nil {
			return errors.Join(
				fmt.Errorf("cannot replace %s in %s: %w; the old files were put back", f.Path, dir, cause(err)),
				o.putBack(dir, stage, i))
		}
	}
	return nil
}

// keep saves the old file, if there is one, so that it can be put back.
func keep(place, aside string) error {
	info, err := os.Lstat(place)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("a directory of that name is in the way")
	}
	if os.Link(place, aside) == nil {
		return nil // the new file replaces the old one without a gap
	}
	return os.Rename(place, aside)
}

// putBack undoes the replacement of files 0 to last.
func (o *Output) putBack(dir, stage string, last int) error {
	var errs []error
	for i := last; i >= 0; i-- {
		place := filepath.Join(dir, o.Files[i].Path)
		if _, err := os.Lstat(backup(stage, i)); err == nil {
			errs = append(errs, os.Rename(backup(stage, i), place))
		} else if i < last {
			errs = append(errs, os.Remove(place)) // there was none before
		}
	}
	return errors.Join(errs...)
}

// cause is the reason of a file error without the (temporary) path in it.
func cause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
