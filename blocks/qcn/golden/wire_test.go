package golden

import (
	"encoding/hex"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBytes compares frames with bytes that were put together by hand. The FCS is not
// among them: TestSealed has one.
func TestBytes(t *testing.T) {
	t.Parallel()
	cnm := Frame{
		Kind: KindCNM, Prio: 6, Dst: 0x0a1, Src: 0x0b2, Length: 64,
		Feedback: 0x2a, QOffset: -2, QDelta: 0x123, CPID: 0xb2c1, FlowPrio: 1, FlowDst: 0x0c3,
	}
	x := CNMExtra{VID: 0x123, RPID: 0x4567, MSDU: [14]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}}
	b := CNMBytes(0x020000000, cnm, x)
	assert.Equal(t, hex.EncodeToString(b[:60]),
		"0200000000a1"+"0200000000b2"+"8100c123"+"22e94567"+"22e7"+"002a"+"0200000000b2b2c1"+"fffe"+"0123"+"2000"+
			"0200000000c3"+"000e"+"0102030405060708090a0b0c0d0e")
	f, y, ok := ParseCNM(0x020000000, b)
	assert.Assert(t, ok)
	assert.Equal(t, f, cnm)
	assert.Equal(t, y, x)

	pause := Frame{Kind: KindPause, Dst: 5, Src: 5, Length: 64, Enable: 0x83, Stop: 0x81, Quanta: 0xfffe}
	b = PFCBytes(0x020000000, pause)
	assert.Equal(t, hex.EncodeToString(b[:60]),
		"0180c2000001"+"020000000005"+"8808"+"0101"+"0083"+"fffe000000000000"+"000000000000fffe"+
			"0000000000000000000000000000000000000000000000000000")
	f, ok = ParsePause(b)
	assert.Assert(t, ok)
	assert.Equal(t, f, pause)
}

// TestSealed uses the check value of CRC-32: the FCS of "123456789" is cbf43926. With
// its lowest byte first behind the data, the CRC of all is 2144df1c.
func TestSealed(t *testing.T) {
	t.Parallel()
	b := Bytes{59: 1}
	b.Seal()
	assert.Assert(t, b.Sealed())
	b[3] ^= 0x10
	assert.Assert(t, !b.Sealed())
}
