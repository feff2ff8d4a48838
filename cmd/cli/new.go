package cli

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/internal/version"
)

// startFiles are the files of a new module; block.go.tmpl gets the name of its package.
//
//go:embed start
var startFiles embed.FS

func (p *program) newCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "write a Go module of one's own: a block, its golden model, a bench, tests, a command line",
		UsageText: "rtlgen new DIR [--module PATH] [--block NAME]",
		Description: "DIR must not be there, or be empty. In it, `make test` passes at once.\n\n" +
			"Examples:\n" +
			"  rtlgen new chips\n" +
			"  rtlgen new noc --module example.com/corp/noc --block link_guard",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "module", Usage: "`PATH` of the Go module; without it the name of the folder"},
			&cli.StringFlag{Name: "block", Value: "edge_counter", Usage: "`NAME` of the block, in lower_snake"},
			&cli.StringFlag{Name: "replace", Usage: "take Culprit from the clone in `FOLDER`, not from a proxy"},
		},
		Action: p.newModule,
	}
}

// start is what the files of a new module are made of.
type start struct {
	Module, Package, Name string // path of the module; its package; its command
	Block, Type, Bench    string // edge_counter, EdgeCounter, edgeCounterBench
	Culprit, Version, Go  string // this module
	Replace               string
}

var (
	blockName  = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	modulePath = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$`)
)

func (p *program) newModule(c *cli.Context) error {
	if c.Args().Len() != 1 {
		return fmt.Errorf("new takes one folder: %s", usage(c))
	}
	dir := c.Args().First()
	s, err := startOf(dir, c.String("module"), c.String("block"), c.String("replace"))
	if err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if err := writeModule(dir, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %d files of module %s with block %s; go on with: cd %s && make test\n", dir,
		len(files), s.Module, s.Block, dir)
	return err
}

func startOf(dir, module, block, replace string) (start, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return start{}, fmt.Errorf("cannot use the folder %s: %w", dir, outfile.Cause(err))
	}
	if module == "" {
		module = filepath.Base(full)
	}
	if !modulePath.MatchString(module) {
		return start{}, fmt.Errorf("%q is no path of a Go module: give one with --module, for example example.com/chips",
			module)
	}
	if !blockName.MatchString(block) {
		return start{}, fmt.Errorf("cannot name a block %q: give lower_snake, for example edge_counter", block)
	}
	s := start{Module: module, Block: block, Name: module[strings.LastIndexByte(module, '/')+1:]}
	for _, word := range strings.Split(block, "_") {
		s.Type += strings.ToUpper(word[:1]) + word[1:]
	}
	s.Bench = strings.ToLower(s.Type[:1]) + s.Type[1:] + "Bench"
	for _, r := range strings.ToLower(s.Name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' && s.Package != "" {
			s.Package += string(r)
		}
	}
	switch s.Package {
	case "", "bench", "golden", "main", "blocks", "testbench", "family", "mutant", "rtlgen":
		s.Package = "hardware"
	}
	if token.IsKeyword(s.Package) {
		s.Package = "hardware"
	}
	if replace != "" {
		if s.Replace, err = filepath.Abs(replace); err != nil {
			return start{}, fmt.Errorf("cannot use the folder %s: %w", replace, outfile.Cause(err))
		}
		if _, err := os.Stat(filepath.Join(s.Replace, "go.mod")); err != nil {
			return start{}, fmt.Errorf("--replace %s: there is no go.mod: name a clone of Culprit", replace)
		}
	}
	s.Culprit, s.Version, s.Go = version.Path, version.Tag(), version.Go()
	return s, nil
}

// files are the files of the module by their paths below it.
func (s start) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(startFiles, "start", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t, err := template.ParseFS(startFiles, path)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, s); err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, "start/"), ".tmpl")
		switch name {
		case "block.go":
			name = s.Package + ".go"
		case "cmd/main.go":
			name = "cmd/" + s.Name + "/main.go"
		case "gitignore":
			name = ".gitignore"
		}
		text := b.Bytes()
		if strings.HasSuffix(name, ".go") {
			if text, err = format.Source(text); err != nil {
				return err
			}
		}
		files[name] = text
		return nil
	})
	return files, err
}

// writeModule writes the files into a folder that is not there or is empty: all of them or
// none.
func writeModule(dir string, files map[string][]byte) error {
	switch list, err := os.ReadDir(dir); {
	case err == nil && len(list) > 0:
		return fmt.Errorf("the folder %s is not empty: name another one", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write into %s: %w", dir, outfile.Cause(err))
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return fmt.Errorf("cannot make the folder %s: %w", parent, outfile.Cause(err))
	}
	made, err := os.MkdirTemp(parent, ".rtlgen-")
	if err != nil {
		return fmt.Errorf("cannot write into %s: %w", parent, outfile.Cause(err))
	}
	defer os.RemoveAll(made)
	whole := filepath.Join(made, "module")
	for name, text := range files {
		path := filepath.Join(whole, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, outfile.Cause(err))
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, outfile.Cause(err))
		}
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot use the folder %s: %w", dir, outfile.Cause(err))
	}
	if err := os.Rename(whole, dir); err != nil {
		return fmt.Errorf("cannot make the folder %s: %w", dir, outfile.Cause(err))
	}
	return nil
}
