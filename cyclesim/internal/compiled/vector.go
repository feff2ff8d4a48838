package compiled

import "culprit/cyclesim/internal/wasm"

func (g *generator) vector(k *kernel, lanes int) []*wasm.Func { panic("todo") }
