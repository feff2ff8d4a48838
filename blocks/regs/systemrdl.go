package regs

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// properties are what SystemRDL says of each kind. precedence = hw: an event wins over software that clears in the
// same cycle.
var properties = [kinds]string{
	Setting: "sw = rw; hw = r;",
	Status:  "sw = r; hw = w;",
	Command: "sw = w; hw = r; singlepulse;",
	Pending: "sw = rw; onwrite = woclr; hw = w; precedence = hw; level intr; stickybit;",
	Counter: "sw = r; onread = rclr; hw = na; precedence = hw; counter; incrsaturate = true;",
}

// WriteSystemRDL writes the map as SystemRDL 2.0: one addrmap with a register for each of the map. The error is that
// of Check, or of w.
func (b *Map) WriteSystemRDL(w io.Writer) error {
	if err := b.Check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "addrmap %s {\n\tdesc = %s;\n\tdefault regwidth = %d;\n\tdefault accesswidth = %d;\n",
		b.Name, quoted(b.Doc), wordBits, wordBits)
	owner := map[*Field]*Register{}
	for _, r := range b.Registers {
		fmt.Fprintf(out, "\n\treg {\n\t\tdesc = %s;\n", quoted(r.Doc))
		for _, f := range r.Fields {
			owner[f] = r
			fmt.Fprintf(out, "\t\tfield {\n\t\t\tdesc = %s;\n\t\t\t%s\n\t\t} %s[%d:%d]%s;\n", quoted(f.Doc), properties[f.Kind],
				f.Name, f.Low+f.Width-1, f.Low, f.reset())
		}
		array := ""
		if r.Count > 0 {
			array = fmt.Sprintf("[%d]", r.Count)
		}
		fmt.Fprintf(out, "\t} %s%s @ 0x%x", r.Name, array, r.Address)
		if r.Count > 0 {
			fmt.Fprintf(out, " += 0x%x", wordBytes)
		}
		fmt.Fprintf(out, ";\n")
	}
	for _, r := range b.Registers {
		for _, f := range r.Fields {
			if e := f.Enable; e != nil {
				fmt.Fprintf(out, "\n\t%s.%s->enable = %s.%s;\n", r.Name, f.Name, owner[e].Name, e.Name)
			}
		}
	}
	fmt.Fprintf(out, "};\n")
	return out.Flush()
}

// reset is the reset value of a field with a storage.
func (f *Field) reset() string {
	if f.Kind == Status {
		return ""
	}
	return fmt.Sprintf(" = 0x%x", f.Reset)
}

// quoted is a string of SystemRDL.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
