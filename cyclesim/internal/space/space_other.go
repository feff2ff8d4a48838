//go:build !linux

package space

// Reach is of no use here: nothing is reserved.
const Reach = 0

// Memory is zeroed memory.
type Memory struct{ bytes []byte }

// New makes a memory of the given number of bytes, rounded up to 64 KiB.
func New(bytes, _ uint64) (*Memory, error) {
	return &Memory{make([]byte, (bytes+1<<16-1)>>16<<16)}, nil
}

// Bytes is the memory. It moves when Grow is called.
func (m *Memory) Bytes() []byte { return m.bytes }

// Grow makes the memory larger. What it holds stays.
func (m *Memory) Grow(bytes uint64) error {
	if bytes > uint64(len(m.bytes)) {
		m.bytes = append(m.bytes, make([]byte, bytes-uint64(len(m.bytes)))...)
	}
	return nil
}

// Free gives the memory back.
func (m *Memory) Free() { m.bytes = nil }

func spare() error { return nil }

// Room reports whether the heap could grow by n bytes. Nobody knows here.
func Room(uint64) error { return nil }
