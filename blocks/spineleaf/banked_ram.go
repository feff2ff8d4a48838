package spineleaf

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// bankWords is the depth of a bank: a block RAM of an ECP5 has as many words of 18 bits.
const bankWords = 1024

// bankedRAM is a buffer of many block RAMs, in banks of 1024 words with a register
// behind each. The output of a block RAM comes late in a cycle, and the multiplexer
// behind several of them would take the rest of it. There is one in front of them, too:
// that many block RAMs stand far apart on a device.
type bankedRAM struct {
	m     *rtlgen.Module
	name  string
	depth int
	banks []rtlgen.Memory
}

// newBankedRAM makes the banks; doc says what a word is, and the address.
func newBankedRAM(m *rtlgen.Module, label, doc string, depth, width int) bankedRAM {
	r := bankedRAM{m: m, name: label, depth: depth}
	for first := 0; first < depth; first += bankWords {
		r.banks = append(r.banks, m.Memory(fmt.Sprintf(label+"_%d", len(r.banks)), min(bankWords, depth-first), width,
			rtlgen.ReadUndefined, doc))
	}
	return r
}

// bank reports whether an address lies in bank k, and where.
func (r bankedRAM) bank(k int, address value) (here, at value) {
	index := rtlgen.IndexBits(bankWords)
	if len(r.banks) == 1 {
		return r.m.Ones(1), address
	}
	words := min(bankWords, r.depth-k*bankWords)
	return address.High(address.Width() - index).Eq(k), address.Low(rtlgen.IndexBits(words))
}

// write writes a word if enable is 1, a cycle later: it can be read from the cycle after
// that on. What is written in the first cycle after reset means nothing: no word is there.
func (r bankedRAM) write(enable, address, word value) {
	m := r.m
	address = m.NextNoReset(r.name+"_write_at_q", address, "address of the word to be written").Value
	word = m.NextNoReset(r.name+"_written_q", word, "word to be written").Value
	enable = m.NextNoReset(r.name+"_write_q", enable, "a word is to be written").Value
	for k, bank := range r.banks {
		here, at := r.bank(k, address)
		bank.Write(enable.And(here), at, word)
	}
}

// read reads a word: it is there two cycles later.
func (r bankedRAM) read(enable, address value) value {
	m := r.m
	address = m.Let(r.name+"_read_at", address)
	words, of := make([]value, len(r.banks)), make([]value, len(r.banks))
	for k, bank := range r.banks {
		here, at := r.bank(k, address)
		label := func(s string) string { return fmt.Sprintf(r.name+"_"+s+"_%d", k) }
		words[k] = m.NextNoReset(label("word")+"_q", bank.ReadSync(label("read"), enable.And(here), at)).Value
		of[len(of)-1-k] = here
	}
	if len(r.banks) == 1 {
		return words[0]
	}
	from := m.NextNoReset(r.name+"_from_2_q", m.NextNoReset(r.name+"_from_q", rtlgen.CatOf(of),
		"bank of the word that is read, one-hot"))
	return m.Let(r.name+"_read", rtlgen.OneHotMux(from, rtlgen.LanesOf(words)))
}
