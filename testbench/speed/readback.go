package speed

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Sticky is 1 from the cycle after the first error on.
func Sticky(m *rtlgen.Module, errors rtlgen.Out) rtlgen.Value {
	q := m.Reg("error_q", 1, 0)
	q.Set(q.Or(errors.Any()))
	return q.Value
}

// Reader reads the counters of a network that has its traffic inside.
type Reader struct {
	Unit, Address rtlgen.In
	Data          rtlgen.Out
	// Received reports whether a counter counts packets that have been received.
	Received func(counter string) bool
}

// Counters reads one counter after the other, again and again. Delivered is the number of
// packets that were received up to the last time that all were read, the digest changes
// with each word and each time.
func (r Reader) Counters(m *rtlgen.Module, of blocks.Readback) {
	var list []blocks.Counter
	for _, c := range of.Counters {
		if !strings.Contains(c.Name, "_until_") { // of a window of time: there are many, and no windows here
			list = append(list, c)
		}
	}
	unit, address := r.Unit.Width(), r.Address.Width()
	bits := rtlgen.IndexBits(len(list))
	at := m.Reg("reads_q", bits, 0)
	last := m.Let("last_read", at.Eq(len(list)-1))
	at.Set(rtlgen.Mux(last, 0, at.Add(1)))
	row := m.ROMInit("counters", len(list), 1+unit+address, func(i int) rtlgen.Operand {
		x := uint64(list[i].Unit)<<address | uint64(list[i].Address)
		if r.Received(list[i].Name) {
			x |= 1 << (unit + address)
		}
		return x
	}).Read("counter", at)
	r.Unit.Drive(row.Slice(unit+address-1, address))
	r.Address.Drive(row.Low(address))
	read, counts, ends := m.Ones(1), row.High(1), last
	for i := range of.Latency {
		read = m.Next(fmt.Sprintf("read_%d", i), read, 0).Value // before, the word may be anything
		counts, ends = m.Next(fmt.Sprintf("counts_%d", i), counts, 0).Value, m.Next(fmt.Sprintf("ends_%d", i), ends, 0).Value
	}
	const sumBits, digestBits = 40, 32
	word := m.Let("word", rtlgen.Mux(read, r.Data.Value.Zext(64), 0))
	sum := m.Reg("sum_q", sumBits, 0)
	total := m.Let("total", sum.Add(word.Low(sumBits).And(counts.Replicate(sumBits))))
	sum.Set(rtlgen.Mux(ends, 0, total))
	delivered := m.Reg("delivered_q", sumBits, 0)
	m.If(ends, func() { delivered.Set(total) })
	digest := m.Reg("digest_q", digestBits, 1)
	digest.Set(digest.RotL(1).Xor(word.Low(digestBits)).Xor(word.High(digestBits)))
	m.Output("delivered", delivered.Value)
	m.Output("digest", digest.Value)
}
