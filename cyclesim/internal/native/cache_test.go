package native

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/usercache"
)

// TestCacheKey: the compiler, its target, and the source each decide.
func TestCacheKey(t *testing.T) {
	seen := map[[sha256.Size]byte]bool{}
	for _, c := range []Compiler{
		{path: "gcc", arch: "native", macros: []byte("12")},
		{path: "gcc", arch: "native", macros: []byte("13")},
		{path: "gcc", arch: "native", macros: []byte("13"), file: "installed again"},
		{path: "gcc", arch: "x86-64-v3", macros: []byte("12")},
		{path: "cc", arch: "native", macros: []byte("12")},
	} {
		for _, source := range []string{"a", "b"} {
			seen[c.key([]string{source})] = true
		}
	}
	assert.Equal(t, len(seen), 10)
	t.Setenv("LD_LIBRARY_PATH", "/other/libraries") // it reaches the compiler
	c := Compiler{path: "gcc", arch: "native", macros: []byte("12")}
	assert.Assert(t, !seen[c.key([]string{"a"})])
}

// slowCompiler is a compiler that takes a minute for a program, and says where its processes are.
func slowCompiler(t *testing.T, pids string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cc")
	script := "#!/bin/sh\ncase $* in *-dM*) exit;; esac\necho $$ >> '" + pids + "'\nsleep 60 &\necho $! >> '" + pids +
		"'\nwait\n"
	assert.NilError(t, os.WriteFile(path, []byte(script), 0o777))
	return path
}

// TestCompileEnds: the end of the context ends the compiler at once, and leaves nothing; those who
// wait for the same image with a context of their own get it.
func TestCompileEnds(t *testing.T) {
	temp, pids := t.TempDir(), filepath.Join(t.TempDir(), "pids")
	t.Setenv("TMPDIR", temp)
	t.Setenv("CC", slowCompiler(t, pids))
	t.Setenv(usercache.Variable, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cc, err := Find(ctx)
	assert.NilError(t, err)
	go func() {
		for {
			if text, err := os.ReadFile(pids); err == nil && len(text) > 0 {
				cancel()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	_, err = cc.Compile("int a;")
	assert.ErrorIs(t, err, context.Canceled)
	left, err := os.ReadDir(temp)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 0)
	left, err = os.ReadDir(kept.Dir())
	assert.Assert(t, err != nil || len(left) == 0, "the cache holds %v", left)

	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = cc.Until(ctx).Compile("int a;") // the error of the first call is not kept
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
