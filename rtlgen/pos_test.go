package rtlgen

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/version"
)

// TestOutsideModule makes a mistake in a module of its own, in its main package and in
// another one: the positions are files below its root.
func TestOutsideModule(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	assert.NilError(t, err)
	dir := t.TempDir()
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	assert.NilError(t, err)
	for name, text := range map[string]string{
		"go.mod": fmt.Sprintf(
			"module example.com/corp/mine\n\ngo 1.24.0\n\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]s\n", version.Path, root),
		"go.sum":          string(sum),
		"axis/axis.go":    "package axis\n\nimport \"culprit.example/culprit/rtlgen\"\n\nfunc Axis(m *rtlgen.Module, a rtlgen.Value) {\n\tm.Output(\"y\", a)\n}\n",
		"cmd/gen/main.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"culprit.example/culprit/rtlgen\"\n\t\"example.com/corp/mine/axis\"\n)\n\nfunc main() {\n\tm := rtlgen.NewModule(\"m\")\n\taxis.Axis(m, m.Input(\"a\", 3))\n\taxis.Axis(m, m.Input(\"a\", 3))\n\t_, err := rtlgen.Elaborate(m)\n\tfmt.Println(err)\n}\n",
	} {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	for _, flags := range []string{"", "-trimpath"} {
		cmd := exec.Command("go", "run", "-mod=mod", "./cmd/gen")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS="+flags, "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, string(out))
		for _, want := range []string{"\naxis/axis.go:6: RTL", "\ncmd/gen/main.go:13: RTL"} {
			assert.Assert(t, strings.Contains(string(out), want), "%q: no %q in\n%s", flags, want, out)
		}
	}
}
