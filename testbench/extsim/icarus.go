package extsim

import (
	"context"
	"path/filepath"
)

// icarusProgram is the file that a compiled simulation is.
const icarusProgram = "sim.vvp"

func icarusFlags(b benchName) []string {
	return append([]string{"-g2005", "-Wall", "-s", b.module}, defines(b)...)
}

func compileIcarus(src sources) ([]string, error) {
	args := append(icarusFlags(src.bench), "-o", icarusProgram)
	if len(src.source.Files) > 0 {
		args = append(args, "-g2012") // of others it may be SystemVerilog
	}
	args = append(args, options(src.source)...)
	return []string{icarusProgram}, src.command("", "iverilog", append(args, src.files...)...)
}

func runIcarus(ctx context.Context, dir string, _ uint64) (string, []string, error) {
	vvp, err := Lookup(ctx, "vvp")
	return vvp.Path, []string{"-n", filepath.Join(dir, icarusProgram)}, err
}
