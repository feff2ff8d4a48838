//go:build linux && amd64

package native

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/cpu"

	"culprit.example/culprit/cyclesim/internal/space"
)

// Code is machine code in memory, with stacks. It is for one goroutine at a time, or for one for
// each of its threads.
type Code struct {
	text   []byte
	stacks [][]byte
}

// ret is the code of a function that does nothing.
var ret = []byte{0xc3}

// Supported tells why compiled code does not run here; nil if it does. It tries, once in a process: code is
// mapped and called, and a memory made for it.
var Supported = sync.OnceValue(func() error {
	code, err := Load(ret, 1)
	if err != nil {
		return err
	}
	memory, err := space.New(1, space.Reach)
	if err != nil {
		return err
	}
	code.Call(memory.Bytes(), 0, 0)
	memory.Free()
	return nil
})

// AVX2 tells why code for processors with AVX2 does not run here; nil if it does.
func AVX2() error {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasBMI1 || !cpu.X86.HasBMI2 || !cpu.X86.HasPOPCNT {
		return errors.New("the processor has no AVX2 with BMI2: use engine \"compiled\"")
	}
	return Supported()
}

// AVX512 reports whether code for processors with AVX-512 (F, BW, DQ, VL) runs here.
func AVX512() bool {
	x := &cpu.X86
	return AVX2() == nil && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL
}

// Load makes an image executable, with a stack for each of the given number of threads. It is unmapped when
// nothing refers to the code any more.
func Load(image []byte, threads int) (*Code, error) {
	if len(image) == 0 {
		return nil, errors.New("the compiled code is empty")
	}
	stacks := max(threads, 1)
	count := 1 + 2*stacks // a stack has a guard in front of it
	if err := space.Take(count); err != nil {
		return nil, noMemory("compiled code", err)
	}
	var maps [][]byte
	unmap := func(maps [][]byte) {
		for _, m := range maps {
			_ = syscall.Munmap(m)
		}
		space.Give(count)
	}
	text, err := mapped(len(image), 0)
	if err != nil {
		unmap(nil)
		return nil, noMemory("compiled code", err)
	}
	maps = append(maps, text)
	copy(text, image)
	if err := syscall.Mprotect(text, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		unmap(maps)
		return nil, fmt.Errorf("the system does not let compiled code run: %w: use engine \"compiled\"", err)
	}
	for range stacks {
		stack, err := newStack()
		if err != nil {
			unmap(maps)
			return nil, err
		}
		maps = append(maps, stack)
	}
	c := &Code{text, maps[1:]}
	runtime.AddCleanup(c, unmap, maps)
	return c, nil
}

// mapped is memory to read and to write.
func mapped(bytes, flags int) (memory []byte, err error) {
	err = space.Retry(func() (err error) {
		memory, err = syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_PRIVATE|syscall.MAP_ANON|flags)
		return err
	})
	return memory, err
}

func noMemory(what string, err error) error {
	return fmt.Errorf("no memory for the %s: %w: use engine \"compiled\" or \"reference\", or %s", what, err, space.WayOut)
}

// newStack is a stack with a page in front of it that cannot be accessed.
func newStack() ([]byte, error) {
	stack, err := mapped(StackBytes, syscall.MAP_NORESERVE)
	if err != nil {
		return nil, noMemory("stack of compiled code", err)
	}
	guard := stack[:syscall.Getpagesize()]
	if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
		_ = syscall.Munmap(stack)
		return nil, fmt.Errorf("the stack of the compiled code cannot be guarded: %w", err)
	}
	return stack, nil
}

// Address is that of a byte of the code, for other code that calls it; valid as long as something
// refers to c.
func (c *Code) Address(offset int) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(c.text)))) + uint64(offset)
}

// Call calls the function at the start of the code with a memory and two numbers.
func (c *Code) Call(memory []byte, number int, argument uint64) uint64 {
	return c.CallThread(0, memory, number, argument)
}

// CallThread is Call on the stack of a thread.
func (c *Code) CallThread(thread int, memory []byte, number int, argument uint64) uint64 {
	base := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	top := uintptr(unsafe.Pointer(unsafe.SliceData(c.stacks[thread]))) + StackBytes
	result := enter(uintptr(unsafe.Pointer(unsafe.SliceData(c.text))), base, uintptr(number), uintptr(argument), top)
	runtime.KeepAlive(memory)
	runtime.KeepAlive(c)
	return result
}

//go:noescape
func enter(code, memory, number, argument, stack uintptr) uint64
