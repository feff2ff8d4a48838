package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// regsName is the command, which is there if a block has registers.
const regsName = "regs"

// document is something that PeakRDL makes of SystemRDL.
type document struct{ option, exporter, suffix, usage string }

// documents are what PeakRDL makes of SystemRDL: the option, the exporter, and the name of its file or folder.
var documents = []document{
	{"html", "html", "_html", "also HTML"},
	{"c", "c-header", ".h", "also a C header"},
	{"ipxact", "ip-xact", ".xml", "also IP-XACT"},
	{"uvm", "uvm", "_uvm_pkg.sv", "also a register model of UVM"},
}

func (p *program) regsCommand() *cli.Command {
	flags := []cli.Flag{paramFlag(), outFlag()}
	for _, d := range documents {
		flags = append(flags, &cli.BoolFlag{Name: d.option, Usage: d.usage})
	}
	return &cli.Command{
		Name:      regsName,
		Usage:     "write the registers of a block as SystemRDL; of that HTML, C, IP-XACT, UVM",
		UsageText: "rtlgen regs BLOCK [-p name=value]... [--html] [--c] [--ipxact] [--uvm] [-o DIR]",
		Description: "The file is BLOCK.rdl. What is made of it is made by PeakRDL, which scripts/setup installs.\n\n" +
			"Example:\n  rtlgen regs regs_sample -p ports=4 --html --c -o out",
		Flags:  flags,
		Action: p.regs,
	}
}

func (p *program) regs(c *cli.Context) error {
	name, err := oneArgument(c, "a block")
	if err != nil {
		return err
	}
	b, err := p.block(name)
	if err != nil {
		return err
	}
	if b.Registers == nil {
		return fmt.Errorf("block %s has no registers that software could read; those that have: %s", name,
			strings.Join(p.withRegisters(), ", "))
	}
	given, err := params(c)
	if err != nil {
		return err
	}
	values, err := b.Resolve(given)
	if err != nil {
		return err
	}
	dir, err := outDir(c)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := b.Registers(values, &text); err != nil {
		return fmt.Errorf("block %s: %w", name, err)
	}
	var chosen []document
	for _, d := range documents {
		if c.Bool(d.option) {
			chosen = append(chosen, d)
		}
	}
	files, err := documentsOf(c.Context, name, text.Bytes(), chosen)
	if err != nil {
		return err
	}
	output := verilog.Output{Files: files}
	if err := output.WriteDir(dir); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "registers of %s: %s in %s\n", name, count(len(files), "file"), dir)
	return err
}

// withRegisters are the names of the blocks that have registers.
func (p *program) withRegisters() []string {
	var names []string
	for _, b := range p.blocks {
		if b.Registers != nil {
			names = append(names, b.Name)
		}
	}
	return names
}

// documentsOf is the SystemRDL of a block with what is made of it.
func documentsOf(ctx context.Context, block string, text []byte, chosen []document) ([]verilog.File, error) {
	files := []verilog.File{{Path: block + ".rdl", Data: text}}
	if len(chosen) == 0 {
		return files, nil
	}
	peakrdl, err := extsim.Lookup(ctx, "peakrdl")
	if err != nil {
		return nil, err
	}
	work, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if err := os.WriteFile(filepath.Join(work, files[0].Path), text, 0o666); err != nil {
		return nil, fmt.Errorf("cannot write what PeakRDL reads: %w", err)
	}
	for _, d := range chosen {
		cmd := child.New(ctx, peakrdl.Path, d.exporter, files[0].Path, "-o", block+d.suffix)
		cmd.Dir = work
		if said, err := cmd.Said(); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("peakrdl %s: %s%s", d.exporter, child.Reason(err, said), child.Advice(said))
		}
	}
	made, err := filesBelow(work)
	if err != nil {
		return nil, fmt.Errorf("cannot read what PeakRDL has written: %w", err)
	}
	return made, nil
}

// builtAt is the time at which PeakRDL has made its HTML.
var builtAt = regexp.MustCompile(`BUILD_TS = ([0-9]+);`)

// filesBelow are the files of a folder, in the order of their names, without the time at which they were made.
func filesBelow(dir string) (files []verilog.File, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if m := builtAt.FindSubmatch(data); m != nil {
			data = bytes.ReplaceAll(data, m[1], []byte("0"))
		}
		path, err = filepath.Rel(dir, path)
		files = append(files, verilog.File{Path: filepath.ToSlash(path), Data: data})
		return err
	})
	return files, err
}
