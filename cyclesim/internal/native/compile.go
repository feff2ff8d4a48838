package native

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// flags make code that stands by itself: nothing is called, all addresses are relative.
var flags = []string{
	"-std=gnu11", "-O2", "-w", "-fPIE", "-ffreestanding", "-fno-strict-aliasing", "-fno-stack-protector", "-fcf-protection=none",
	"-fno-asynchronous-unwind-tables", "-nostdlib", "-static", "-Wl,--build-id=none", "-Wl,--oformat=binary",
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
func (c *Compiler) Compile(source string) ([]byte, error) {
	key := c.key(source)
	images.Lock()
	if images.made == nil {
		images.made = map[[sha256.Size]byte]func() ([]byte, error){}
	}
	make := images.made[key]
	if make == nil {
		make = sync.OnceValues(func() ([]byte, error) {
			return userCache().image(key, func() ([]byte, error) { return c.compile(source) })
		})
		images.made[key] = make
	}
	images.Unlock()
	return make()
}

func (c *Compiler) compile(source string) ([]byte, error) {
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
	args := append(append([]string{}, flags...), "-march="+c.arch, "-Wl,-T,"+layout, "-o", out, in)
	cmd := exec.Command(c.path, args...)
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return nil, refused(c.path, said.String())
	}
	return os.ReadFile(out)
}
