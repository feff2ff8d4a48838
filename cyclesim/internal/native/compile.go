package native

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"culprit.example/culprit/internal/child"
)

// flags make code that stands by itself: nothing is called, all addresses are relative.
var flags = []string{
	"-std=gnu11", "-O2", "-w", "-fPIE", "-ffreestanding", "-fno-strict-aliasing", "-fno-stack-protector",
	"-fcf-protection=none",
	"-fno-asynchronous-unwind-tables",
}

// linkFlags make one piece of the objects, by the script in layoutFile.
var linkFlags = []string{"-nostdlib", "-static", "-Wl,--build-id=none", "-Wl,--oformat=binary", "-Wl,-T," + layoutFile}

// layoutFile is beside the sources, as all files are: a path could have a comma, which -Wl parts.
const layoutFile = "layout.ld"

// script puts the entry first, then the code, then the constants.
const script = `SECTIONS {
	. = 0;
	.all : { *(.text.entry) *(.text .text.*) *(.rodata .rodata.*) }
	/DISCARD/ : { *(*) }
}
`

// compile makes imageFile in the folder work.
func (c *Compiler) compile(work string, units []string) error {
	if err := os.WriteFile(filepath.Join(work, layoutFile), []byte(script), 0o600); err != nil {
		return child.TempError(err)
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
			source := fmt.Sprintf("design%d.c", i)
			objects[i] = fmt.Sprintf("design%d.o", i)
			if err := os.WriteFile(filepath.Join(work, source), []byte(unit), 0o600); err != nil {
				errs[i] = child.TempError(err)
				return
			}
			errs[i] = c.run(work, slices.Concat(flags, []string{"-march=" + c.arch, "-c", "-o", objects[i], source}))
		}()
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err // one is enough for a user
		}
	}
	return c.run(work, slices.Concat(linkFlags, []string{"-o", imageFile}, objects))
}

func (c *Compiler) run(work string, args []string) error {
	var said bytes.Buffer
	cmd := child.New(c.ctx, c.path, args...)
	cmd.Dir, cmd.TempInDir, cmd.Stderr = work, true, &said
	err := cmd.Run()
	if err != nil && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if err != nil {
		return refused(c.path, err, said.Bytes())
	}
	return nil
}
