package compiled

import "culprit/cyclesim/internal/vector"

// vector implements backend.
func (g *machineCode) vector(k *kernel, p *program, code *vector.Code, lanes int) {
	panic("BUG: no vectors yet")
}
