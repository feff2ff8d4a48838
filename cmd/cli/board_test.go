package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBoardPrint: what the board prints can be read, and is compared with the simulator.
func TestBoardPrint(t *testing.T) {
	dir := t.TempDir()
	short := []string{"-p", "cycles=500"}
	text := held(t, dir, append([]string{"board", "--expect", "--switches", "6"}, short...)...)
	file := filepath.Join(dir, "print.txt")
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o666))
	out := held(t, dir, append([]string{"board", "--read", "print.txt"}, short...)...)
	assert.Assert(t, strings.Contains(out, "board status"), out)

	wrong := strings.Replace(text, "000 48 0000000000000000", "000 48 0000000000000001", 1)
	assert.NilError(t, os.WriteFile(file, []byte(wrong), 0o666))
	r := rtlgen(t, dir, nil, append([]string{"board", "--read", "print.txt"}, short...)...)
	assert.Equal(t, r.status, statusFailed)
	assert.Equal(t, r.stderr, "rtlgen: the board and the simulator differ in 1 counter\n")
}

// TestBoardPage: the page has the digest that the board prints.
func TestBoardPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/board.md")
	assert.NilError(t, err)
	text := held(t, t.TempDir(), "board", "--expect")
	for _, line := range strings.Split(text, "\r\n") {
		if strings.HasPrefix(line, "200 01 ") {
			assert.Assert(t, strings.Contains(string(page), "`"+line+"`"), "the page lacks %s", line)
			return
		}
	}
	t.Fatal("no digest was printed")
}

// TestBoardWrongCalls: each mistake has one message.
func TestBoardWrongCalls(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fifo"}, `board takes no block, and "fifo" was given: leave it out`},
		{[]string{"--expect", "--switches", "16"}, "cannot set the switches to 16: give a number from 0 to 15"},
		{[]string{"--read", "x", "--switches", "1"},
			"--read takes the setting of the switches from the file: leave --expect and --switches out"},
		{[]string{"--switches", "99"},
			"--switches is for --expect: a bitstream takes the switches of the board; add --expect, or leave --switches out"},
		{[]string{"--expect", "--seed", "2"}, "--seed is for the bitstream, and --expect makes none: leave one of them out"},
		{[]string{"--expect", "-o", "b"}, "--out is for the bitstream, and --expect makes none: leave one of them out"},
		{[]string{"--read", "x", "--json"}, "--json is for the bitstream, and --read makes none: leave one of them out"},
		{[]string{"--read", "x"}, "cannot read what the board has printed: open x: no such file or directory"},
		{[]string{"-p", "slots=9"},
			"block recn_board: slots=9 is too few for saqs=4: give at least 10 slots (2 for the cold queue, 2 per SAQ), or at most saqs=3"},
	} {
		r := rtlgen(t, t.TempDir(), nil, append([]string{"board"}, c.args...)...)
		assert.Equal(t, r.status, statusWrongCall, c.want)
		assert.Equal(t, r.stderr, "rtlgen: "+c.want+"\n")
	}
}
