package extsim

import "path/filepath"

func icarusFlags(b benchName) []string {
	return append([]string{"-g2005", "-Wall", "-s", b.module}, defines(b)...)
}

func compileIcarus(src sources, dir string) error {
	args := append(icarusFlags(src.bench), "-o", filepath.Join(dir, "sim.vvp"))
	return src.command("iverilog", append(args, src.files...)...)
}

func runIcarus(dir string, _ uint64) (string, []string) {
	vvp, err := Lookup("vvp")
	if err != nil {
		panic("BUG: vvp was there when the simulation was compiled: " + err.Error())
	}
	return vvp.Path, []string{"-n", filepath.Join(dir, "sim.vvp")}
}
