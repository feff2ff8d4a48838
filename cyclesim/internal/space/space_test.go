package space

import (
	"errors"
	"math"
	"runtime"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// TestMemory: memory is zero at first, keeps what it holds when it grows, and gives back what it has counted.
func TestMemory(t *testing.T) {
	for _, reach := range []uint64{0, Reach} {
		before := mappings.Load()
		m, err := New(100, reach)
		assert.NilError(t, err)
		assert.Equal(t, len(m.Bytes()), 1<<16)
		for i, b := range m.Bytes() {
			assert.Equal(t, b, byte(0))
			m.Bytes()[i] = byte(i)
		}
		for _, size := range []uint64{1 << 16, 1<<20 + 1, 64 << 20} {
			assert.NilError(t, m.Grow(size))
			assert.Equal(t, uint64(len(m.Bytes())), (size+1<<16-1)>>16<<16)
			for i := range 1 << 16 {
				assert.Equal(t, m.Bytes()[i], byte(i))
			}
			assert.Equal(t, m.Bytes()[len(m.Bytes())-1]|m.Bytes()[1<<16-1], byte(255))
		}
		m.Free()
		m.Free()
		assert.Equal(t, mappings.Load(), before)
	}
}

// TestTooMuch: what the system does not have is an error.
func TestTooMuch(t *testing.T) {
	if runtime.GOOS != "linux" {
		assert.NilError(t, Room(math.MaxInt64)) // nobody knows
		return
	}
	_, err := New(1<<62, 0)
	assert.ErrorContains(t, err,
		"no memory for 4611686018427387904 bytes of state: cannot allocate memory: hold fewer simulations at a time")
	assert.ErrorContains(t, Room(1<<62), "no memory for 4611686018427387904 bytes of state")
	assert.NilError(t, Room(1<<20))
}

// TestTake: no more mappings than the process may have, less some for the rest of it.
func TestTake(t *testing.T) {
	n := int(mostMappings() - kept - mappings.Load())
	assert.NilError(t, Take(n))
	err := Take(1)
	assert.ErrorContains(t, err, "the process has as many mappings as it may")
	assert.Assert(t, errors.Is(err, syscall.ENOMEM))
	Give(n)
	assert.NilError(t, Take(1))
	Give(1)
}

// TestRetry: where there is no memory, what nothing refers to is collected first.
func TestRetry(t *testing.T) {
	for _, c := range []struct {
		first error
		calls int
		held  bool
	}{{nil, 1, true}, {syscall.ENOMEM, 2, true}, {syscall.EACCES, 1, false}} {
		calls := 0
		err := Retry(func() error {
			if calls++; calls == 1 {
				return c.first
			}
			return nil
		})
		assert.Equal(t, calls, c.calls)
		assert.Equal(t, err == nil, c.held)
	}
}
