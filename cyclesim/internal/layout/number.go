package layout

import "encoding/binary"

// Number is the number in 1, 2, 4 or 8 bytes.
func Number(b []byte, bytes uint32) uint64 {
	switch bytes {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// PutNumber writes a number in the given number of bytes.
func PutNumber(b []byte, bytes uint32, v uint64) {
	switch bytes {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}
