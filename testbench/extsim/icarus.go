package extsim

import (
	"context"
	"path/filepath"
	"slices"
)

// icarusProgram is the file that a compiled simulation is.
const icarusProgram = "sim.vvp"

func icarusFlags(b benchName) []string {
	return append([]string{"-g2005", "-Wall", "-s", b.module}, defines(b)...)
}

func compileIcarus(src sources) ([]string, error) {
	args := append(icarusFlags(src.bench), "-o", icarusProgram)
	if slices.ContainsFunc(src.source.Files, func(path string) bool { return filepath.Ext(path) == ".sv" }) {
		args = append(args, "-g2012") // it has more words that are no names
	}
	args = append(args, SourceOptions(src.source)...)
	err := src.command("", "iverilog", append(args, src.files...)...)
	if err != nil && len(src.source.Files) > 0 && src.ctx.Err() == nil { // others may have more than the names say
		err = src.command("", "iverilog", append(append(args, "-g2012"), src.files...)...)
	}
	return []string{icarusProgram}, err
}

func runIcarus(ctx context.Context, dir string, _ uint64) (string, []string, error) {
	vvp, err := Lookup(ctx, "vvp")
	return vvp.Path, []string{"-n", filepath.Join(dir, icarusProgram)}, err
}
