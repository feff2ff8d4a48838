package rtlgen

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// literal writes the value of a part's parameter as a literal of Verilog that every
// tool reads alike. problem says what is wrong with a value that has none.
func literal(value any) (text, problem string) {
	switch v := value.(type) {
	case string:
		if strings.ContainsRune(v, 0) {
			return "", "has a byte 0, which no string of Verilog keeps: give the bytes as a Const"
		}
		return quoted(v), ""
	case float32:
		return realLiteral(float64(v), 32)
	case float64:
		return realLiteral(v, 64)
	case Signal:
		n := v.asValue().n
		if n == nil || n.Op != ir.OpConst {
			return "", "is a value of the circuit: of those only a constant (Const, Constant, a value of an Enum) can be a parameter"
		}
		return sizedLiteral(n.Const, n.Width), ""
	}
	i, ok := integer(value)
	if !ok {
		return "", fmt.Sprintf(
			"is a %T: give an integer, a bool, a float64, a string, or a Const, whose width the parameter then gets", value)
	}
	return integerLiteral(i), ""
}

// integerLiteral has no size if every tool takes it as 32 bits with a sign. Other
// numbers get the next multiple of 32 bits: without a size, Verilator extends the sign
// of what others extend with zeros, or refuses the number.
func integerLiteral(i *big.Int) string {
	size := func(bits int) int { return (bits + 31) / 32 * 32 }
	switch {
	case i.BitLen() <= 31:
		return i.String()
	case i.Sign() < 0:
		return fmt.Sprintf("-%d'sh%x", size(i.BitLen()+1), new(big.Int).Neg(i))
	}
	return fmt.Sprintf("%d'h%x", size(i.BitLen()), i)
}

// sizedLiteral is a number of a given width.
func sizedLiteral(i *big.Int, width int) string {
	switch {
	case width == 1:
		return fmt.Sprintf("1'b%d", i)
	case i.BitLen() <= 13:
		return fmt.Sprintf("%d'd%d", width, i)
	}
	return fmt.Sprintf("%d'h%x", width, i)
}

// realLiteral always has a point: without one it would be an integer.
func realLiteral(v float64, bits int) (text, problem string) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "", fmt.Sprintf("is %v, which Verilog cannot write: give a finite number", v)
	}
	text = strconv.FormatFloat(v, 'g', -1, bits)
	digits, exponent, scaled := strings.Cut(text, "e")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	if scaled {
		digits += "e" + exponent
	}
	return digits, ""
}

// quoted is a string of Verilog: what is not printable ASCII is written as octal
// digits, byte by byte.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
