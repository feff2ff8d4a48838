package compiled

// deadCode drops instructions whose value is not used.
func deadCode(p *program) {
	used := make([]bool, len(p.code))
	for i := len(p.code) - 1; i >= 0; i-- {
		in := &p.code[i]
		if in.op.effect() {
			used[i] = true
		}
		if used[i] {
			in.args(func(r ref) { used[r] = true })
		}
	}
	p.keep(func(i int) bool { return used[i] })
}

// keep drops every instruction for which wanted is false; no kept instruction may
// use a dropped one.
func (p *program) keep(wanted func(i int) bool) {
	to := make([]ref, len(p.code))
	code := make([]instr, 0, len(p.code))
	for i, in := range p.code {
		if !wanted(i) {
			to[i] = none
			continue
		}
		in.rename(to)
		to[i] = ref(len(code))
		code = append(code, in)
	}
	p.code = code
}
