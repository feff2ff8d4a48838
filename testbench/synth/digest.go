package synth

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// digest stands for what is synthesized: the Verilog of a module and of all below it without
// its comments, and the script. Two runs of one version of Yosys on the same digest give the
// same cost.
func digest(s *Source, high bool) string {
	h := sha256.New()
	write := func(t []byte) {
		h.Write(t)
		h.Write([]byte{0})
	}
	for _, f := range s.Files {
		write([]byte(f.Path))
		write(withoutComments(f.Data))
	}
	write([]byte(mapScriptOf(s, high)))
	// What is inside and synthesized by itself has a digest of its own; the sum depends on it.
	for _, m := range s.separate() {
		write([]byte(digest(sourceOf(m, s.design), high)))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// withoutComments takes the line comments out of a Verilog text, which has no others: they have
// the positions of the source, which change with it.
func withoutComments(text []byte) []byte {
	var b bytes.Buffer
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
		case c == '"':
			inString = !inString
		case !inString && bytes.HasPrefix(text[i:], []byte("//")):
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return bytes.TrimRight(b.Bytes(), " ")
			}
			b.Truncate(len(bytes.TrimRight(b.Bytes(), " ")))
			i += end
		}
		b.WriteByte(text[i])
	}
	return b.Bytes()
}
