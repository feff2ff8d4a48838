package extsim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// verilatorFlags translate the test bench with its delays into a program. Loops are unrolled no
// further than those that reset arrays of registers need it (fewUnrolled): those that fill memories
// would otherwise be most of the program of a network.
func verilatorFlags(b benchName) []string {
	return append([]string{
		"--cc", "--exe", "--main", "--timing", "--top-module", b.module, "-O3", "--x-initial", "unique",
		"--prefix", "Vsim", "--Mdir", objectsDir, "-o", verilatorProgram,
	}, defines(b)...)
}

// fewUnrolled bounds the statements of a loop that is unrolled.
var fewUnrolled = []string{"--unroll-stmts", "2000"}

// notUnrolled is what Verilator 5.006 says of a loop that assigns to an array of registers and
// has more statements: then there is no bound but its own.
const notUnrolled = "BLKLOOPINIT"

// makeFlags compile for a short build: for an 8-port switch a third of the time
// of -O1, which pays only beyond some 300,000 cycles.
var makeFlags = []string{"-j2", "-f", "Vsim.mk", "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O1"}

// anyFolder has the makefile of Verilator go on where the path of the folder has a blank: it
// refuses that, but all names in it are relative to the folder.
const anyFolder = "CURDIR=."

// runtimeObjects are the parts of a Verilator simulation that are the same for
// all designs and take longer to compile than most of these.
var runtimeObjects = []string{"verilated.o", "verilated_timing.o", "verilated_threads.o"}

// The folder that Verilator writes to, and the program there.
const (
	objectsDir       = "obj_dir"
	verilatorProgram = "sim"
)

func verilatorRecipe(b benchName) []string {
	return slices.Concat(verilatorFlags(b), fewUnrolled, []string{notUnrolled}, makeFlags)
}

func compileVerilator(src sources) ([]string, error) {
	runtime, err := verilatorRuntime(src.ctx)
	if err != nil {
		return nil, err
	}
	defer runtime.Release()
	options := VerilatorOptions(src.source)
	flags := slices.Concat(verilatorFlags(src.bench), options, src.files)
	err = src.command("", "verilator", append(flags, fewUnrolled...)...)
	if err != nil && strings.Contains(err.Error(), notUnrolled) {
		err = src.command("", "verilator", flags...)
	}
	if err != nil {
		return nil, err
	}
	for _, o := range runtimeObjects {
		// Newer than everything it is made from, so make takes it as it is.
		if err := copyFile(filepath.Join(src.dir, objectsDir, o), filepath.Join(runtime.Dir, o)); err != nil {
			return nil, child.TempError(err)
		}
	}
	return src.make(verilatorProgram)
}

// VerilatorOptions are what Verilator needs for Verilog of others, its files at the end; none if there is none.
// A warning about what others wrote does not end it.
func VerilatorOptions(s ir.Source) []string {
	if len(s.Files) == 0 {
		return nil
	}
	return append([]string{"-Wno-fatal"}, SourceOptions(s)...)
}

// make compiles what Verilator wrote, and moves these files beside the sources.
func (s sources) make(files ...string) ([]string, error) {
	cxx, err := Lookup(s.ctx, "g++")
	if err != nil {
		return nil, err
	}
	if err := s.command(objectsDir, "make",
		append(slices.Clone(makeFlags), anyFolder, "CXX="+cxx.Path, "LINK="+cxx.Path)...); err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(s.dir, objectsDir, f), filepath.Join(s.dir, f)); err != nil {
			return nil, child.TempError(err)
		}
	}
	return files, nil
}

// verilatorRuntime is the entry of the cache with the runtimeObjects, made by
// compiling an empty test bench.
func verilatorRuntime(ctx context.Context) (*usercache.Entry, error) {
	bench := benchName{"empty_tb", "tb_"}
	s := Find("verilator")
	recipe, err := s.recipeOf(ctx, bench)
	if err != nil {
		return nil, err
	}
	return cacheOf(s.Name).Get("runtime-"+contentKey(recipe, nil), func(work string) ([]string, error) {
		text := fmt.Sprintf("module %s;\n    initial begin\n        #1 $finish;\n    end\nendmodule\n", bench.module)
		src, err := writeSources(work, []verilog.File{{Path: bench.module + ".v", Data: []byte(text)}})
		if err != nil {
			return nil, err
		}
		src.ctx, src.bench = ctx, bench
		if err := src.command("", "verilator", append(verilatorFlags(bench), src.files...)...); err != nil {
			return nil, err
		}
		return src.make(runtimeObjects...)
	})
}

func runVerilator(_ context.Context, dir string, seed uint64) (string, []string, error) {
	if seed == 0 {
		return filepath.Join(dir, verilatorProgram), []string{"+verilator+rand+reset+0"}, nil
	}
	// Registers, too, are arbitrary before reset.
	return filepath.Join(dir, verilatorProgram),
		[]string{"+verilator+rand+reset+2", fmt.Sprintf("+verilator+seed+%d", seed)}, nil
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}
