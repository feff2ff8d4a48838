package word

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Table is what a lookup reads: a value for each value of the index. Nobody changes it.
type Table struct{ Values []uint64 }

// may is the bits that some value has.
func (t *Table) may() (all uint64) {
	for _, v := range t.Values {
		all |= v
	}
	return all
}

// Bytes is the table in memory, with elements of the given number of bytes, lowest first.
func (t *Table) Bytes(size uint8) []byte {
	var out []byte
	for _, v := range t.Values {
		out = append(out, binary.LittleEndian.AppendUint64(nil, v)[:size]...)
	}
	return out
}

// String is the values, each with the number of times that it comes in a row: 3*0x10,0x2.
func (t *Table) String() string {
	var b strings.Builder
	for i := 0; i < len(t.Values); {
		n := 1
		for i+n < len(t.Values) && t.Values[i+n] == t.Values[i] {
			n++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if n > 1 {
			fmt.Fprintf(&b, "%d*", n)
		}
		fmt.Fprintf(&b, "%#x", t.Values[i])
		i += n
	}
	return b.String()
}

// table reads what String of a table gives.
func (r *reader) table() *Table {
	t := &Table{}
	if !r.Has("of") {
		r.Fail("%q is missing", "of")
		return t
	}
	for _, run := range strings.Split(r.Next(), ",") {
		count, value, several := strings.Cut(run, "*")
		if !several {
			count, value = "1", run
		}
		n, err := strconv.ParseUint(count, 0, maxIndexBits+1)
		v, err2 := strconv.ParseUint(value, 0, 64)
		if err != nil || err2 != nil {
			r.Fail("%q is no part of a table", run)
			return t
		}
		for range n {
			t.Values = append(t.Values, v)
		}
	}
	return t
}

// bytesFor is the number of bytes, 1, 2, 4 or 8, that bits need.
func bytesFor(may uint64) uint8 {
	switch {
	case may>>8 == 0:
		return 1
	case may>>16 == 0:
		return 2
	case may>>32 == 0:
		return 4
	}
	return 8
}
