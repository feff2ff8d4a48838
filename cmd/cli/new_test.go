package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/version"
)

// inModule runs a program in the folder of a module of its own, which takes Culprit from
// this clone and everything else from the cache of Go.
func inModule(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// passesIn runs a program that must succeed there.
func passesIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := inModule(dir, name, args...)
	assert.NilError(t, err, "%s %s:\n%s", name, strings.Join(args, " "), out)
	return out
}

// TestNew: the tests of a new module pass, its command line works, and a mistake in its
// block is noticed.
func TestNew(t *testing.T) {
	tiers.Long(t, "a module of one's own")
	t.Parallel()
	root, err := filepath.Abs("../..")
	assert.NilError(t, err)
	for _, c := range []struct{ dir, module, block, pkg string }{
		{"chips", "", "edge_counter", "chips"},
		{"a/b-2", "example.com/corp/golden", "x", "hardware"},
	} {
		t.Run(c.dir, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"new", c.dir, "--block", c.block, "--replace", root}
			if c.module != "" {
				args = append(args, "--module", c.module)
			}
			held(t, dir, args...)
			made := filepath.Join(dir, c.dir)
			sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
			assert.NilError(t, err)
			assert.NilError(t, os.WriteFile(filepath.Join(made, "go.sum"), sum, 0o666))
			passesIn(t, made, "make", "test")
			list := passesIn(t, made, "go", "run", "./cmd/...", "list")
			assert.Assert(t, strings.Contains(list, c.block), list)
			passesIn(t, made, "go", "run", "./cmd/...", "verify", "all", "--engine", "builtin")

			assert.NilError(t, os.WriteFile(filepath.Join(made, "device_test.go"), deviceOf(t, made, c.pkg), 0o666))
			passesIn(t, made, "go", "test", ".")

			block := filepath.Join(made, c.pkg+".go")
			text, err := os.ReadFile(block)
			assert.NilError(t, err)
			wrong := strings.Replace(string(text), "io.In.AndNot(before)", "io.In.Xor(before)", 1)
			assert.Assert(t, wrong != string(text))
			assert.NilError(t, os.WriteFile(block, []byte(wrong), 0o666))
			out, err := inModule(made, "go", "test", "./...")
			assert.Assert(t, err != nil && strings.Contains(out, c.block), "%v\n%s", err, out)
		})
	}
}

// TestNewMistakes: a wrong call leaves nothing.
func TestNewMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	for _, c := range []struct{ call, want string }{
		{"new", "new takes one folder"},
		{"new a b", "new takes one folder"},
		{"new .", "is not empty: name another one"},
		{"new file", "cannot write into file"},
		{"new a --block Edge", `cannot name a block "Edge": give lower_snake`},
		{"new a --module a//b", `"a//b" is no path of a Go module`},
		{"new a --replace nowhere", "there is no go.mod: name a clone of Culprit"},
	} {
		r := rtlgen(t, dir, nil, strings.Fields(c.call)...)
		assert.Check(t, r.status == statusWrongCall && strings.Contains(r.stderr, c.want), "%s: %d %s", c.call, r.status,
			r.stderr)
		list, err := os.ReadDir(dir)
		assert.NilError(t, err)
		assert.Check(t, len(list) == 1, "%s leaves %v", c.call, list)
	}
}

// deviceOf is a test of the lines with which the README of a new module tries its block.
func deviceOf(t *testing.T, dir, pkg string) []byte {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	assert.NilError(t, err)
	_, code, found := strings.Cut(string(readme), "    device, err := ")
	assert.Assert(t, found, "%s", readme)
	code, _, _ = strings.Cut(code, "\n\n")
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	assert.NilError(t, err)
	name := strings.Fields(string(module))[1]
	return []byte("package " + pkg + "_test\n\nimport (\n\t\"testing\"\n\n\t" + fmt.Sprintf("%q\n\t%q\n\t%q\n\t%q\n", name, name+"/golden",
		version.Path+"/rtlgen/blocks", version.Path+"/testbench") + ")\n\nfunc TestDevice(t *testing.T) {\n\tdevice, err := " + code +
		"\n\tif err != nil || device.Err() != nil || out.Count != 0 {\n\t\tt.Fatal(out, err, device.Err())\n\t}\n}\n")
}
