//go:build linux && amd64

package native_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/internal/tiers"
)

const entry = "__attribute__((section(\".text.entry\"))) "

func run(t *testing.T, source string, memory []byte, number int, argument uint64) uint64 {
	t.Helper()
	cc, err := native.Find(context.Background())
	assert.NilError(t, err)
	image, err := cc.Compile(source)
	assert.NilError(t, err)
	code, err := native.Load(image, 1)
	assert.NilError(t, err)
	return code.Call(memory, number, argument)
}

// TestCall: the code has its arguments, changes the memory, and has a stack and constants.
func TestCall(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	const source = `
typedef unsigned long long u64;
static const u64 table[] = {3, 5, 7, 11, 13, 17, 19, 23};
static __attribute__((noinline)) u64 deep(unsigned char *memory, u64 n) {
	volatile u64 room[4096];
	room[n % 4096] = table[n % 8];
	return n ? deep(memory, n - 1) + room[n % 4096] : memory[0];
}
` + entry + `u64 entry(unsigned char *memory, u64 number, u64 argument) {
	memory[number] += 1;
	return deep(memory, argument);
}`
	memory := []byte{4, 0, 9}
	// 100 calls of 32 KiB each, the constants of 1 to 100, and memory[0].
	want := uint64(4)
	for n := 1; n <= 100; n++ {
		want += []uint64{3, 5, 7, 11, 13, 17, 19, 23}[n%8]
	}
	assert.Equal(t, run(t, source, memory, 2, 100), want)
	assert.DeepEqual(t, memory, []byte{4, 0, 10})
}

// TestFolders: any folder will do for temporary files and for the cache; without one the message
// says how to name another.
func TestFolders(t *testing.T) {
	tiers.Tools(t, "gcc")
	const source = entry + "int entry(void) { return 7; } // "
	odd := "a b,c\xc3\xa9'$x`y\"z#:%&;(\\q=~*"
	for _, c := range []struct{ temp, cache string }{{odd, "."}, {".", odd}, {"relative", "relative"},
		{".", "missing/" + strings.Repeat("long/", 80)}} {
		dir := t.TempDir()
		t.Chdir(dir)
		for _, name := range []string{odd, "relative"} {
			assert.NilError(t, os.Mkdir(name, 0o777))
		}
		t.Setenv("TMPDIR", c.temp)
		t.Setenv("CULPRIT_CACHE", c.cache)
		assert.Equal(t, run(t, source+c.temp+c.cache, nil, 0, 0), uint64(7), "%q", c)
		kept, err := os.ReadDir(filepath.Join(dir, c.cache, "engines"))
		assert.NilError(t, err)
		assert.Equal(t, len(kept), 1)
	}
	missing := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", missing)
	cc, err := native.Find(context.Background())
	if err == nil { // known already
		_, err = cc.Compile(source + "missing")
	}
	assert.Error(t, err, "cannot write temporary files in "+missing+
		": no such file or directory; name another folder with TMPDIR")
}

// TestCompilerErrors: what a user sees who has no compiler, or one that is too old.
func TestCompilerErrors(t *testing.T) {
	const source = entry + "int entry(void) { return nothing; }"
	t.Setenv("CC", "")
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	_, err := native.Find(context.Background())
	assert.Error(t, err, `no C compiler (clang, gcc, cc) is there: install gcc or clang, or use engine "compiled"`)

	t.Setenv("PATH", path)
	t.Setenv("CC", "no_such_compiler")
	_, err = native.Find(context.Background())
	assert.Error(t, err, `no C compiler (no_such_compiler) is there: install gcc or clang, or use engine "compiled"`)

	old := filepath.Join(t.TempDir(), "old_cc")
	const script = "#!/bin/sh\ncase $* in *-dM*) exit;; esac\necho 'design.c: In function' >&2\necho 'design.c:1: error: cannot' >&2\necho more >&2\nexit 1\n"
	assert.NilError(t, os.WriteFile(old, []byte(script), 0o777))
	t.Setenv("CC", old)
	cc, err := native.Find(context.Background())
	assert.NilError(t, err)
	_, err = cc.Compile(source)
	assert.Error(t, err,
		old+` does not compile the design (exit status 1; it says "design.c:1: error: cannot"): set CC to gcc 12 or clang 14, or a newer one, or use engine "compiled"`)

	for _, c := range []struct{ script, want string }{
		{"#!/bin/sh\necho 'unknown -march' >&2\nexit 1\n", `exit status 1; it says "unknown -march"`},
		{"#!/bin/sh\nexit 3\n", "exit status 3; it says nothing"},
		{"#!/bin/sh\nkill -9 $$\n", "signal: killed; it says nothing"},
		{"#!/nonexistent/interpreter\n", "no such file or directory"},
		{"no program", "exec format error"},
	} {
		refusing := filepath.Join(t.TempDir(), "other_cc")
		assert.NilError(t, os.WriteFile(refusing, []byte(c.script), 0o777))
		t.Setenv("CC", refusing)
		_, err = native.Find(context.Background())
		assert.Error(t, err, refusing+` does not compile the design (`+c.want+
			`): set CC to gcc 12 or clang 14, or a newer one, or use engine "compiled"`)
	}

	_, err = native.Load(nil, 1)
	assert.Error(t, err, "the compiled code is empty")
}
