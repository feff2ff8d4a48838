package adaptive

import (
	"fmt"
	"io"
	"strings"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// NetworkBlock is Network with its counters, on the networks of the experiments.
func NetworkBlock() *blocks.Block {
	b := blocks.Of(Network)
	b.Readback = func(v blocks.Values) blocks.Readback { return networkReadback(blocks.ParamsOf[NetworkParams](v)) }
	b.Network = func(v blocks.Values) (blocks.Network, error) {
		return audited(blocks.ParamsOf[NetworkParams](v)), nil
	}
	b.Forms = []blocks.Values{{"network": 5, "list": 8, "queue": 2, "slots": 20}}
	return b
}

// NetworkBlockOn is NetworkBlock on the networks of a file: its parameter network
// chooses one of these. Lists that the file does not give are made, of up to "list"
// ports.
func NetworkBlockOn(set *graph.Set) *blocks.Block {
	on := func(p NetworkParams) NetworkParams {
		p.Graph = set.Complete(p.Network, p.List)
		return p
	}
	b := blocks.Of(func(p NetworkParams) *rtlgen.Typed[NetworkPorts] { return Network(on(p)) })
	for i := range b.Params {
		switch p := &b.Params[i]; p.Name {
		case "network":
			p.Max, p.Doc = len(set.Networks)-1, numbered(set.Networks)
		case "list":
			p.Min = max(p.Min, set.Longest())
			p.Default = p.Min
		}
	}
	b.Check = func(v blocks.Values) error { return on(blocks.ParamsOf[NetworkParams](v)).Check() }
	b.Readback = func(v blocks.Values) blocks.Readback { return networkReadback(on(blocks.ParamsOf[NetworkParams](v))) }
	b.Network = func(v blocks.Values) (blocks.Network, error) {
		return audited(on(blocks.ParamsOf[NetworkParams](v))), nil
	}
	b.Forms = []blocks.Values{{"queue": 2, "slots": 20}}
	b.Source = func(v blocks.Values) string { return set.Complete(v["network"], v["list"]).String() }
	return b
}

// numbered lists networks with the numbers that the parameter network gives them.
func numbered(list []*graph.Network) string {
	var names []string
	for i, n := range list {
		names = append(names, fmt.Sprintf("%d %s", i, n.Name))
	}
	return strings.Join(names, ", ")
}

// ReadNetworks reads a file of networks and proves that each can be built (see
// NetworkParams.Check). The messages begin with the name of the file.
func ReadNetworks(file string, text io.Reader) (*graph.Set, error) {
	set, err := graph.ReadSet(file, text)
	if err != nil {
		return nil, err
	}
	p := rtlgen.Default[NetworkParams]()
	p.List = min(longestList, max(p.List, set.Longest()))
	return set, set.Check(func(number int) error {
		p.Graph = set.Complete(number, p.List)
		return p.Check()
	})
}

// longestList is the largest value of the parameter list.
const longestList = 8
