package simulate

import (
	"fmt"
	"hash/fnv"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Inputs are the values of a design's inputs in each cycle. Inputs that nothing is said about are 0.
type Inputs struct {
	ports  []*ir.Signal
	events [][]event // of each port, in the order of their cycles
	rows   int       // of vectors
}

// event is what a port has from a cycle on: a value, or a random one in each cycle.
type event struct {
	cycle  int
	value  *big.Int
	random bool
}

// NewInputs returns the inputs of a design, all of them 0.
func NewInputs(d *ir.Design) *Inputs {
	ports := d.Top.Inputs()
	return &Inputs{ports: ports, events: make([][]event, len(ports))}
}

// Rows is the number of cycles that vectors give values for; 0 without vectors.
func (in *Inputs) Rows() int { return in.rows }

// Set gives an input a value from a cycle on: a number as in Go (42, 0x2a, 0b101010), or the word random for
// a new one in each cycle. The error names what is wrong with the input or the value.
func (in *Inputs) Set(cycle int, port, value string) error {
	i, err := in.port(port)
	if err != nil {
		return err
	}
	e := event{cycle: cycle, random: value == "random"}
	if !e.random {
		v, ok := new(big.Int).SetString(value, 0)
		switch {
		case !ok || v.Sign() < 0:
			return fmt.Errorf("input %s cannot be %q: give a number that is not negative, such as 42 or 0x2a, or random", port,
				value)
		case v.BitLen() > in.ports[i].Width:
			return fmt.Errorf("%s is too large for input %s, which has a width of %d", value, port, in.ports[i].Width)
		}
		e.value = v
	}
	list := in.events[i]
	at, _ := slices.BinarySearchFunc(list, cycle+1, func(e event, cycle int) int { return e.cycle - cycle })
	in.events[i] = slices.Insert(list, at, e)
	return nil
}

// Random gives all inputs that have no value yet a random one in each cycle.
func (in *Inputs) Random() {
	for i := range in.ports {
		if len(in.events[i]) == 0 {
			in.events[i] = []event{{random: true}}
		}
	}
}

func (in *Inputs) port(name string) (int, error) {
	var names []string
	for i, p := range in.ports {
		if p.Name == name {
			return i, nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("there is no input %s: the design has none", name)
	}
	return 0, fmt.Errorf("there is no input %s; there are: %s", name, strings.Join(names, ", "))
}

// player gives an engine its inputs, cycle by cycle.
type player struct {
	*Inputs
	next    []int // event of each port
	random  []*rand.Rand
	values  [][]uint64
	changed []bool
}

func (in *Inputs) play(seed uint64) *player {
	p := &player{Inputs: in, next: make([]int, len(in.ports)), changed: make([]bool, len(in.ports))}
	for _, s := range in.ports {
		h := fnv.New64a()
		h.Write([]byte(s.Name))
		p.random = append(p.random, rand.New(rand.NewPCG(seed, h.Sum64())))
		p.values = append(p.values, make([]uint64, words(s.Width)))
	}
	return p
}

func words(width int) int { return (width + 63) / 64 }

// cycle makes the values of a cycle; cycles come in their order.
func (p *player) cycle(cycle int) {
	for i, list := range p.events {
		p.changed[i] = cycle == 0
		for p.next[i] < len(list) && list[p.next[i]].cycle <= cycle {
			if v := list[p.next[i]].value; v != nil {
				p.changed[i] = true
				for k := range p.values[i] {
					p.values[i][k] = new(big.Int).And(new(big.Int).Rsh(v, uint(64*k)), ir.Ones(64)).Uint64()
				}
			}
			p.next[i]++
		}
		if n := p.next[i]; n == 0 || !list[n-1].random {
			continue
		}
		p.changed[i] = true
		for k := range p.values[i] {
			p.values[i][k] = p.random[i].Uint64()
		}
		if w := p.ports[i].Width % 64; w != 0 {
			p.values[i][len(p.values[i])-1] &= 1<<w - 1
		}
	}
}
