package board

import (
	"fmt"
	"strconv"
	"strings"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/rtlgen/blocks"
)

// Counter is a counter that the board prints.
type Counter struct {
	Unit, Address int
	Name          string // "node 2 received", "switch xoffs", "board delivered"
	Value         uint64
}

// totalNames are the names of the totals by address.
var totalNames = [totals]string{"delivered", "digest", "status"}

// Counters are all counters in the order in which they are printed, with the value 0.
func Counters() []Counter {
	var list []Counter
	for _, c := range treeBlock().Readback(nil).Counters {
		name := fmt.Sprintf("node %d %s", c.Unit, c.Name)
		if c.Unit == switchUnit {
			name = "switch " + strings.TrimPrefix(c.Name, "level_0_")
		}
		list = append(list, Counter{Unit: c.Unit, Address: c.Address, Name: name})
	}
	for address, name := range totalNames {
		list = append(list, Counter{Unit: totalsUnit, Address: address, Name: "board " + name})
	}
	return list
}

// treeBlock is the network inside as a block, which always has the parameters of a
// board's tree.
func treeBlock() *blocks.Block {
	p := Defaults.tree()
	b := fabric.TreeBlock(p.Schemes)
	readback := b.Readback
	b.Readback = func(blocks.Values) blocks.Readback {
		return readback(blocks.Values{"levels": p.Levels, "ports": p.Ports, "scheme": p.Scheme, "saqs": p.SAQs,
			"copies": p.Copies})
	}
	return b
}

// String is the line that the board prints, without its end.
func (c Counter) String() string { return fmt.Sprintf("%03x %02x %016x", c.Unit, c.Address, c.Value) }

// Read takes the counters out of what a board has printed. What stands before the first
// counter, such as a print that a reset has cut off, is skipped. The error says
// which line is not as it must be, or what is missing.
func Read(text string) ([]Counter, error) {
	list := Counters()
	first := fmt.Sprintf("%03x %02x ", list[0].Unit, list[0].Address)
	begin := strings.LastIndex(text, first)
	if begin < 0 {
		return nil, fmt.Errorf(
			"no line begins with %q, the first counter: give what the board prints after reset, at 115200 baud", first)
	}
	lines := strings.Split(strings.TrimSpace(text[begin:]), "\n")
	if len(lines) < len(list) {
		return nil, fmt.Errorf("the text has %d of %d counters: wait until the light for done is on", len(lines), len(list))
	}
	for i := range list {
		c, line := &list[i], strings.TrimRight(lines[i], "\r")
		x, err := strconv.ParseUint(line[max(len(line)-wordDigits, 0):], 16, wordBits)
		c.Value = x
		if err != nil || line != c.String() {
			return nil, fmt.Errorf("%q should be counter %q: give the text as the board printed it, from one run", line, c.Name)
		}
	}
	return list, nil
}
