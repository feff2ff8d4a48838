package native

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
)

// compilers are tried in this order: the first makes the fastest code.
var compilers = []string{"clang", "gcc", "cc"}

// Compiler is a C compiler on the user's machine.
type Compiler struct {
	path string
	arch string // the machine that it makes code for, as in -march
	// macros are what it defines before it reads anything: its version, and what the
	// processor has.
	macros []byte
	// file is the size and the time of the program: another one may be installed at its place.
	file string
	ctx  context.Context // ends Compile
}

// Until is the same compiler, whose Compile ends when ctx ends.
func (c *Compiler) Until(ctx context.Context) *Compiler {
	other := *c
	other.ctx = ctx
	return &other
}

// known keeps the compilers that have been found, by what they were searched with.
var known usercache.Memory[*Compiler]

// Find finds the compiler: CC, if the user has set it, or the first that is there. It makes
// code for this machine. The end of ctx ends it, and Compile.
func Find(ctx context.Context) (*Compiler, error) { return FindFor(ctx, "native") }

// FindFor is Find for code that an older processor can run, too: arch is such as x86-64-v3.
func FindFor(ctx context.Context, arch string) (*Compiler, error) {
	names := compilers
	if cc := os.Getenv("CC"); cc != "" {
		names = []string{cc}
	}
	for _, name := range names {
		path, err := child.LookPath(name)
		if err != nil {
			continue
		}
		c, err := known.Get(ctx, path+"\x00"+arch+"\x00"+stamp(path),
			func() (*Compiler, error) { return ask(ctx, path, arch) })
		if err != nil {
			return nil, err
		}
		return c.Until(ctx), nil
	}
	return nil, fmt.Errorf("no C compiler (%s) is there: install gcc or clang, or use engine \"compiled\"",
		strings.Join(names, ", "))
}

// ask asks a compiler for its macros.
func ask(ctx context.Context, path, arch string) (*Compiler, error) {
	var macros, said bytes.Buffer
	cmd := child.New(ctx, path, "-march="+arch, "-dM", "-E", "-x", "c", os.DevNull)
	cmd.Stdout, cmd.Stderr = &macros, &said
	err := cmd.Run()
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, refused(path, err, said.Bytes())
	}
	return &Compiler{path: path, arch: arch, macros: macros.Bytes(), file: stamp(path)}, nil
}

// stamp is the size and the time of a file.
func stamp(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// refused is the error of a compiler that does not do what it should, with the reason.
func refused(path string, err error, said []byte) error {
	if child.IsTempError(err) {
		return err
	}
	return fmt.Errorf("%s does not compile the design (%s): set CC to gcc 12 or clang 14, or a newer one, or use engine \"compiled\"%s",
		path, child.Reason(err, said), child.Advice(said))
}

// has reports whether a macro is defined.
func (c *Compiler) has(macro string) bool {
	return bytes.Contains(c.macros, []byte("#define "+macro+" "))
}

// VectorBytes is the size of the widest vectors that the processor has: 16, 32 or 64.
func (c *Compiler) VectorBytes() int {
	switch {
	case c.has("__AVX512BW__") && c.has("__AVX512VL__") && c.has("__AVX512DQ__"):
		return 64
	case c.has("__AVX2__"):
		return 32
	}
	return 16
}

// key is what the code that comes from a source depends on.
func (c *Compiler) key(units []string) [sha256.Size]byte {
	h := sha256.New()
	for _, s := range slices.Concat(child.Influences(),
		[]string{c.path, c.file, c.arch, string(c.macros), strings.Join(flags, " "), strings.Join(linkFlags, " "), script},
		units) {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
