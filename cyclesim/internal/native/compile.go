package native

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
)

// flags make code that stands by itself: nothing is called, all addresses are relative.
var flags = []string{
	"-std=gnu11", "-O2", "-w", "-fPIE", "-ffreestanding", "-fno-strict-aliasing", "-fno-stack-protector", "-fcf-protection=none",
	"-fno-asynchronous-unwind-tables",
}

// linkFlags make one piece of the objects, by the script that follows.
var linkFlags = []string{"-nostdlib", "-static", "-Wl,--build-id=none", "-Wl,--oformat=binary"}

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

// Compile is the image of a C program whose function in section .text.entry is called. Its
// translation units are compiled side by side.
func (c *Compiler) Compile(units ...string) ([]byte, error) {
	key := c.key(units)
	images.Lock()
	if images.made == nil {
		images.made = map[[sha256.Size]byte]func() ([]byte, error){}
	}
	make := images.made[key]
	if make == nil {
		make = sync.OnceValues(func() ([]byte, error) {
			return userCache().image(key, func() ([]byte, error) { return c.compile(units) })
		})
		images.made[key] = make
	}
	images.Unlock()
	return make()
}

func (c *Compiler) compile(units []string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "culprit-c-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	layout, image := filepath.Join(dir, "layout.ld"), filepath.Join(dir, "image")
	if err := os.WriteFile(layout, []byte(script), 0o600); err != nil {
		return nil, err
	}
	objects, errs := make([]string, len(units)), make([]error, len(units))
	free := make(chan bool, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, unit := range units {
		all.Add(1)
		go func() {
			defer all.Done()
			free <- true
			defer func() { <-free }()
			source := filepath.Join(dir, fmt.Sprintf("design%d.c", i))
			objects[i] = filepath.Join(dir, fmt.Sprintf("design%d.o", i))
			if errs[i] = os.WriteFile(source, []byte(unit), 0o600); errs[i] == nil {
				errs[i] = c.run(slices.Concat(flags, []string{"-march=" + c.arch, "-c", "-o", objects[i], source}))
			}
		}()
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err // one is enough for a user
		}
	}
	if err := c.run(slices.Concat(linkFlags, []string{"-Wl,-T," + layout, "-o", image}, objects)); err != nil {
		return nil, err
	}
	return os.ReadFile(image)
}

func (c *Compiler) run(args []string) error {
	var said bytes.Buffer
	cmd := exec.Command(c.path, args...)
	cmd.Stderr = &said
	if cmd.Run() != nil {
		return refused(c.path, said.String())
	}
	return nil
}
