package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestRRArbiter(t *testing.T) {
	m := NewRRArbiter(3)
	steps := []struct {
		what    string
		req     []bool
		advance bool
		index   int
		valid   bool
	}{
		{"no request", []bool{false, false, false}, true, 0, false},
		{"which did not move the pointer", []bool{true, true, true}, false, 0, true},
		{"nor did a grant without advance", []bool{true, true, true}, true, 0, true},
		{"after 0 comes 1", []bool{true, true, true}, true, 1, true},
		{"from 2 on it wraps to 1", []bool{false, true, false}, true, 1, true},
		{"and goes past the winner", []bool{false, true, true}, true, 2, true},
		{"wrapped pointer", []bool{true, true, true}, true, 0, true},
	}
	for _, s := range steps {
		out := m.Step(RRArbiterIn{Req: s.req, Advance: s.advance})
		assert.Equal(t, out.Valid, s.valid, s.what)
		assert.Equal(t, out.Index, s.index, s.what)
		for i, g := range out.Grant {
			assert.Equal(t, g, s.valid && i == s.index, "%s: grant %d", s.what, i)
		}
	}
}
