package lower

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// TestParities: bits that are parities of a value are what counting ones gives, by tables or not, for any
// number of lanes and sizes.
func TestParities(t *testing.T) {
	t.Parallel()
	sizes := []uint32{1, 2, 4, 8}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		from, to, lanes := sizes[rng.IntN(4)], sizes[rng.IntN(4)], 4<<rng.IntN(3)
		rows, guarded := map[int]uint64{}, map[int]bool{}
		text := fmt.Sprintf("x = load @0:%d may %#x\nc = load @12:1 may 0x1\n", from, container(uint8(from)))
		result := ""
		open := rng.IntN(3) == 0
		if open {
			text += "if c\n"
		}
		for range 2 + rng.IntN(12) {
			if open && rng.IntN(8) == 0 {
				text, open = text+"end\n", false
			}
			bit := rng.IntN(int(8 * to))
			if rows[bit] != 0 {
				continue
			}
			guarded[bit] = open
			rows[bit] = 1<<rng.IntN(int(8*from)) | rng.Uint64()&container(uint8(from))
			text += strings.ReplaceAll(
				fmt.Sprintf("m# = const %#x\na# = and x m#\np# = popcnt a#\nd# = const %d\ns# = shl p# d#\nk# = const %#x\nb# = and s# k#\n",
					rows[bit], bit, uint64(1)<<bit), "#", fmt.Sprint(bit))
			if result != "" {
				text += fmt.Sprintf("o%d = or %s b%d\n", bit, result, bit)
				result = fmt.Sprintf("o%d", bit)
			} else {
				result = fmt.Sprintf("b%d", bit)
			}
		}
		if open {
			text += "end\n"
		}
		p, err := word.Read(text + fmt.Sprintf("store @8:%d %s\n", to, result))
		assert.NilError(t, err)
		if rng.IntN(2) == 0 {
			p.Optimise(word.ForLanes(word.Passes()), nil)
		}
		code := Vectorise(p, vector.BlockLanes, lanes)
		assert.NilError(t, code.Verify())
		frames := make([]byte, 16*20)
		for i := range frames[:16*8] {
			frames[i] = byte(rng.Uint32())
		}
		skipped := rng.IntN(2) == 0
		for lane := range 16 {
			frames[16*12+lane] = byte(lane&1) * byte(rng.IntN(2))
		}
		if skipped {
			clear(frames[16*12:])
		} else {
			frames[16*12] = 1
		}
		code.Run(1, func(_ int, place uint64) []byte { return frames[place:][:16] })
		element := func(at int, size uint32, lane int) (x uint64) {
			for i := range int(size) {
				x |= uint64(frames[16*at+lane*int(size)+i]) << (8 * i)
			}
			return x
		}
		for lane := range lanes {
			var want uint64
			for bit, row := range rows {
				if guarded[bit] && skipped {
					continue
				}
				want |= uint64(bits.OnesCount64(row&element(0, from, lane))&1) << bit
			}
			assert.Equal(t, element(8, to, lane), want, "seed %d, lane %d of %d:\n%s\n%s", seed, lane, lanes, p, code)
		}
	}
}
