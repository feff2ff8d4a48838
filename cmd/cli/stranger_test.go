package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/version"
)

// stranger is somebody who has Go and a proxy of modules, and no clone of this project.
type stranger struct {
	t    *testing.T
	home string
	env  []string
}

// newStranger gives somebody this clone as a release, in a proxy of files; what it needs of
// others comes from the cache of Go.
func newStranger(t *testing.T) *stranger {
	t.Helper()
	home := t.TempDir()
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	proxy := filepath.Join(home, "proxy")
	pack := exec.Command("go", "run", "./scripts/proxy", proxy)
	pack.Dir = root
	text, err := pack.CombinedOutput()
	assert.NilError(t, err, "%s", text)
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	assert.NilError(t, err)
	return &stranger{t: t, home: home, env: append(os.Environ(),
		"GOPROXY=file://"+proxy+",file://"+strings.TrimSpace(string(cache))+"/cache/download",
		"GOMODCACHE="+filepath.Join(home, "modules"), "GOBIN="+filepath.Join(home, "bin"),
		"GOFLAGS=-modcacherw -trimpath", "GOSUMDB=off", "GOWORK=off")}
}

// does runs a program in a folder below home and returns what it says and its exit status.
func (s *stranger) does(dir, name string, args ...string) (string, int) {
	s.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = filepath.Join(s.home, dir), s.env
	text, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

func (s *stranger) succeeds(dir, name string, args ...string) string {
	s.t.Helper()
	text, status := s.does(dir, name, args...)
	assert.Equal(s.t, status, 0, "%s %s:\n%s", name, strings.Join(args, " "), text)
	return text
}

// addRing gives the module chips the ring: a family with a network and an experiment.
func (s *stranger) addRing() {
	const ring = "../../blocks/library/internal/ring"
	to := filepath.Join(s.home, "chips", "ring")
	add := func(path string, text []byte) {
		assert.NilError(s.t, os.MkdirAll(filepath.Dir(path), 0o777))
		text = bytes.ReplaceAll(text, []byte(`"`+version.Path+`/blocks/library/internal/ring`),
			[]byte(`"stranger.example/chips/ring`))
		assert.NilError(s.t, os.WriteFile(path, text, 0o666))
	}
	assert.NilError(s.t, filepath.WalkDir(ring, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		add(filepath.Join(to, strings.TrimPrefix(path, ring)), text)
		return err
	}))
	for from, path := range map[string]string{
		"main.go.txt": "chips/cmd/chips/main.go", "measured.go.txt": "chips/ring/measured/measured.go",
	} {
		text, err := os.ReadFile(filepath.Join("testdata/stranger", from))
		assert.NilError(s.t, err)
		add(filepath.Join(s.home, path), text)
	}
}

// calls are those of the stranger's program, with an expression of what they say.
var strangersCalls = map[string][]string{
	"list":   {"list", `(?s)edge_counter.*ring_switch.*ring_network`, "list --json ring_switch", `"ring_switch"`},
	"gen":    {"gen all -o v", `3 blocks`, "gen ring_network --single-file -o one", `ring_network`},
	"verify": {"verify all --engine builtin,verilator,icarus --cycles 2000", `ring_network +.* pass`},
	"prove":  {"prove all --limit 5s", `ring_switch`},
	"mutate": {"mutate edge_counter", `edge_counter`},
	"dpi":    {"dpi edge_counter ring_switch -o golden", `libgolden.so`},
	"tb":     {"tb ring_switch -o tb --cycles 100", `ring_switch`},
	"wave":   {"wave ring_network --cycles 50 -o ring.vcd", `ring.vcd`},
	"dump":   {"dump ring_switch", `ring_switch`},
	"draw":   {"draw ring_switch --dot", `digraph "ring_switch"`},
	"film":   {"film ring-reuse --points", `.`},
	"import": {"import v/edge_counter.v --top edge_counter --reset rst", `module edge_counter`},
	"sim":    {"sim v/edge_counter.v --top edge_counter --reset rst --random --engine native,icarus", `the same outputs`},
	"run": {"run ring-reuse -o out", `reuse +.*holds`, "run ring-reuse --mutants -o out", `noticed`,
		"run --list", `ring-reuse`},
	"bench":  {"bench ring --engines compiled,reference --models default --cycles 2000 --loads 0.4", `ring`},
	"lint":   {"lint", `^$`, "lint edge_counter --corners", `^$`},
	"synth":  {"synth ring_switch --no-place", `ring_switch`},
	"new":    {"new another", `another`},
	"doctor": {"doctor", `(?i)verilator`},
	"completion": {"completion bash", `(?s)_chips_complete.*-F _chips_complete chips`,
		"complete -- gen ring_n", `^ring_network\n$`},
	"man":  {"man", `(?s)^\.TH CHIPS 1.*chips gen edge_counter`},
	"help": {"--help", `(?s)chips list.*chips gen edge_counter`, "gen --help", `chips gen edge_counter`},
}

// TestStranger: who begins with an empty folder gets the program and the packages by the go
// command alone, without a replacement; the tests of a new module pass; a family with a network
// and an experiment is added to it; and all commands work on both.
func TestStranger(t *testing.T) {
	tiers.Long(t, "a module that a proxy of files gives")
	t.Parallel()
	s := newStranger(t)
	release := version.Path + "/cmd/rtlgen@v" + version.Number()
	s.succeeds(".", "go", "install", release)
	program := filepath.Join(s.home, "bin", "rtlgen")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	assert.Equal(t, s.succeeds(".", program, "--version"), "rtlgen version "+version.Number()+"\n")
	s.succeeds(".", program, "new", "chips", "--module", "stranger.example/chips")
	s.succeeds("chips", "make", "test")
	s.addRing()
	s.succeeds("chips", "go", "get", "-t", "./...")
	s.succeeds("chips", "go", "vet", "./...")
	s.succeeds("chips", "go", "test", "./ring/...")
	mod, err := os.ReadFile(filepath.Join(s.home, "chips", "go.mod"))
	assert.NilError(t, err)
	assert.Assert(t, !strings.Contains(string(mod), "replace"), "%s", mod)

	s.succeeds("chips", "go", "build", "-o", "chips", "./cmd/chips")
	own := filepath.Join(s.home, "chips", "chips")
	for _, c := range newProgram("chips", io.Discard, io.Discard, nil).app().Commands {
		calls := strangersCalls[c.Name]
		assert.Check(t, c.Hidden || len(calls) > 0, "no call of %s", c.Name)
		for i := 0; i < len(calls); i += 2 {
			said := s.succeeds("chips", own, strings.Fields(calls[i])...)
			assert.Check(t, regexp.MustCompile(calls[i+1]).MatchString(said), "chips %s:\n%s", calls[i], said)
		}
	}
}
