package native

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
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
}

// known keeps the compilers that have been found, by what they were searched with.
var known struct {
	sync.Mutex
	found map[string]*Compiler
}

// Find finds the compiler: CC, if the user has set it, or the first that is there. It makes
// code for this machine.
func Find() (*Compiler, error) { return FindFor("native") }

// FindFor is Find for code that an older processor can run, too: arch is such as x86-64-v3.
func FindFor(arch string) (*Compiler, error) {
	names := compilers
	if cc := os.Getenv("CC"); cc != "" {
		names = []string{cc}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return look(path, arch)
		}
	}
	return nil, fmt.Errorf("no C compiler (%s) is there: install gcc or clang, or use engine \"compiled\"", strings.Join(names, ", "))
}

// look asks a compiler for its macros.
func look(path, arch string) (*Compiler, error) {
	known.Lock()
	defer known.Unlock()
	key := path + "\x00" + arch
	if c := known.found[key]; c != nil {
		return c, nil
	}
	var said bytes.Buffer
	cmd := exec.Command(path, "-march="+arch, "-dM", "-E", "-x", "c", os.DevNull)
	cmd.Stderr = &said
	macros, err := cmd.Output()
	if err != nil {
		return nil, refused(path, said.String())
	}
	if known.found == nil {
		known.found = map[string]*Compiler{}
	}
	c := &Compiler{path, arch, macros}
	known.found[key] = c
	return c, nil
}

// refused is the error of a compiler that does not do what it should: the first that it says.
func refused(path, said string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	for line := range strings.Lines(said) {
		if strings.Contains(line, "error:") {
			first = strings.TrimSpace(line)
			break
		}
	}
	return fmt.Errorf("%s does not compile the design (%s): set CC to gcc 12 or clang 14, or a newer one, or use engine \"compiled\"", path, first)
}

// has tells whether a macro is defined.
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
	for _, s := range slices.Concat([]string{c.path, c.arch, string(c.macros), strings.Join(flags, " "), strings.Join(linkFlags, " "), script}, units) {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
