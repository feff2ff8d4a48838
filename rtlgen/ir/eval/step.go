package eval

import (
	"maps"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Step is the clock edge of the whole hierarchy below the top: all state changes
// together.
func (v *Instance) Step() {
	var commits []func()
	v.Each(func(v *Instance) { commits = append(commits, v.next()) })
	for _, commit := range commits {
		commit()
	}
	v.Each((*Instance).forget)
}

// next finds the state after the edge; the function it returns moves there.
func (v *Instance) next() (commit func()) {
	regs, arrays := maps.Clone(v.regs), map[*ir.Array][]*big.Int{}
	for a, x := range v.arrays {
		arrays[a] = slices.Clone(x)
	}
	state := func(a *ir.Assign) bool { return a.Arr != nil || a.Sig.Kind == ir.Reg }
	v.execute(v.Module.Body, v.outside, state, func(a *ir.Assign, at *round) {
		if a.Arr == nil {
			regs[a.Sig] = v.assigned(regs[a.Sig], a, at)
		} else {
			put(arrays[a.Arr], v.value(a.Index, at), v.value(a.Value, at))
		}
	})
	memories, reads := map[*ir.Memory][]*big.Int{}, map[*ir.ReadPort]*big.Int{}
	for _, mem := range v.Module.Memories {
		memories[mem] = v.written(mem)
		for _, r := range mem.Reads {
			if r.Sync {
				reads[r] = v.nextRead(mem, r)
			}
		}
	}
	return func() { v.regs, v.arrays, v.memories, v.reads = regs, arrays, memories, reads }
}

// put writes an element; beyond the end it does nothing.
func put(list []*big.Int, i, x *big.Int) {
	if i.Cmp(big.NewInt(int64(len(list)))) < 0 {
		list[i.Int64()] = x
	}
}

// written is the contents of a memory after the edge.
func (v *Instance) written(mem *ir.Memory) []*big.Int {
	words := slices.Clone(v.memories[mem])
	for _, w := range mem.Writes {
		addr := v.value(w.Addr, v.outside)
		put(words, addr, lanesWritten(v.word(mem.Name, mem.Width, words, addr), w, v.value(w.Enable, v.outside),
			v.value(w.Data, v.outside)))
	}
	return words
}

// lanesWritten is a word with the enabled lanes of the data of a write port.
func lanesWritten(old *big.Int, w *ir.WritePort, enable, data *big.Int) *big.Int {
	x, lane := new(big.Int).Set(old), w.Data.Width/w.Enable.Width
	for bit := range w.Data.Width {
		if enable.Bit(bit/lane) == 1 {
			x.SetBit(x, bit, data.Bit(bit))
		}
	}
	return x
}

// nextRead is the output of a synchronous read port after the edge. A read that meets a write gives its
// data if the pair of ports reads new words, also beyond the end. Of several collisions one that keeps the
// output decides, then an undefined one.
func (v *Instance) nextRead(mem *ir.Memory, r *ir.ReadPort) *big.Int {
	if v.value(r.Enable, v.outside).Sign() == 0 {
		return v.reads[r]
	}
	addr := v.value(r.Addr, v.outside)
	x, undefined := v.word(mem.Name, mem.Width, v.memories[mem], addr), false
	for i, w := range mem.Writes {
		enable := v.value(w.Enable, v.outside)
		if enable.Sign() == 0 || v.value(w.Addr, v.outside).Cmp(addr) != 0 {
			continue
		}
		switch mem.During(r, i) {
		case ir.ReadKeep:
			return v.reads[r]
		case ir.ReadNew:
			x = lanesWritten(x, w, enable, v.value(w.Data, v.outside))
		case ir.ReadUndefined:
			undefined = true
		}
	}
	if undefined && v.open != nil {
		return v.open(v.Module, r.Name, nil, mem.Width)
	}
	return x
}
