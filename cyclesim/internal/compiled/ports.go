package compiled

import "culprit/rtlgen/ir"

// writePort is the values on a write port; mask is nil for whole words.
type writePort struct {
	enable, addr ref
	data, mask   []ref
}

// merged is the word after the port's write.
func (k *lowering) merged(w writePort, word []ref) []ref {
	if w.mask == nil {
		return w.data
	}
	out := make([]ref, len(word))
	for i := range out {
		changes := k.op2(opAnd, k.op2(opXor, word[i], w.data[i]), w.mask[i])
		out[i] = k.op2(opXor, word[i], changes)
	}
	return out
}

// memories makes the synchronous reads, then the writes.
func (k *lowering) memories() {
	for _, mem := range k.layout.module.Memories {
		var writes []writePort
		for _, w := range mem.Writes {
			port := writePort{enable: k.bit(w.Any()), addr: k.amount(w.Addr), data: k.node(w.Data)}
			if w.Lanes() > 1 {
				port.mask = k.node(w.Mask())
			}
			writes = append(writes, port)
		}
		for _, r := range mem.Reads {
			if r.Sync {
				k.syncRead(mem, r, writes)
			}
		}
		for i := range writes {
			k.memoryWrite(mem, writes[:i+1])
		}
	}
}

// memoryWrite makes the write of the last of the ports. All values are found
// before the first store: a word that keeps lanes keeps those of the earlier
// ports, too.
func (k *lowering) memoryWrite(mem *ir.Memory, ports []writePort) {
	s, w := k.layout.mems[mem], ports[len(ports)-1]
	value := w.data
	if w.mask != nil {
		word := k.loadAt(s, k.scaled(k.below(w.addr, mem.Depth), mem.Width))
		for _, earlier := range ports[:len(ports)-1] {
			word = k.chooseWords(k.hits(earlier, w.addr), k.merged(earlier, word), word)
		}
		value = k.merged(w, word)
	}
	cond := k.op2(opAnd, w.enable, k.opK(opLt, w.addr, uint64(mem.Depth)))
	k.commits = append(k.commits, commit{s, k.scaled(w.addr, mem.Width), value, cond})
}

// hits is the condition that the port writes at addr.
func (k *lowering) hits(w writePort, addr ref) ref {
	return k.op2(opAnd, w.enable, k.op2(opEq, addr, w.addr))
}

// syncRead captures the word before the writes, then looks for collisions.
func (k *lowering) syncRead(mem *ir.Memory, r *ir.ReadPort, writes []writePort) {
	addr := k.amount(r.Addr)
	data := k.element(k.layout.mems[mem], r.Addr)
	if mem.RDW != ir.ReadOld {
		for _, w := range writes {
			hit := k.hits(w, addr)
			instead := k.merged(w, data)
			if mem.RDW == ir.ReadUndefined {
				instead = k.arbitrary(mem.Width, k.layout.read[r].at)
			}
			data = k.chooseWords(hit, instead, data)
		}
	}
	s := k.layout.read[r]
	data = k.chooseWords(k.bit(r.Enable), data, k.load(s))
	k.commits = append(k.commits, commit{s, none, data, none})
}
