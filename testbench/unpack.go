package testbench

import (
	"reflect"

	"culprit.example/culprit/testbench/internal/vectors"
)

// unpacker sets a field of a golden model's struct to the value of its port.
type unpacker func(src []uint64)

// newUnpacker makes the unpacker of a field for a port of that many lanes of that
// many bits, as newPacker does. The field keeps its slice.
func newUnpacker(field reflect.Value, at, lanes, width int) unpacker {
	if at >= 0 {
		field = field.Index(at)
	}
	if lanes == 0 {
		set := setterOf(field.Type(), width)
		return func(src []uint64) { set(field, src, 0) }
	}
	set := setterOf(field.Type().Elem(), width)
	return func(src []uint64) {
		for i := range lanes {
			set(field.Index(i), src, i*width)
		}
	}
}

// setterOf sets a value of that type to the width bits from bit at.
func setterOf(t reflect.Type, width int) func(v reflect.Value, src []uint64, at int) {
	switch t.Kind() {
	case reflect.Bool:
		return func(v reflect.Value, src []uint64, at int) { v.SetBool(take(src, at, 1) == 1) }
	case reflect.Int:
		return func(v reflect.Value, src []uint64, at int) { v.SetInt(int64(take(src, at, width))) }
	case reflect.Pointer:
		return func(v reflect.Value, src []uint64, at int) {
			words := make([]uint64, (width+63)/64)
			for i := range words {
				words[i] = take(src, at+64*i, min(64, width-64*i))
			}
			v.Set(reflect.ValueOf(vectors.Number(words)))
		}
	case reflect.Array:
		return func(v reflect.Value, src []uint64, at int) {
			for i := range v.Len() {
				var word uint64
				if w := min(64, width-64*i); w > 0 {
					word = take(src, at+64*i, w)
				}
				v.Index(i).SetUint(word)
			}
		}
	}
	return func(v reflect.Value, src []uint64, at int) { v.SetUint(take(src, at, width)) }
}

// take reads width bits, at most 64, from bit at on.
func take(src []uint64, at, width int) uint64 {
	word, shift := at/64, at%64
	x := src[word] >> shift
	if shift+width > 64 {
		x |= src[word+1] << (64 - shift)
	}
	return x & (^uint64(0) >> (64 - width))
}
