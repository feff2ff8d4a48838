package extsim

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// verilatorFlags translate the test bench with its delays into a program. A
// comparison that Verilator proves to be certain, as happens where a parameter
// makes an operand constant, is a matter for lint and must not stop a simulation.
// Loops are unrolled no further than those that reset arrays of registers need it
// (fewUnrolled): those that fill memories would otherwise be most of the program of a network.
func verilatorFlags(b benchName) []string {
	return append([]string{
		"--cc", "--exe", "--main", "--timing", "--top-module", b.module, "-O3", "--x-initial", "unique",
		"-Wno-UNSIGNED", "-Wno-CMPCONST",
		"--prefix", "Vsim", "--Mdir", "obj_dir", "-o", "sim",
	}, defines(b)...)
}

// fewUnrolled bounds the statements of a loop that is unrolled.
var fewUnrolled = []string{"--unroll-stmts", "2000"}

// notUnrolled is what Verilator 5.006 says of a loop that assigns to an array of registers and
// has more statements: then there is no bound but its own.
const notUnrolled = "BLKLOOPINIT"

// makeFlags compile for a short build: for an 8-port switch a third of the time
// of -O1, which pays only beyond some 300,000 cycles.
var makeFlags = []string{"-j2", "-C", "obj_dir", "-f", "Vsim.mk", "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O1"}

// runtimeObjects are the parts of a Verilator simulation that are the same for
// all designs and take longer to compile than most of these.
var runtimeObjects = []string{"verilated.o", "verilated_timing.o", "verilated_threads.o"}

func verilatorRecipe(b benchName) []string {
	return slices.Concat(verilatorFlags(b), fewUnrolled, []string{notUnrolled}, makeFlags)
}

func compileVerilator(src sources, dir string) error {
	runtime, err := verilatorRuntime(src.ctx, src.cache)
	if err != nil {
		return err
	}
	flags := append(verilatorFlags(src.bench), src.files...)
	err = src.command("verilator", append(flags, fewUnrolled...)...)
	if err != nil && strings.Contains(err.Error(), notUnrolled) {
		err = src.command("verilator", flags...)
	}
	if err != nil {
		return err
	}
	for _, o := range runtimeObjects {
		// Newer than everything it is made from, so make takes it as it is.
		if err := copyFile(filepath.Join(src.dir, "obj_dir", o), filepath.Join(runtime, o), 0o666); err != nil {
			return err
		}
	}
	if err := src.make(); err != nil {
		return err
	}
	return copyFile(filepath.Join(dir, "sim"), filepath.Join(src.dir, "obj_dir", "sim"), 0o777)
}

// make compiles what Verilator wrote.
func (s sources) make() error {
	cxx, err := Lookup("g++")
	if err != nil {
		return err
	}
	return s.command("make", append(slices.Clone(makeFlags), "CXX="+cxx.Path, "LINK="+cxx.Path)...)
}

// verilatorRuntime returns the directory with the runtimeObjects, made by
// compiling an empty test bench.
func verilatorRuntime(ctx context.Context, cache string) (string, error) {
	bench := benchName{"empty_tb", "tb_"}
	versions, err := Find("verilator").versions()
	if err != nil {
		return "", err
	}
	key := "runtime-" + contentKey(append(versions, verilatorRecipe(bench)...), nil)
	runtime, _, err := cached(cache, key, func(dir string) error {
		work, err := os.MkdirTemp("", "culprit-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(work)
		src := sources{ctx: ctx, dir: work, bench: bench, files: []string{bench.module + ".v"}}
		text := fmt.Sprintf("module %s;\n    initial begin\n        #1 $finish;\n    end\nendmodule\n", bench.module)
		if err := os.WriteFile(filepath.Join(work, src.files[0]), []byte(text), 0o666); err != nil {
			return err
		}
		if err := src.command("verilator", append(verilatorFlags(bench), src.files...)...); err != nil {
			return err
		}
		if err := src.make(); err != nil {
			return err
		}
		for _, o := range runtimeObjects {
			if err := copyFile(filepath.Join(dir, o), filepath.Join(work, "obj_dir", o), 0o666); err != nil {
				return err
			}
		}
		return nil
	})
	return runtime, err
}

func runVerilator(dir string, seed uint64) (string, []string) {
	// Registers, too, are arbitrary before reset.
	return filepath.Join(dir, "sim"), []string{"+verilator+rand+reset+2", fmt.Sprintf("+verilator+seed+%d", seed&0x7fffffff|1)}
}

func copyFile(to, from string, mode os.FileMode) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, mode)
}
