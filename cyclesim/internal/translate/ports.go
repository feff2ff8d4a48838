package translate

import (
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// writePort is the values on a write port; mask is nil for whole words.
type writePort struct {
	enable, addr word.Ref
	data, mask   []word.Ref
}

// merged is the old word after the port's write.
func (k *lowering) merged(w writePort, old []word.Ref) []word.Ref {
	if w.mask == nil {
		return w.data
	}
	out := make([]word.Ref, len(old))
	for i := range out {
		changes := k.Op2(word.And, k.Op2(word.Xor, old[i], w.data[i]), w.mask[i])
		out[i] = k.Op2(word.Xor, old[i], changes)
	}
	return out
}

// memories makes the synchronous reads, then the writes.
func (k *lowering) memories() {
	before := k.P.Line
	for _, mem := range k.layout.Module.Memories {
		k.at(mem.Pos)
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
				k.at(r.Pos)
				k.syncRead(mem, r, writes)
			}
		}
		for i := range writes {
			k.at(mem.Writes[i].Pos)
			k.memoryWrite(mem, writes[:i+1])
		}
		k.backTo(before)
	}
}

// memoryWrite makes the write of the last of the ports. All values are found
// before the first store: a word that keeps lanes keeps those of the earlier
// ports, too.
func (k *lowering) memoryWrite(mem *ir.Memory, ports []writePort) {
	s, w := k.layout.Mems[mem], ports[len(ports)-1]
	value := w.data
	if w.mask != nil {
		old := k.loadAt(s, k.scaled(k.below(w.addr, mem.Depth), mem.Width))
		for _, earlier := range ports[:len(ports)-1] {
			old = k.ChooseWords(k.hits(earlier, w.addr), k.merged(earlier, old), old)
		}
		value = k.merged(w, old)
	}
	cond := k.Op2(word.And, w.enable, k.OpK(word.Lt, w.addr, uint64(mem.Depth)))
	k.commits = append(k.commits, commit{s, k.P.Line, k.scaled(w.addr, mem.Width), value, cond})
}

// hits is the condition that the port writes at addr.
func (k *lowering) hits(w writePort, addr word.Ref) word.Ref {
	return k.Op2(word.And, w.enable, k.Op2(word.Eq, addr, w.addr))
}

// syncRead captures the word before the writes, then looks for collisions.
func (k *lowering) syncRead(mem *ir.Memory, r *ir.ReadPort, writes []writePort) {
	addr := k.amount(r.Addr)
	data := k.element(mem.Name, k.layout.Mems[mem], r.Addr)
	for _, i := range mem.WritesOf(r, ir.ReadNew) {
		hit := k.hits(writes[i], addr)
		data = k.ChooseWords(hit, k.merged(writes[i], data), data)
	}
	for _, i := range mem.WritesOf(r, ir.ReadUndefined) {
		hit := k.hits(writes[i], addr)
		data = k.ChooseWords(hit, k.arbitrary(mem.Width, k.openPlace(r.Name)), data)
	}
	reads := k.bit(r.Enable)
	for _, i := range mem.WritesOf(r, ir.ReadKeep) {
		reads = k.Op2(word.And, reads, k.OpK(word.Xor, k.hits(writes[i], addr), 1))
	}
	s := k.layout.Read[r]
	data = k.ChooseWords(reads, data, k.load(s))
	k.commits = append(k.commits, commit{s, k.P.Line, word.None, data, word.None})
}
