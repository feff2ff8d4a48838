package regs

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"culprit.example/culprit/rtlgen"
)

// wordBits are the bits of a register, wordBytes its bytes.
const (
	wordBits  = 32
	wordBytes = wordBits / 8
)

// Kind says who writes a field, and what an access does to it.
type Kind int

// The kinds of fields.
const (
	Setting Kind = iota // software reads and writes it, hardware reads it
	Status              // hardware gives it, software reads it
	Command             // of one bit: 1 for a cycle after software writes 1 to it; reads as 0
	Pending             // a bit stays 1 from its event until software writes 1 to it; an event of that cycle wins
	Counter             // counts events up to its largest number; a read clears it, and an event of that cycle counts
	kinds
)

var kindNames = [kinds]string{"setting", "status", "command", "pending", "counter"}

// String is the name of the kind.
func (k Kind) String() string {
	if k < 0 || k >= kinds {
		return fmt.Sprintf("kind %d", int(k))
	}
	return kindNames[k]
}

// Map is the registers of a block, of 32 bits each.
type Map struct {
	Name      string // lower_snake, of the address map
	Doc       string
	Registers []*Register
}

// Register is a register, or an array of equal ones side by side.
type Register struct {
	Name    string // lower_snake
	Doc     string
	Address int // of the first one, in bytes, a multiple of 4
	Count   int // of the array, 4 bytes apart; 0 is a register that is no array
	Fields  []*Field
}

// Field is some bits of a register, or of each register of an array.
type Field struct {
	Name       string // lower_snake
	Doc        string
	Low, Width int // its lowest bit, its number of bits
	Kind       Kind
	Reset      uint64 // of a Setting; 0 for all others
	// Enable, of a Pending field, is the Setting of the same width whose bits let those of the field raise the
	// interrupt. nil: the field raises none.
	Enable *Field
}

// depth is the number of registers.
func (r *Register) depth() int { return max(1, r.Count) }

// end is the first address behind the registers.
func (r *Register) end() int { return r.Address + wordBytes*r.depth() }

// AddressBits is the number of bits of a byte address within the map.
func (b *Map) AddressBits() int {
	end := wordBytes
	for _, r := range b.Registers {
		end = max(end, r.end())
	}
	return rtlgen.IndexBits(end)
}

// Check finds what is wrong with the map: names, addresses, bits, and what a kind cannot have. The error has a line
// for each mistake, with the register or the field.
func (b *Map) Check() error {
	c := check{names: map[string]bool{}, at: map[int]*Register{}, of: map[*Field]*Register{}}
	c.name("the map", b.Name)
	if len(b.Registers) == 0 {
		c.say("the map %s has no registers: give it at least one", b.Name)
	}
	for i, r := range b.Registers {
		if r == nil || slices.Contains(r.Fields, nil) {
			return fmt.Errorf("register %d of the map %s, or a field of it, is nil: leave it out", i, b.Name)
		}
		c.register(r)
	}
	for _, r := range b.Registers {
		for _, f := range r.Fields {
			c.enable(r, f)
		}
	}
	return errors.Join(c.mistakes...)
}

// check gathers mistakes.
type check struct {
	mistakes []error
	names    map[string]bool
	at       map[int]*Register
	of       map[*Field]*Register
}

func (c *check) say(format string, args ...any) {
	c.mistakes = append(c.mistakes, fmt.Errorf(format, args...))
}

var lowerSnake = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// keywords are words of SystemRDL that would be taken for names of ours.
var keywords = map[string]bool{
	"abstract": true, "accesstype": true, "addressingtype": true, "addrmap": true, "alias": true, "all": true,
	"bit": true, "boolean": true, "bothedge": true, "compact": true, "component": true, "componentwidth": true,
	"constraint": true, "default": true, "encode": true, "enum": true, "external": true, "false": true, "field": true,
	"fullalign": true, "hw": true, "inside": true, "internal": true, "level": true, "longint": true, "mem": true,
	"na": true, "negedge": true, "nonsticky": true, "number": true, "onreadtype": true, "onwritetype": true,
	"posedge": true, "property": true, "r": true, "rclr": true, "ref": true, "reg": true, "regalign": true,
	"regfile": true, "rset": true, "ruser": true, "rw": true, "rw1": true, "signal": true, "string": true,
	"struct": true, "sw": true, "this": true, "true": true, "type": true, "unsigned": true, "w": true, "w1": true,
	"wclr": true, "woclr": true, "woset": true, "wot": true, "wr": true, "wset": true, "wuser": true, "wzc": true,
	"wzs": true, "wzt": true,
}

