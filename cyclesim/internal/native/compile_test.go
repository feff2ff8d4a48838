//go:build linux && amd64

package native_test

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/native"
)

const entry = "__attribute__((section(\".text.entry\"))) "

func run(t *testing.T, source string, memory []byte, number int, argument uint64) uint64 {
	t.Helper()
	cc, err := native.Find()
	assert.NilError(t, err)
	image, err := cc.Compile(source)
	assert.NilError(t, err)
	code, err := native.Load(image, 1)
	assert.NilError(t, err)
	return code.Call(memory, number, argument)
}

// TestCall: the code has its arguments, changes the memory, and has a stack and constants.
func TestCall(t *testing.T) {
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

// TestCompilerErrors: what a user sees who has no compiler, or one that is too old.
func TestCompilerErrors(t *testing.T) {
	const source = entry + "int entry(void) { return nothing; }"
	t.Setenv("CC", "")
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	_, err := native.Find()
	assert.Error(t, err, `no C compiler (clang, gcc, cc) is there: install gcc or clang, or use engine "compiled"`)

	t.Setenv("PATH", path)
	t.Setenv("CC", "no_such_compiler")
	_, err = native.Find()
	assert.Error(t, err, `no C compiler (no_such_compiler) is there: install gcc or clang, or use engine "compiled"`)

	old := filepath.Join(t.TempDir(), "old_cc")
	const script = "#!/bin/sh\ncase $* in *-dM*) exit;; esac\necho 'design.c: In function' >&2\necho 'design.c:1: error: cannot' >&2\necho more >&2\nexit 1\n"
	assert.NilError(t, os.WriteFile(old, []byte(script), 0o777))
	t.Setenv("CC", old)
	cc, err := native.Find()
	assert.NilError(t, err)
	_, err = cc.Compile(source)
	assert.Error(t, err, old+` does not compile the design (design.c:1: error: cannot): set CC to gcc 12 or clang 14, or a newer one, or use engine "compiled"`)

	refusing := filepath.Join(t.TempDir(), "older_cc")
	assert.NilError(t, os.WriteFile(refusing, []byte("#!/bin/sh\necho 'unknown -march' >&2\nexit 1\n"), 0o777))
	t.Setenv("CC", refusing)
	_, err = native.Find()
	assert.Error(t, err, refusing+` does not compile the design (unknown -march): set CC to gcc 12 or clang 14, or a newer one, or use engine "compiled"`)

	_, err = native.Load(nil, 1)
	assert.Error(t, err, "the compiled code is empty")
}
