package graph

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed networks.txt
var builtIn string

// Named are the networks of the experiments.
func Named() []*Network {
	list, err := Parse("networks.txt", strings.NewReader(builtIn))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return list
}

// Find is the network of that name among those of the experiments.
func Find(name string) (*Network, error) {
	list := Named()
	i := slices.IndexFunc(list, func(n *Network) bool { return n.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no network %q: use %s, or give a file", name, strings.Join(Names(list), ", "))
	}
	return list[i], nil
}

// Names are the names of networks.
func Names(list []*Network) []string {
	var names []string
	for _, n := range list {
		names = append(names, n.Name)
	}
	return names
}
