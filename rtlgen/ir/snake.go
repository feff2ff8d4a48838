package ir

import (
	"strings"
	"unicode"
)

// Snake turns a Go name into the lower_snake name of a port or parameter:
// "CqHead" into "cq_head". Capitals in a row are one word: "RxSOP" gives "rx_sop".
func Snake(name string) string {
	var b strings.Builder
	rs := []rune(name)
	for i, r := range rs {
		if unicode.IsUpper(r) && i > 0 {
			begins := !unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])
			if begins {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