func (c *check) name(what, name string) {
	switch {
	case !lowerSnake.MatchString(name):
		c.say("the name %q of %s is not lower_snake: give one such as error_count", name, what)
	case keywords[name]:
		c.say("the name %s of %s is a word of SystemRDL: give another one, such as %s_value", name, what, name)
	}
}

func (c *check) register(r *Register) {
	c.name("a register", r.Name)
	if c.names[r.Name] {
		c.say("two registers have the name %s: give one of them another name", r.Name)
	}
	c.names[r.Name] = true
	switch {
	case r.Count < 0:
		c.say("register %s: count=%d is negative: give 0 for a register that is no array", r.Name, r.Count)
		return
	case r.Address < 0 || r.Address%wordBytes != 0:
		c.say("register %s: address %#x is no multiple of %d: give %#x", r.Name, r.Address, wordBytes,
			max(0, r.Address)/wordBytes*wordBytes)
		return
	}
	for a := r.Address; a < r.end(); a += wordBytes {
		if other := c.at[a]; other != nil {
			c.say("register %s overlaps %s at address %#x: the first free address behind %s is %#x", r.Name, other.Name, a,
				other.Name, other.end())
			break
		}
		c.at[a] = r
	}
	if len(r.Fields) == 0 {
		c.say("register %s has no fields: give it at least one", r.Name)
	}
	var used [wordBits]*Field
	names := map[string]bool{}
	for _, f := range r.Fields {
		c.name("a field of register "+r.Name, f.Name)
		if names[f.Name] {
			c.say("register %s has two fields %s: give one of them another name", r.Name, f.Name)
		}
		names[f.Name] = true
		if c.of[f] != nil {
			c.say("field %s.%s is in register %s, too: make a field for each of them", r.Name, f.Name, c.of[f].Name)
		}
		c.of[f] = r
		c.field(r, f, &used)
	}
}

func (c *check) field(r *Register, f *Field, used *[wordBits]*Field) {
	if f.Width < 1 || f.Low < 0 || f.Low > wordBits-f.Width {
		c.say("field %s.%s: bits %d to %d are not within 0 to %d: give other bits, or another register", r.Name, f.Name,
			f.Low, f.Low+f.Width-1, wordBits-1)
		return
	}
	for i := f.Low; i < f.Low+f.Width; i++ {
		if used[i] != nil {
			c.say("fields %s and %s of register %s overlap in bit %d: move one of them", used[i].Name, f.Name, r.Name, i)
			break
		}
		used[i] = f
	}
	switch {
	case f.Kind < 0 || f.Kind >= kinds:
		c.say("field %s.%s: there is no %s: give one of the kinds of package regs", r.Name, f.Name, f.Kind)
	case f.Kind == Command && f.Width > 1:
		c.say("field %s.%s: a command of SystemRDL has one bit: make %d fields", r.Name, f.Name, f.Width)
	case f.Kind != Setting && f.Reset != 0:
		c.say("field %s.%s: a %s is 0 after reset: leave reset=%#x out", r.Name, f.Name, f.Kind, f.Reset)
	case f.Reset>>f.Width != 0:
		c.say("field %s.%s: reset=%#x has more than %d bits", r.Name, f.Name, f.Reset, f.Width)
	}
}

// enable checks the setting that lets a field raise the interrupt.
func (c *check) enable(r *Register, f *Field) {
	if f.Enable == nil {
		return
	}
	at := c.of[f.Enable]
	switch {
	case f.Kind != Pending:
		c.say("field %s.%s: a %s raises no interrupt: leave enable out", r.Name, f.Name, f.Kind)
	case at == nil:
		c.say("field %s.%s: its enable is in no register of the map: put it in one", r.Name, f.Name)
	case f.Enable.Kind != Setting || f.Enable.Width != f.Width:
		c.say("field %s.%s: its enable %s.%s must be a setting of %d bits", r.Name, f.Name, at.Name, f.Enable.Name, f.Width)
	case r.Count > 0 || at.Count > 0:
		c.say("field %s.%s: it and its enable must not be in arrays: SystemRDL cannot pair their elements", r.Name, f.Name)
	}
}
