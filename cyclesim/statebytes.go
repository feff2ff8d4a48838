package cyclesim

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A state as bytes, of version 1. Numbers have 8 bytes, lowest first, on all machines.
//
//	16 bytes   stateMark
//	number     the version of the form
//	number     the length of all, in bytes
//	32 bytes   SHA-256 of the netlist: of ir.Text(design)
//	number     the length of the name of the top, then the name
//	number     Options.Seed
//	number     the cycle
//	number     1 if the state is behind (State.Behind), else 0
//	list       the inputs of the top in their order, the words of each
//	list       instance by instance, parents first: registers, arrays, memories, each with its
//	           synchronous read ports, counts of properties, each in the order of the netlist
//	list       failures: three numbers each, the cycle, the number of the instance, of its property
//	32 bytes   SHA-256 of all of the above
//
// A list is the number of its numbers, then these. A value of w bits takes w/64 numbers, rounded up,
// lowest first.

// stateMark begins every state. The bytes behind the name show what a transfer as text has changed.
const stateMark = "culprit state\r\n\x1a"

// stateVersion is the version of the form that is written, and the newest that is read.
const stateVersion = 1

// MarshalBinary implements encoding.BinaryMarshaler: it returns the state in a form that other
// processes and machines, and later versions of this package, can read. The state itself is not changed.
func (s State) MarshalBinary() ([]byte, error) {
	if s.top == "" {
		return nil, errors.New("an empty state has no bytes: use one that Save returned")
	}
	netlist := s.netlist
	if s.design != nil {
		netlist = netlistHash(s.design)
	}
	size := len(stateMark) + 8*9 + len(s.top) + 8*(len(s.inputs)+len(s.words)+3*len(s.failures)) + 2*sha256.Size
	b := make([]byte, 0, size)
	number := func(list ...uint64) {
		for _, n := range list {
			b = binary.LittleEndian.AppendUint64(b, n)
		}
	}
	b = append(b, stateMark...)
	number(stateVersion, uint64(size))
	b = append(b, netlist[:]...)
	number(uint64(len(s.top)))
	b = append(b, s.top...)
	behind := uint64(0)
	if s.behind {
		behind = 1
	}
	number(s.seed, s.cycle, behind, uint64(len(s.inputs)))
	number(s.inputs...)
	number(uint64(len(s.words)))
	number(s.words...)
	number(3 * uint64(len(s.failures)))
	for _, f := range s.failures {
		number(f.cycle, f.inst, f.prop)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...), nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. The error says whether the bytes are no state,
// of a newer version, cut short or changed; the state is as it was then. Whether the state is of the netlist
// in hand, Restore finds out.
func (s *State) UnmarshalBinary(data []byte) error {
	const head = len(stateMark) + 16
	if !bytes.HasPrefix(data, []byte(stateMark[:min(len(stateMark), len(data))])) || len(data) == 0 {
		return errors.New("this is no state of a simulation: it does not begin as MarshalBinary begins one")
	}
	if len(data) < head {
		return fmt.Errorf("the state of a simulation is cut short: it has %d bytes, less than its beginning takes", len(data))
	}
	r := &stateReader{rest: data[len(stateMark):]}
	version, size := r.number(), r.number()
	if version != stateVersion {
		return fmt.Errorf("the state of a simulation has the form of version %d: this program reads version %d; use the program that has written it, or a newer one",
			version,
			stateVersion)
	}
	switch {
	case uint64(len(data)) < size:
		return fmt.Errorf("the state of a simulation is cut short: it has %d of %d bytes", len(data), size)
	case uint64(len(data)) > size || len(data) < head+sha256.Size:
		return fmt.Errorf("the state of a simulation is damaged: it has %d bytes and says that it has %d", len(data), size)
	}
	end := len(data) - sha256.Size
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return errors.New("the state of a simulation is damaged: its bytes are not those that were written (the checksum differs)")
	}
	r.rest = data[head:end]
	st := State{}
	copy(st.netlist[:], r.bytes(sha256.Size))
	st.top = string(r.bytes(r.number()))
	st.seed, st.cycle = r.number(), r.number()
	behind := r.number()
	st.behind = behind == 1
	st.inputs, st.words = r.list(), r.list()
	for f := range slices.Chunk(r.list(), 3) {
		if r.bad = r.bad || len(f) < 3; !r.bad {
			st.failures = append(st.failures, failureIn{f[0], f[1], f[2]})
		}
	}
	if r.bad || len(r.rest) > 0 || behind > 1 || st.top == "" {
		return errors.New("the state of a simulation is damaged: its parts do not have the lengths that it says")
	}
	*s = st
	return nil
}

// stateReader takes parts off bytes. If there are too few it is bad, and gives zeros.
type stateReader struct {
	rest []byte
	bad  bool
}

func (r *stateReader) bytes(n uint64) []byte {
	if r.bad = r.bad || n > uint64(len(r.rest)); r.bad {
		return nil
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}

func (r *stateReader) number() uint64 {
	if part := r.bytes(8); part != nil {
		return binary.LittleEndian.Uint64(part)
	}
	return 0
}

// list takes a number n, and n numbers after it.
func (r *stateReader) list() []uint64 {
	n := r.number()
	if r.bad = r.bad || n > uint64(len(r.rest))/8; r.bad {
		return nil
	}
	list := make([]uint64, n)
	for i := range list {
		list[i] = r.number()
	}
	return list
}
