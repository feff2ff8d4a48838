//go:build linux && amd64

package native

import (
	"context"
	"fmt"
	"syscall"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
)

// reserved is all that code can address: 32 bits of address and 32 of offset. What is not in
// use is not accessible, so a wrong address ends the program instead of changing something.
const reserved = 1<<33 + 1<<16

// hugePage is the size of the large pages of the processor. A state that fills some needs far fewer
// entries of the tables of addresses then: 256 switches are 1.1 times as fast.
const hugePage = 2 << 20

// WithMemory has the memories of WebAssembly modules allocated so that machine code can work
// on them, too.
func WithMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocate))
}

func allocate(_, _ uint64) experimental.LinearMemory {
	all, err := syscall.Mmap(-1, 0, reserved+hugePage, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		panic(fmt.Sprintf("no address space for the state of a design: %v", err))
	}
	first := -uintptr(unsafe.Pointer(unsafe.SliceData(all))) % hugePage
	return &linear{mapped: all, all: all[first:]}
}

// linear is a memory: the first part of a reserved range.
type linear struct {
	mapped []byte
	all    []byte // from the first large page on
	used   uint64
}

// Reallocate implements experimental.LinearMemory. The memory stays where it is.
func (m *linear) Reallocate(size uint64) []byte {
	if size > m.used {
		if err := syscall.Mprotect(m.all[m.used:size], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
			return nil
		}
		m.used = size
		_ = syscall.Madvise(m.all[:size], syscall.MADV_HUGEPAGE) // it is slower without, that is all
	}
	return m.all[:size:size]
}

// Free implements experimental.LinearMemory.
func (m *linear) Free() {
	if m.mapped != nil {
		_ = syscall.Munmap(m.mapped)
		m.mapped, m.all = nil, nil
	}
}
