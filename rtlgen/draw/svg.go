package draw

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/goccy/go-graphviz"
)

// oneAtATime guards Graphviz, which has one memory for all that use it.
var oneAtATime sync.Mutex

// SVG is the diagram as Graphviz lays it out; no program need be installed. The bytes are the same on every machine.
func (d *Diagram) SVG(ctx context.Context) (string, error) {
	fail := func(err error) (string, error) {
		return "", fmt.Errorf("the diagram of %s cannot be laid out: %w", d.Name, err)
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	g, err := graphviz.New(ctx)
	if err != nil {
		return fail(err)
	}
	defer func() { _ = g.Close() }()
	graph, err := graphviz.ParseBytes([]byte(d.Dot()))
	if err != nil {
		return fail(err)
	}
	defer func() { _ = graph.Close() }()
	var out bytes.Buffer
	if err := g.Render(ctx, graph, graphviz.SVG, &out); err != nil {
		return fail(err)
	}
	return out.String(), nil
}
