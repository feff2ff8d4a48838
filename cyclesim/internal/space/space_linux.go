package space

import (
	"fmt"
	"sync"
	"syscall"
	"unsafe"
)

// Reach is all that code can address: 32 bits of address and 32 of offset. Behind memory that is reserved
// so far nothing else lies where a wrong address may lead: it ends the program instead of changing something.
const Reach = 1<<33 + 1<<16

// guard is what is reserved after memory where the process may not have Reach.
const guard = 1 << 20

// hugePage is the size of the large pages of the processor. A state that fills some needs far fewer
// entries of the tables of addresses then: 256 switches are 1.1 times as fast.
const hugePage = 2 << 20

// Memory is zeroed memory.
type Memory struct {
	mapped []byte
	all    []byte // from the first large page on
	used   uint64
}

// perMemory is how many mappings a memory takes. The part in use is one; what is reserved behind it mostly is
// one with the guard of the next stack.
const perMemory = 1

// unit is what the size of a memory is rounded up to: a page of WebAssembly, and of no system more.
const unit = 1 << 16

func rounded(bytes uint64) uint64 { return (bytes + unit - 1) / unit * unit }

// New makes a memory of the given number of bytes, rounded up to 64 KiB, and reserves as many
// addresses for it if the process may have them; else few behind its end. The error says that there is
// not enough.
func New(bytes, reach uint64) (*Memory, error) {
	bytes = rounded(bytes)
	if err := Take(perMemory); err != nil {
		return nil, tooLittle(bytes, err)
	}
	m, err := reserve(max(bytes, reach))
	if err != nil {
		err = Retry(func() (err error) {
			m, err = reserve(bytes + guard)
			return err
		})
	}
	if err == nil {
		if err = m.use(bytes); err == nil {
			return m, nil
		}
		m.unmap()
	}
	Give(perMemory)
	return nil, tooLittle(bytes, err)
}

func tooLittle(bytes uint64, err error) error {
	return fmt.Errorf("no memory for %d bytes of state: %w: %s", bytes, err, WayOut)
}

func reserve(bytes uint64) (*Memory, error) {
	mapped, err := syscall.Mmap(-1, 0, int(bytes)+hugePage, syscall.PROT_NONE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return nil, err
	}
	first := -uintptr(unsafe.Pointer(unsafe.SliceData(mapped))) % hugePage
	return &Memory{mapped: mapped, all: mapped[first:]}, nil
}

// use makes the first bytes accessible.
func (m *Memory) use(bytes uint64) error {
	if bytes > m.used {
		if err := syscall.Mprotect(m.all[m.used:bytes], syscall.PROT_READ|syscall.PROT_WRITE); err != nil {
			return err
		}
		m.used = bytes
		_ = syscall.Madvise(m.all[:bytes], syscall.MADV_HUGEPAGE) // it is slower without, that is all
	}
	return nil
}

// Bytes is the memory. It moves when Grow is called, perhaps, and is no more after Free.
func (m *Memory) Bytes() []byte { return m.all[:m.used:m.used] }

// Grow makes the memory larger. What it holds stays; the error says that there is not enough.
func (m *Memory) Grow(bytes uint64) error {
	bytes = rounded(bytes)
	if bytes <= uint64(len(m.all)) {
		return m.use(bytes)
	}
	other, err := New(bytes, 0)
	if err != nil {
		return err
	}
	copy(other.Bytes(), m.Bytes())
	m.mapped, m.all, m.used, other.mapped = other.mapped, other.all, other.used, m.mapped
	other.Free()
	return nil
}

// Free gives the memory back.
func (m *Memory) Free() {
	if m.mapped != nil {
		m.unmap()
		Give(perMemory)
	}
}

func (m *Memory) unmap() {
	_ = syscall.Munmap(m.mapped)
	m.mapped, m.all, m.used = nil, nil, 0
}

// heap is how many addresses are left to the heap, which grows in steps of 64 MiB: where it finds none, the
// process ends.
const heap = 72 << 20

// limited reports whether the system limits the addresses of the process.
var limited = sync.OnceValue(func() bool {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit)
	return err == nil && limit.Cur < 1<<46
})

// spare reports whether the heap can still grow.
func spare() error {
	if !limited() {
		return nil
	}
	probe, err := syscall.Mmap(-1, 0, heap, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		return err
	}
	return syscall.Munmap(probe)
}

// Room reports whether the heap could grow by n bytes; the error says that it could not.
func Room(bytes uint64) error {
	if bytes < heap {
		return nil
	}
	err := Retry(func() error {
		probe, err := syscall.Mmap(-1, 0, int(bytes)+heap, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err == nil {
			err = syscall.Munmap(probe)
		}
		return err
	})
	if err != nil {
		return tooLittle(bytes, err)
	}
	return nil
}
