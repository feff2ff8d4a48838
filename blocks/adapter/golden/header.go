package golden

// Header is the header of a message in cell mode.
type Header struct {
	Message       bool // without payload
	Mid, Dst, Src int
	First, Last   bool
	Unsol, Ack    bool
	Seq           int
	Req, Gnt      int
	Aud           bool
}

// width is the number of bits that count 0..n.
func width(n int) int {
	w := 1
	for 1<<w <= n {
		w++
	}
	return w
}

// seqBits is the width of a sequence number.
const seqBits = 14

// layout are the widths of the fields, top first, with spare bits and CRC at the end.
func (p Params) layout() []int {
	node, path, count := width(p.Nodes-1), width(p.Paths-1), width(p.G)
	w := []int{1, path, node, node, 1, 1, 1, 1, seqBits, count, count, 1}
	rest := 64
	for _, x := range w {
		rest -= x
	}
	crc := 8
	if rest < 8 {
		crc = 6
	}
	return append(w, rest-crc, crc)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Pack is the header as 64 bits, with its CRC.
func (h Header) Pack(p Params) uint64 {
	fields := []int{
		bit(h.Message), h.Mid, h.Dst, h.Src, bit(h.First), bit(h.Last), bit(h.Unsol), bit(h.Ack), h.Seq, h.Req, h.Gnt,
		bit(h.Aud), 0,
	}
	w := p.layout()
	var v uint64
	for i, x := range fields {
		v = v<<w[i] | uint64(x)
	}
	crc := w[len(w)-1]
	return v<<crc | checksum(v, 64-crc, crc)
}

// Unpack takes a header apart; ok is whether its CRC is right.
func Unpack(v uint64, p Params) (h Header, ok bool) {
	w := p.layout()
	crc := w[len(w)-1]
	ok = v&(1<<crc-1) == checksum(v>>crc, 64-crc, crc)
	var f []int
	at := 64
	for _, x := range w {
		at -= x
		f = append(f, int(v>>at&(1<<x-1)))
	}
	return Header{f[0] == 1, f[1], f[2], f[3], f[4] == 1, f[5] == 1, f[6] == 1, f[7] == 1, f[8], f[9], f[10], f[11] == 1},
		ok
}

// checksum divides the message, n bits, by the polynomial bit by bit.
func checksum(v uint64, n, crc int) uint64 {
	poly := map[int]uint64{8: 0x07, 6: 0x03}[crc]
	var r uint64
	for i := n - 1; i >= 0; i-- {
		top := r>>(crc-1)&1 ^ v>>i&1
		r = r << 1 & (1<<crc - 1)
		if top == 1 {
			r ^= poly
		}
	}
	return r
}
