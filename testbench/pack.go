package testbench

import (
	"math"
	"math/big"
	"math/bits"
	"reflect"
)

// packer reads a field of a golden model's struct and writes its bits to dst,
// which is all 0. It returns the first lane whose value does not fit and is
// known, -1 if there is none.
type packer func(dst []uint64, known func(lane int) bool) int

// pointerTo is the address of a field as a pointer to the plain Go type of the
// same shape, so that reading it in every cycle needs no reflection.
func pointerTo[T any](field reflect.Value) *T { return (*T)(field.Addr().UnsafePointer()) }

// reader reads a field, or if at is not negative element at of one, which is a slice then.
func reader[T any](field reflect.Value, at int) func() T {
	if at < 0 {
		p := pointerTo[T](field)
		return func() T { return *p }
	}
	p := pointerTo[[]T](field)
	return func() T { return (*p)[at] }
}

// row is a number of up to 512 bits, the lowest 64 first: it is copied and compared as a value.
type row = [8]uint64

type integer interface {
	uint8 | uint16 | uint32 | uint64 | int
}

// newPacker makes the packer of a field, or of its element at if that is not negative, for a
// port of that many lanes of that many bits; lanes is 0 for what is no slice. elem is the type
// of a lane, with a capacity of at least width.
func newPacker(field reflect.Value, at int, elem reflect.Type, lanes, width int) packer {
	switch elem.Kind() {
	case reflect.Bool:
		return boolPacker(field, at, lanes)
	case reflect.Uint8:
		return intPacker[uint8](field, at, lanes, width)
	case reflect.Uint16:
		return intPacker[uint16](field, at, lanes, width)
	case reflect.Uint32:
		return intPacker[uint32](field, at, lanes, width)
	case reflect.Uint64:
		return intPacker[uint64](field, at, lanes, width)
	case reflect.Int:
		return intPacker[int](field, at, lanes, width)
	case reflect.Pointer:
		return bigPacker(field, at, lanes, width)
	case reflect.Array:
		return rowPacker(field, at, lanes, width)
	}
	panic("BUG: no packer for a field of type " + elem.String())
}

// capacity is the number of bits that a value of the type can hold, 0 if no port
// can have the type.
func capacity(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Bool:
		return 1
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return t.Bits()
	case reflect.Int:
		return t.Bits() - 1
	}
	if t == reflect.TypeFor[*big.Int]() {
		return math.MaxInt
	}
	if isRow(t) {
		return len(row{}) * 64
	}
	return 0
}

func boolPacker(field reflect.Value, at, lanes int) packer {
	if lanes == 0 {
		get := reader[bool](field, at)
		return func(dst []uint64, _ func(int) bool) int {
			if get() {
				dst[0] = 1
			}
			return -1
		}
	}
	get := reader[[]bool](field, at)
	return func(dst []uint64, _ func(int) bool) int {
		for i, x := range get() {
			if x {
				dst[i/64] |= 1 << (i % 64)
			}
		}
		return -1
	}
}

func intPacker[T integer](field reflect.Value, at, lanes, width int) packer {
	mask := ^uint64(0) >> (64 - width)
	if lanes == 0 {
		get := reader[T](field, at)
		return func(dst []uint64, known func(int) bool) int {
			x := uint64(get())
			dst[0] = x & mask
			if x > mask && known(0) {
				return 0
			}
			return -1
		}
	}
	get := reader[[]T](field, at)
	return func(dst []uint64, known func(int) bool) int {
		bad := -1
		for i, v := range get() {
			x := uint64(v)
			if x > mask && bad < 0 && known(i) {
				bad = i
			}
			put(dst, i*width, width, x&mask)
		}
		return bad
	}
}

func bigPacker(field reflect.Value, at, lanes, width int) packer {
	if lanes == 0 {
		get := reader[*big.Int](field, at)
		return func(dst []uint64, known func(int) bool) int {
			if !putBig(dst, 0, width, get()) && known(0) {
				return 0
			}
			return -1
		}
	}
	get := reader[[]*big.Int](field, at)
	return func(dst []uint64, known func(int) bool) int {
		bad := -1
		for i, x := range get() {
			if !putBig(dst, i*width, width, x) && bad < 0 && known(i) {
				bad = i
			}
		}
		return bad
	}
}

// isRow reports whether a type is a row, perhaps by another name.
func isRow(t reflect.Type) bool {
	return t.Kind() == reflect.Array && t.ConvertibleTo(reflect.TypeFor[row]())
}

func rowPacker(field reflect.Value, at, lanes, width int) packer {
	if lanes == 0 {
		get := reader[row](field, at)
		return func(dst []uint64, known func(int) bool) int {
			if x := get(); !putRow(dst, 0, width, &x) && known(0) {
				return 0
			}
			return -1
		}
	}
	get := reader[[]row](field, at)
	return func(dst []uint64, known func(int) bool) int {
		bad, list := -1, get()
		for i := range list {
			if !putRow(dst, i*width, width, &list[i]) && bad < 0 && known(i) {
				bad = i
			}
		}
		return bad
	}
}

// putRow writes the lowest width bits of x from bit at, and reports whether that is all of it.
func putRow(dst []uint64, at, width int, x *row) bool {
	fits := true
	for i, word := range x {
		w := min(64, width-64*i)
		if w <= 0 {
			fits = fits && word == 0
			continue
		}
		mask := ^uint64(0) >> (64 - w)
		put(dst, at+64*i, w, word&mask)
		fits = fits && word <= mask
	}
	return fits
}

// putBig writes x, if it fits, to width bits from bit at.
func putBig(dst []uint64, at, width int, x *big.Int) bool {
	if x == nil {
		return true
	}
	if x.Sign() < 0 || x.BitLen() > width {
		return false
	}
	for i, word := range x.Bits() {
		w := min(bits.UintSize, width-i*bits.UintSize)
		put(dst, at+i*bits.UintSize, w, uint64(word))
	}
	return true
}

// put writes the width bits of x, at most 64, from bit at on.
func put(dst []uint64, at, width int, x uint64) {
	word, shift := at/64, at%64
	dst[word] |= x << shift
	if shift+width > 64 {
		dst[word+1] |= x >> (64 - shift)
	}
}
