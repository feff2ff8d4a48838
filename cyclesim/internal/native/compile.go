package native

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// compilers are tried in this order: the first makes the fastest code.
var compilers = []string{"clang", "gcc", "cc"}

// flags make code that stands by itself: nothing is called, all addresses are relative.
var flags = []string{
	"-std=gnu11", "-O2", "-march=native", "-w", "-fPIE", "-ffreestanding", "-fno-strict-aliasing", "-fno-stack-protector", "-fcf-protection=none",
	"-fno-asynchronous-unwind-tables", "-fno-tree-loop-distribute-patterns", "-nostdlib", "-static", "-Wl,--build-id=none", "-Wl,--oformat=binary",
}

// script puts the entry first, then the code, then the constants.
const script = `SECTIONS {
	. = 0;
	.all : { *(.text.entry) *(.text .text.*) *(.rodata .rodata.*) }
	/DISCARD/ : { *(*) }
}
`

// images keeps what has been compiled, by a hash of the source: an experiment runs one design
// many times.
var images struct {
	sync.Mutex
	made map[[sha256.Size]byte]func() ([]byte, error)
}

// Compile is the image of a C program whose function in section .text.entry is called.
func Compile(source string) ([]byte, error) {
	key := sha256.Sum256([]byte(source))
	images.Lock()
	if images.made == nil {
		images.made = map[[sha256.Size]byte]func() ([]byte, error){}
	}
	make := images.made[key]
	if make == nil {
		make = sync.OnceValues(func() ([]byte, error) { return compile(source) })
		images.made[key] = make
	}
	images.Unlock()
	return make()
}

// compiler finds the compiler: CC, if the user has set it, or the first that is there.
func compiler() (string, error) {
	names := compilers
	if cc := os.Getenv("CC"); cc != "" {
		names = []string{cc}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no C compiler (%s) is there: install gcc or clang, or use engine \"compiled\"", strings.Join(names, ", "))
}

func compile(source string) ([]byte, error) {
	cc, err := compiler()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "culprit-c-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, layout, out := filepath.Join(dir, "design.c"), filepath.Join(dir, "layout.ld"), filepath.Join(dir, "image")
	if err := errors.Join(os.WriteFile(in, []byte(source), 0o600), os.WriteFile(layout, []byte(script), 0o600)); err != nil {
		return nil, err
	}
	var said bytes.Buffer
	cmd := exec.Command(cc, append(append([]string{}, flags...), "-Wl,-T,"+layout, "-o", out, in)...)
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("%s does not compile the design (%s): set CC to gcc 12 or clang 14, or a newer one, or use engine \"compiled\"", cc, first)
	}
	return os.ReadFile(out)
}
