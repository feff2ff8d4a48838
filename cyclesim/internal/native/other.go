//go:build !(linux && amd64)

package native

import "errors"

// Code is machine code in memory; there is none on this system.
type Code struct{}

// Supported says that compiled code does not run here.
func Supported() error {
	return errors.New("compiled code runs on Linux on amd64 only: use engine \"compiled\"")
}

// AVX2 says the same.
func AVX2() error { return Supported() }

// AVX512 says that it does not.
func AVX512() bool { return false }

// Load is never successful.
func Load([]byte, int) (*Code, error) { return nil, Supported() }

// Call is never reached.
func (*Code) Call([]byte, int, uint64) uint64 { panic("BUG: there is no compiled code on this system") }

// CallThread is never reached.
func (c *Code) CallThread(_ int, memory []byte, number int, argument uint64) uint64 {
	return c.Call(memory, number, argument)
}

// Address is never reached.
func (*Code) Address(int) uint64 { panic("BUG: there is no compiled code on this system") }
