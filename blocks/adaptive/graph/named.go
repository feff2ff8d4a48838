package graph

import (
	_ "embed"
	"fmt"
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
	var names []string
	for _, n := range Named() {
		if n.Name == name {
			return n, nil
		}
		names = append(names, n.Name)
	}
	return nil, fmt.Errorf("there is no network %q: use %s, or give a file", name, strings.Join(names, ", "))
}
