//go:build linux && amd64

package native

import (
	"context"
	"fmt"
	"syscall"

	"github.com/tetratelabs/wazero/experimental"
)

// reserved is all that code can address: 32 bits of address and 32 of offset. What is not in
// use is not accessible, so a wrong address ends the program instead of changing something.
const reserved = 1<<33 + 1<<16

// WithMemory has the memories of WebAssembly modules allocated so that machine code can work
// on them, too.
func WithMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate))
}

func allocate(_, _ uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, reserved, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		panic(fmt.Sprintf("no address space for the state of a design: %v", err))
	}
	return &linear{all: all}
}

// linear is a memory: the first part of a reserved range.
type linear struct {
	all  []byte
	used uint64
}

// Reallocate implements experimental.LinearMemory. The memory stays where it is.
func (m *linear) Reallocate(size uint64) []byte {
	if size > m.used {
		if err := syscall.Mprotect(m.all[m.used:size], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
			return nil
		}
		m.used = size
	}
	return m.all[:size:size]
}

// Free implements experimental.LinearMemory.
func (m *linear) Free() {
	if m.all != nil {
		_ = syscall.Munmap(m.all)
		m.all = nil
	}
}
