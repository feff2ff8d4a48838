package verilog

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestParentheses(t *testing.T) {
	a, b, c, d := atom("a"), atom("b"), atom("c"), atom("d")
	for want, e := range map[string]*expr{
		"a && b && c":              binary("&&", binary("&&", a, b), c),
		"(a && b) || c":            binary("||", binary("&&", a, b), c),
		"a == b && c < d":          binary("&&", binary("==", a, b), binary("<", c, d)),
		"a + b == c - d":           binary("==", binary("+", a, b), binary("-", c, d)),
		"a - b - c":                binary("-", binary("-", a, b), c),
		"a - (b - c)":              binary("-", a, binary("-", b, c)),
		"a - (b + c)":              binary("-", a, binary("+", b, c)),
		"(a & b) | c":              binary("|", binary("&", a, b), c),
		"(a << b) + c":             binary("+", binary("<<", a, b), c),
		"(a == b) == c":            binary("==", binary("==", a, b), c),
		"(a == b) ^ c":             binary("^", binary("==", a, b), c),
		"!(|a)":                    unary("!", reduce("|", a)),
		"(|a) && b":                binary("&&", reduce("|", a), b),
		"~a & b":                   binary("&", unary("~", a), b),
		"&(a | b)":                 reduce("&", binary("|", a, b)),
		"a ? b : c ? d : a":        ternary(a, b, ternary(c, d, a)),
		"a ? (b ? c : d) : a":      ternary(a, ternary(b, c, d), a),
		"(a == b) ? c + d : !a":    ternary(binary("==", a, b), binary("+", c, d), unary("!", a)),
		"(a ? b : c) + d":          binary("+", ternary(a, b, c), d),
		"{a + b, f(c, a ? b : d)}": concat(binary("+", a, b), call("f", c, ternary(a, b, d))),
	} {
		assert.Equal(t, e.flat(), want)
	}
}

func name(length int) *expr { return atom(strings.Repeat("n", length)) }

func TestLineBreaks(t *testing.T) {
	for _, c := range []struct {
		name string
		e    *expr
		want string
	}{
		{"operators stand in the gutter", binary("&&", binary("&&", name(40), name(40)), binary("==", name(30), name(3))), `
    x = 40
     && 40
     && 30 == 3;`},
		{"inner chains break too", binary("||", binary("&&", name(60), name(60)), name(5)), `
    x = (60
      && 60)
     || 5;`},
		{"choices", ternary(name(5), name(40), ternary(name(6), name(30), name(30))), `
    x = 5 ? 40
      : 6 ? 30 : 30;`},
		{"a condition that fills the line", ternary(name(80), name(40), name(5)), `
    x = 80
      ? 40
      : 5;`},
		{"lists fill their lines", call("f", name(40), name(40), name(40)), `
    x = f(40, 40,
          40);`},
		{"a long name stays whole", name(200), `
    x = 200;`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := "\n    x = " + c.e.layout(8, 1) + ";"
			for _, n := range []int{200, 80, 60, 40, 30, 6, 5, 3} {
				got = strings.ReplaceAll(got, strings.Repeat("n", n),
					map[int]string{200: "200", 80: "80", 60: "60", 40: "40", 30: "30", 6: "6", 5: "5", 3: "3"}[n])
			}
			assert.Equal(t, got, c.want)
		})
	}
}
