package draw

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"culprit.example/culprit/internal/child"
)

// Graphviz is the program that lays diagrams out.
const Graphviz = "dot"

// SVG is the diagram as Graphviz lays it out. The error is that its program is not there or fails, or that of ctx.
func (d *Diagram) SVG(ctx context.Context) (string, error) {
	path, err := child.LookPath(Graphviz)
	if err != nil {
		return "", fmt.Errorf("the diagram of %s cannot be laid out: Graphviz is not installed (its program %s; Debian: "+
			"apt-get install graphviz): install it, or take the text of the diagram", d.Name, Graphviz)
	}
	var out, said bytes.Buffer
	c := child.New(ctx, path, "-Tsvg")
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(d.Dot()), &out, &said
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("the diagram of %s cannot be laid out: %w: %s", d.Name, err, strings.TrimSpace(said.String()))
	}
	return out.String(), nil
}
