package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestRAM1R1W(t *testing.T) {
	write := func(a int, d int64) RAM1R1WIn { return RAM1R1WIn{WrEn: true, WrAddr: a, WrData: big.NewInt(d)} }
	read := func(in RAM1R1WIn, a int) RAM1R1WIn { in.RdEn, in.RdAddr = true, a; return in }
	none := RAM1R1WIn{}
	const unknown = -1

	tests := []struct {
		what string
		ops  []RAM1R1WIn
		want [3]int64 // rd_data afterwards with rdw old, new, undefined
	}{
		{"nothing read yet", []RAM1R1WIn{write(1, 7)}, [3]int64{unknown, unknown, unknown}},
		{"word never written", []RAM1R1WIn{write(1, 7), read(none, 2)}, [3]int64{unknown, unknown, unknown}},
		{"plain read", []RAM1R1WIn{write(1, 7), read(none, 1)}, [3]int64{7, 7, 7}},
		{"hold", []RAM1R1WIn{write(1, 7), read(none, 1), write(1, 8), none}, [3]int64{7, 7, 7}},
		{"read while written", []RAM1R1WIn{write(1, 7), read(write(1, 8), 1)}, [3]int64{7, 8, unknown}},
		{"read while another is written", []RAM1R1WIn{write(1, 7), read(write(2, 8), 1)}, [3]int64{7, 7, 7}},
		{"first write read at once", []RAM1R1WIn{read(write(1, 8), 1)}, [3]int64{unknown, 8, unknown}},
		{"known again", []RAM1R1WIn{write(1, 7), read(write(1, 8), 1), read(none, 1)}, [3]int64{8, 8, 8}},
	}
	for _, test := range tests {
		for rdw, want := range test.want {
			m := NewRAM1R1W(4, rdw)
			for _, in := range test.ops {
				m.Step(in)
			}
			out := m.Step(none)
			assert.Equal(t, out.RdDataKnown, want != unknown, "%s, rdw %d", test.what, rdw)
			if want != unknown {
				assert.Equal(t, out.RdData.Int64(), want, "%s, rdw %d", test.what, rdw)
			}
		}
	}
}
