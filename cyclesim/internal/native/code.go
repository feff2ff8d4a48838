//go:build linux && amd64

package native

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"
)

// stackBytes is what the code has for its calls, which do not recur: some levels of the
// hierarchy, each with the vectors that do not fit in registers.
const stackBytes = 8 << 20

// Code is machine code in memory, with a stack. It is for one goroutine at a time.
type Code struct {
	text  []byte
	stack []byte
}

// Supported tells why compiled code does not run here; nil if it does.
func Supported() error { return nil }

// Load makes an image executable. It is unmapped when nothing refers to the code any more.
func Load(image []byte) (*Code, error) {
	if len(image) == 0 {
		return nil, errors.New("the compiled code is empty")
	}
	text, err := syscall.Mmap(-1, 0, len(image), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("no memory for the compiled code: %w", err)
	}
	copy(text, image)
	if err := syscall.Mprotect(text, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		_ = syscall.Munmap(text)
		return nil, fmt.Errorf("the system does not let compiled code run: %w: use engine \"compiled\"", err)
	}
	stack, err := syscall.Mmap(-1, 0, stackBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		_ = syscall.Munmap(text)
		return nil, fmt.Errorf("no memory for the stack of the compiled code: %w", err)
	}
	guard := stack[:syscall.Getpagesize()]
	if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
		_, _ = syscall.Munmap(text), syscall.Munmap(stack)
		return nil, fmt.Errorf("the stack of the compiled code cannot be guarded: %w", err)
	}
	c := &Code{text, stack}
	runtime.AddCleanup(c, func(maps [2][]byte) {
		_, _ = syscall.Munmap(maps[0]), syscall.Munmap(maps[1])
	}, [2][]byte{text, stack})
	return c, nil
}

// Call calls the function at the start of the code with a memory and two numbers.
func (c *Code) Call(memory []byte, number int, argument uint64) uint64 {
	base := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	top := uintptr(unsafe.Pointer(unsafe.SliceData(c.stack))) + stackBytes
	result := enter(uintptr(unsafe.Pointer(unsafe.SliceData(c.text))), base, uintptr(number), uintptr(argument), top)
	runtime.KeepAlive(memory)
	runtime.KeepAlive(c)
	return result
}

//go:noescape
func enter(code, memory, number, argument, stack uintptr) uint64
