package protect

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Code is the kind of the code.
type Code uint8

// The codes. The zero value is no code.
const (
	None   Code = iota
	Parity      // a bit for each 8 bits or fewer, odd: detects an odd number of wrong bits in each group
	ECC         // Hsiao codes of up to 64 bits: correct one wrong bit in each code word, detect two
)

var codes = []string{"none", "parity", "ecc"}

func (c Code) String() string { return codes[c] }

// Codes are the names of the codes.
func Codes() []string { return codes }

// ParseCode is the code of that name. The error says which there are.
func ParseCode(name string) (Code, error) {
	for i, s := range codes {
		if s == name {
			return Code(i), nil
		}
	}
	return None, fmt.Errorf("no protection of memories is called %q: choose %s", name, strings.Join(codes, ", "))
}

// Widest data of a code word, in bits.
const (
	widestParity = 8
	widestECC    = 64
)

// Codeword is where a code word stands. The data bits are the lower ones of the code word, the
// check bits stand above them.
type Codeword struct {
	Data  int `json:"data"`       // the lowest of the data bits in the word of the memory
	At    int `json:"at"`         // the lowest bit of the code word in the stored word
	Bits  int `json:"bits"`       // data bits
	Check int `json:"check_bits"` // check bits
}

// layout divides a word of lanes of equal width, of which each is written by itself, into code
// words. The stored word has the lanes in the same order, and lanes of equal width again.
func (c Code) layout(width, lane int) (words []Codeword, stored int) {
	widest := widestECC
	if c == Parity {
		widest = widestParity
	}
	for first := 0; first < width; first += lane {
		for lo := first; lo < first+lane; {
			w := Codeword{Data: lo, At: stored, Bits: min(widest, first+lane-lo)}
			w.Check = c.checkBits(w.Bits)
			words = append(words, w)
			lo += w.Bits
			stored += w.Bits + w.Check
		}
	}
	return words, stored
}

// checkBits is the number of check bits of a code word with that many data bits.
func (c Code) checkBits(n int) int {
	if c == Parity {
		return 1
	}
	for r := 3; ; r++ {
		if 1<<(r-1)-r >= n { // columns of odd weight without those of the check bits themselves
			return r
		}
	}
}

// columns are the columns of the check matrix for the data bits: bit i of a column is 1 if check
// bit i covers the data bit. Those of a Hsiao code differ and have an odd weight of at least 3, the
// least weights first; of each weight the next one covers the check bits with the fewest data bits.
func (c Code) columns(n int) []uint64 {
	list := make([]uint64, 0, n)
	if c == Parity {
		for range n {
			list = append(list, 1)
		}
		return list
	}
	r := c.checkBits(n)
	load := make([]int, r)
	for weight := 3; len(list) < n; weight += 2 {
		var left []uint64
		for x := range uint64(1) << r {
			if bits.OnesCount64(x) == weight {
				left = append(left, x)
			}
		}
		for len(left) > 0 && len(list) < n {
			best := 0
			for i := range left {
				if cost(left[i], load) < cost(left[best], load) {
					best = i
				}
			}
			for i := range load {
				load[i] += int(left[best] >> i & 1)
			}
			list = append(list, left[best])
			left = append(left[:best:best], left[best+1:]...)
		}
	}
	return list
}

// cost says how unbalanced the check bits become with one more column.
func cost(column uint64, load []int) int {
	sum := 0
	for i, n := range load {
		n += int(column >> i & 1)
		sum += n * n
	}
	return sum
}

// rows are for each check bit the data bits that it covers.
func (c Code) rows(n int) []*big.Int {
	rows := make([]*big.Int, c.checkBits(n))
	for i := range rows {
		rows[i] = new(big.Int)
	}
	for k, column := range c.columns(n) {
		for i := range rows {
			rows[i].SetBit(rows[i], k, uint(column>>i&1))
		}
	}
	return rows
}

// encode is the stored word of a word.
func (c Code) encode(words []Codeword, x *big.Int) *big.Int {
	stored := new(big.Int)
	for _, w := range words {
		data := new(big.Int).And(new(big.Int).Rsh(x, uint(w.Data)), ir.Ones(w.Bits))
		for i, row := range c.rows(w.Bits) {
			bit := ones(new(big.Int).And(data, row)) & 1
			if c == Parity {
				bit ^= 1
			}
			stored.SetBit(stored, w.At+w.Bits+i, bit)
		}
		stored.Or(stored, data.Lsh(data, uint(w.At)))
	}
	return stored
}

func ones(x *big.Int) (n uint) {
	for _, w := range x.Bits() {
		n += uint(bits.OnesCount(uint(w)))
	}
	return n
}
