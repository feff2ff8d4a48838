package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/dpi"
)

// goldenLibrary is the name of the library that dpi compiles.
const goldenLibrary = "libgolden.so"

func (p *program) dpiCommand() *cli.Command {
	return &cli.Command{
		Name:      "dpi",
		Usage:     "write golden models for SystemVerilog: a library with DPI-C functions, a package, a scoreboard",
		UsageText: "rtlgen dpi BLOCK... [-p name=value]... [-o DIR] [--module DIR | --no-build]",
		Description: "The library " + goldenLibrary + " is compiled by go and a C compiler, in the Go module that has the\n" +
			"benches of the blocks: the present folder, or that of --module. One simulation has one such\n" +
			"library: name all blocks in one call.\n\n" +
			"Examples:\n" +
			"  rtlgen dpi fifo -p depth=8 -o golden\n" +
			"  rtlgen dpi recn_switch voqsw_switch -o golden",
		Flags: []cli.Flag{
			paramFlag(), benchFlag("the first"), outFlag(),
			&cli.StringFlag{Name: "module", Value: ".", Usage: "compile in the Go module of folder `DIR`"},
			&cli.BoolFlag{Name: "no-build", Usage: "write the Go source of the library, and do not compile it"},
		},
		Action: p.dpi,
	}
}

func (p *program) dpi(c *cli.Context) error {
	if c.Args().Len() == 0 {
		return fmt.Errorf("dpi needs a block: %s; `rtlgen list` shows the blocks", usage(c))
	}
	if info, err := os.Stat(c.String("module")); err != nil || !info.IsDir() {
		return fmt.Errorf("--module %s is no folder: name that of a Go module", c.String("module"))
	}
	if c.Bool("no-build") && c.IsSet("module") {
		return errors.New("--module says where the library is compiled, and --no-build that it is not: leave one out")
	}
	chosen, given, err := p.chosenBlocks(c)
	if err != nil {
		return err
	}
	list, err := p.goldenBlocks(chosen, given, c.String("bench"))
	if err != nil {
		return err
	}
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	files, err := dpi.Files(list...)
	if err != nil {
		return err
	}
	var library []byte
	if !c.Bool("no-build") {
		if library, err = compileGolden(c.Context, c.String("module"), files); err != nil {
			return err
		}
		files = append(files, verilog.File{Path: goldenLibrary, Data: library})
	}
	output := verilog.Output{Files: files}
	if err := output.WriteDir(dir); err != nil {
		return err
	}
	return p.printDPI(files, dir, library != nil)
}

// goldenBlocks are the blocks with their benches and what makes these.
func (p *program) goldenBlocks(chosen []*blocks.Block, given map[string]int, bench string) ([]dpi.Block, error) {
	var list []dpi.Block
	for _, b := range chosen {
		benches, err := p.benchesOf(b.Name, bench)
		if err != nil {
			return nil, err
		}
		list = append(list, dpi.Block{Bench: benches[0], Params: given, Benches: p.benchesFunction(b.Name)})
	}
	return list, nil
}

// benchesFunction is the Go function with the benches of a block, with the path of its package.
func (p *program) benchesFunction(block string) string {
	for _, f := range p.families {
		if f.Benches != nil && slices.ContainsFunc(f.Blocks(), func(b *blocks.Block) bool { return b.Name == block }) {
			return functionName(f.Benches)
		}
	}
	return ""
}

func functionName(f func() []testbench.Bench) string {
	return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
}

// compileGolden compiles the library in the Go module of a folder.
func compileGolden(ctx context.Context, module string, files []verilog.File) ([]byte, error) {
	goTool, err := child.LookPath("go")
	if err != nil {
		return nil, fmt.Errorf("dpi needs go, which compiles the library of golden models: %w; install it, or write "+
			"the sources alone with --no-build", err)
	}
	env := append(os.Environ(), "CGO_ENABLED=1")
	if err := findCompiler(ctx, goTool, module, env); err != nil {
		return nil, err
	}
	work, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	source := filepath.Join(work, dpi.SourceName)
	for _, f := range files {
		if f.Path == dpi.SourceName {
			if err := os.WriteFile(source, f.Data, 0o666); err != nil {
				return nil, child.TempError(err)
			}
		}
	}
	cmd := child.New(ctx, goTool, "build", "-buildmode=c-shared", "-o", filepath.Join(work, goldenLibrary), source)
	cmd.Dir, cmd.Env = module, env
	if said, err := cmd.Said(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, goldenProblem(module, err, strings.ReplaceAll(string(said), work+string(filepath.Separator), ""))
	}
	library, err := os.ReadFile(filepath.Join(work, goldenLibrary))
	if err != nil {
		return nil, fmt.Errorf("go has written no library of golden models: %w", outfile.Cause(err))
	}
	return library, nil
}

// findCompiler looks for the C compiler that go calls.
func findCompiler(ctx context.Context, goTool, module string, env []string) error {
	cmd := child.New(ctx, goTool, "env", "CC")
	cmd.Dir, cmd.Env = module, env
	said, err := cmd.Said()
	words := strings.Fields(string(said))
	if err != nil || len(words) == 0 {
		return fmt.Errorf("go does not say which C compiler it calls: %s", child.Reason(err, said))
	}
	if _, err := child.LookPath(words[0]); err != nil {
		return fmt.Errorf("dpi needs the C compiler %s for the library of golden models: %w; install it, or write the sources "+
			"alone with --no-build", words[0], err)
	}
	return nil
}

// goldenProblem says why the library could not be compiled.
func goldenProblem(module string, err error, said string) error {
	if strings.Contains(said, "no required module provides") || strings.Contains(said, "go.mod file not found") ||
		strings.Contains(said, "is not in std") {
		return fmt.Errorf("the Go module of folder %s does not have the benches: go says %q; call dpi in the folder of a "+
			"module that has them, or name it with --module", module, lastLine(said))
	}
	return fmt.Errorf("cannot compile the library of golden models in folder %s: %s", module, child.Reason(err, []byte(said)))
}

// lastLine is the last line of what a program says that is not indented.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, line := range slices.Backward(lines) {
		if line != "" && !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, " ") {
			return line
		}
	}
	return said
}

func (p *program) printDPI(files []verilog.File, dir string, compiled bool) error {
	folder := child.QuotePath(dir)
	fmt.Fprintf(p.stdout, "golden models: %s in %s\n", count(len(files), "file"), dir)
	if !compiled {
		_, err := fmt.Fprintf(p.stdout, "Compile the library in a Go module that has the benches:\n"+
			"  go build -buildmode=c-shared -o %[1]s/%[2]s %[1]s/%[3]s\n", folder, goldenLibrary, dpi.SourceName)
		return err
	}
	var sources []string
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".sv") {
			sources = append(sources, folder+"/"+f.Path)
		}
	}
	_, err := fmt.Fprintf(p.stdout, "With a bench of yours, here bench.sv, and the Verilog of the block:\n"+
		"  verilator --binary --timing --top-module bench %s bench.sv ... \\\n    \"$(realpath %s)/%s\" && obj_dir/Vbench\n",
		strings.Join(sources, " "), folder, goldenLibrary)
	return err
}
