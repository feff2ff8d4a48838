package bench

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// TestScoreboard sends three packets of a flow through a switch of 8 ports that
// mistreats them.
func TestScoreboard(t *testing.T) {
	const entry, exit, data = 1, 5, 256
	header := Route{packet.Turn(8, entry, exit), 3}.Header(8, 0)
	type beats = []packet.Beat
	for _, c := range []struct {
		name     string
		mistreat func(p []beats) []beats // the packets at the exit, one after the other
		at       int                     // the exit where they leave, if not 5
		want     string                  // the first problem; "" if there is none
	}{
		{name: "sound", mistreat: func(p []beats) []beats { return p }},
		{name: "gap", mistreat: func(p []beats) []beats { p[1] = slices.Insert(p[1], 3, packet.Beat{}); return p },
			want: "exit 5: a gap after beat 2"},
		{name: "late eop", mistreat: func(p []beats) []beats { p[0][7].Eop = false; return p },
			want: "exit 5: beat 7 has sop=false eop=false"},
		{name: "wrong exit", mistreat: func(p []beats) []beats { return p }, at: 2,
			want: "packet 1 leaves at exit 2 instead of 5"},
		{name: "flipped bit", mistreat: func(p []beats) []beats { p[2][4].Data[0] ^= 1; return p }, want: "packet 3: beat 4 is"},
		{name: "turn not taken", mistreat: func(p []beats) []beats { p[0][0].Data = header.In(p[0][0].Data); return p },
			want: "packet 1: beat 0 is"},
		{name: "twice", mistreat: func(p []beats) []beats { return append(p, p[1]) }, want: "packet 2 is not inside"},
		{name: "overtaken", mistreat: func(p []beats) []beats { return []beats{p[1], p[0], p[2]} },
			want: "2 packets left out of order"},
		{name: "lost", mistreat: func(p []beats) []beats { return []beats{p[0], p[2]} }, want: "1 packets left out of order"},
		{name: "flipped bit on top", mistreat: func(p []beats) []beats { p[1][0].Data[3] ^= 1 << 63; return p },
			want: "packet 2: beat 0 is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := NewScoreboard(8)
			rng := rand.New(rand.NewSource(1))
			var packets []beats
			for range 3 {
				words := RandomBeats(rng, header, data)
				b.Enter(Flow{Entry: entry}, exit, 1, words)
				words[0] = header.Moved(3).In(words[0])
				var p beats
				for i := range words {
					p = append(p, packet.BeatOf(words, i))
				}
				packets = append(packets, p)
			}
			if c.at == 0 {
				c.at = exit
			}
			for _, p := range c.mistreat(packets) {
				for _, beat := range p {
					b.Leave(c.at, beat)
				}
			}
			got := func() (message string) {
				defer func() { message = fmt.Sprint(recover()) }()
				b.Check()
				return ""
			}()
			if c.want == "" {
				assert.Equal(t, got, "<nil>")
				assert.Equal(t, b.Inside(), 0)
				assert.Equal(t, b.Delivered, 3)
				return
			}
			assert.Assert(t, strings.Contains(got, c.want), got)
		})
	}
}

// TestRoutes: names and headers fit each other, for any number of ports.
func TestRoutes(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, ports := range []int{2, 3, 8, 16} {
		for range 100 {
			names := NestedNames(rng, ports, 4)
			nested := 0
			for i, a := range names {
				assert.Equal(t, FindName(names, a), i)
				assert.Assert(t, a.Matches(HeaderTo(rng, ports, a).Aligned()), "%d ports", ports)
				for _, b := range names {
					if a.Length() < b.Length() && a.Matches(b.Tp) {
						nested++
					}
				}
			}
			assert.Assert(t, nested > 0, "%d ports: no name is a prefix of another", ports)
		}
	}
}
