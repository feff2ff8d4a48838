package compiled

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cyclesim/internal/csource"
	"culprit/cyclesim/internal/native"
)

// cSource is the back end for a C compiler. A kernel becomes a function of the memory and the
// address of a frame.
type cSource struct {
	at    *addresses
	cc    *native.Compiler
	funcs []cFunc
	names map[kernelKey]string
	loops map[string]bool // the functions that access each lane at an address of its own
	bytes int             // of the widest vectors
}

// Bounds for the instructions of one function: the time that C compilers take grows faster
// than its length.
const (
	maxScalarOpsC = 4000
	maxVectorOpsC = 3000
)

func newCSource(at *addresses, cc *native.Compiler, vectorBytes int) *cSource {
	return &cSource{at: at, cc: cc, names: map[kernelKey]string{}, loops: map[string]bool{}, bytes: vectorBytes}
}

// cFunc is a function: what declares it, and its text.
type cFunc struct {
	declaration string
	body        strings.Builder
}

// unitBytes is about the size of a translation unit: the compiler runs on several at a time.
const (
	unitBytes = 400 << 10
	maxUnits  = 8
)

// image implements imageBackend.
func (g *cSource) image() ([]byte, error) { return g.cc.Compile(g.source()...) }

func (g *cSource) limit() uint64 { return maxBytes }

// source is the program, in translation units.
func (g *cSource) source() []string {
	at := csource.Addresses{Cycle: g.at.cycle, Seed: g.at.seed, Failed: g.at.failed, Log: g.at.log, UnusedLane: unusedLane}
	head, total := csource.Prelude(at, g.bytes)+g.loopFuncs(), 0
	for i := range g.funcs {
		head += g.funcs[i].declaration + ";\n"
		total += g.funcs[i].body.Len()
	}
	count := min(1+total/unitBytes, maxUnits)
	units := make([]string, count)
	size := make([]int, count)
	// The longest first, each to the unit that has least.
	order := make([]int, len(g.funcs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.funcs[b].body.Len() - g.funcs[a].body.Len() })
	for _, i := range order {
		least := slices.Index(size, slices.Min(size))
		f := &g.funcs[i]
		units[least] += "\n" + f.declaration + " {\n" + f.body.String() + "}\n"
		size[least] += f.body.Len()
	}
	for i := range units {
		units[i] = head + units[i]
	}
	return units
}

// kernelFunc makes a kernel of so many parts, each of which write adds, and has them called in turn.
func (g *cSource) kernelFunc(key kernelKey, parts int, write func(part int)) {
	name := fmt.Sprintf("kernel_%d_%d", len(g.names), key.lanes)
	g.names[key] = name
	if parts == 1 {
		g.function(name, func() { write(0) })
		return
	}
	for i := range parts {
		g.function(fmt.Sprintf("%s_part_%d", name, i), func() { write(i) })
	}
	g.function(name, func() {
		for i := range parts {
			g.line("%s_part_%d(memory, frame);", name, i)
		}
	})
}

func (g *cSource) function(name string, write func()) {
	g.begin(fmt.Sprintf("KERNEL %s(u8 *memory, u8 *frame)", name))
	write()
}

// begin begins a function, the last of the list, to which line adds.
func (g *cSource) begin(declaration string) {
	g.funcs = append(g.funcs, cFunc{declaration: declaration})
}

func (g *cSource) line(format string, args ...any) {
	b := &g.funcs[len(g.funcs)-1].body
	b.WriteByte('\t')
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

// call runs a kernel on frames at equal distances, the first of them in the present frame.
func (g *cSource) call(key kernelKey, first, distance, count int) {
	name := g.names[key]
	if count == 1 {
		g.line("%s(memory, frame + %d);", name, first)
	} else {
		g.line("for (u64 i = 0; i < %d; i++) %s(memory, frame + %d + i * %d);", count, name, first, distance)
	}
}

func (g *cSource) scalar(k *kernel, p *program) {
	c := p.split(maxScalarOpsC)
	scratch := g.at.scratch
	g.at.scratch += 8 * uint32(len(c.spill))
	g.kernelFunc(kernelKey{k, 1}, len(c.start), func(part int) {
		f := &cFunction{g, p, &c, scratch}
		for _, r := range c.imports(p, part) {
			if s, ok := c.spill[r]; ok {
				g.line("const u64 v%d = AT(m64, memory + %d);", r, scratch+8*uint32(s))
			} else {
				f.define(r)
			}
		}
		for i := c.start[part]; i < c.end(p, part); i++ {
			r, in := ref(i), &p.code[i]
			switch {
			case in.op.effect():
				f.effect(in)
			case in.op != opConst:
				f.define(r)
				if s, ok := c.spill[r]; ok {
					g.line("AT(m64, memory + %d) = v%d;", scratch+8*uint32(s), r)
				}
			}
		}
	})
}

// cFunction writes a chunk of a program for one instance.
type cFunction struct {
	g       *cSource
	p       *program
	c       *chunks
	scratch uint32
}

func (f *cFunction) define(r ref) { f.g.line("const u64 v%d = %s;", r, f.operation(&f.p.code[r])) }

// value is what a value is called.
func (f *cFunction) value(r ref) string {
	if in := &f.p.code[r]; in.op == opConst {
		return fmt.Sprintf("%#xull", in.k)
	}
	return fmt.Sprintf("v%d", r)
}

// scalarForms has the operations in C: $a and $b stand for the operands.
var scalarForms = map[op]string{
	opAdd: "$a + $b", opSub: "$a - $b", opMul: "$a * $b", opRem: "$a % $b",
	opAnd: "$a & $b", opOr: "$a | $b", opXor: "$a ^ $b",
	opShl: "$a << ($b & 63)", opShr: "$a >> ($b & 63)", opSar: "(u64)((s64)$a >> ($b & 63))", opRotl: "rotl64($a, $b)",
	opEq: "$a == $b", opNe: "$a != $b", opLt: "$a < $b", opLe: "$a <= $b",
	opCtz: "ctz64($a)", opPopcnt: "__builtin_popcountll($a)", opSelect: "$a ? $b : $c",
}

func (f *cFunction) operation(in *instr) string {
	switch in.op {
	case opLoad:
		return fmt.Sprintf("AT(%s, %s)", memoryTypes[in.size], f.place(in))
	case opArbitrary:
		return fmt.Sprintf("arbitrary(memory, %#xull)", in.k)
	}
	form, ok := scalarForms[in.op]
	if !ok {
		panic("BUG: no C for the operation " + opNames[in.op])
	}
	names := []string{}
	for i, r := range [3]ref{in.a, in.b, in.c} {
		if r != none {
			names = append(names, "$"+string(rune('a'+i)), f.value(r))
		}
	}
	return strings.NewReplacer(names...).Replace(form)
}

// memoryTypes are the types of numbers in memory by their size.
var memoryTypes = map[uint8]string{1: "m8", 2: "m16", 4: "m32", 8: "m64"}

// place is the address that an instruction accesses.
func (f *cFunction) place(in *instr) string {
	if in.a == none {
		return fmt.Sprintf("frame + %d", in.k)
	}
	return fmt.Sprintf("frame + %s + %d", f.value(in.a), in.k)
}

func (f *cFunction) effect(in *instr) {
	g := f.g
	switch in.op {
	case opStore:
		f.store(in)
	case opCopy:
		bytes := int(in.spread) * int(in.size)
		g.eachVector(bytes, func(w, at int) {
			g.line("store_%d(frame + %d, load_%d(frame + %d));", w, int(in.k)+at, w, int(in.from)+at)
		}, func() { g.line("AT(m64, frame + %d) = AT(m64, frame + %d);", in.k, in.from) })
	case opCall:
		c := &f.p.calls[in.k]
		g.call(kernelKey{c.kernel, c.lanes}, int(c.first), int(c.size), c.count)
	case opCheck:
		c := f.p.checks[in.k]
		g.line("if (__builtin_expect(!%s, 0)) fail(memory, frame + %d, frame + %d, %d);", f.value(in.a), c.count, c.id, c.index)
	case opCover:
		g.line("AT(m64, frame + %d) += %s;", f.p.checks[in.k].count, f.value(in.a))
	default:
		panic("BUG: no C for the effect " + opNames[in.op])
	}
}

// store writes a value. If its condition does not hold, the value goes to a dummy
// address, which is cheaper than a branch.
func (f *cFunction) store(in *instr) {
	value, typ := f.value(in.b), memoryTypes[in.size]
	switch {
	case in.spread > 0:
		bytes, bits := int(in.spread)*int(in.size), 8*in.size
		f.g.eachVector(bytes, func(w, at int) {
			f.g.line("store_%d(frame + %d, splat%d_%d(%s));", w, int(in.k)+at, bits, w, value)
		}, func() { f.g.line("store_half_16(frame + %d, splat%d_16(%s));", in.k, bits, value) })
	case in.c != none:
		f.g.line("AT(%s, %s ? %s : memory + %d) = %s;", typ, f.value(in.c), f.place(in), f.g.at.dump, value)
	default:
		f.g.line("AT(%s, %s) = %s;", typ, f.place(in), value)
	}
}

// eachVector calls f for all vectors, of w bytes each, that the lanes of a group take; half if
// they take half of the smallest one.
func (g *cSource) eachVector(bytes int, f func(w, at int), half func()) {
	if bytes < 16 {
		half()
		return
	}
	w := g.bytes
	for bytes%w > 0 {
		w /= 2
	}
	for at := 0; at < bytes; at += w {
		f(w, at)
	}
}

// Numbers of the functions that other code calls.
const (
	entrySettle = iota
	entryFinish
	entryRun
)

// steps implements backend. A run ends early after a cycle in which a property has failed for
// the first time.
func (g *cSource) steps(top *module, frame uint32) {
	for _, last := range []bool{false, true} {
		name := "settle"
		if last {
			name = "finish"
		}
		g.function(name, func() {
			for _, k := range top.kernels {
				if code, ok := g.names[kernelKey{k, 1}]; ok && k.step.Last == last {
					g.line("%s(memory, frame);", code)
				}
			}
			if last {
				g.line("AT(m64, memory + CYCLE)++;")
			}
		})
	}
	g.begin(fmt.Sprintf("%s u64 %s(u8 *memory, u64 number, u64 argument)", csource.EntryAttribute, csource.Entry))
	g.line(`u8 *frame = memory + %d;
	u64 done = 0;
	switch (number) {
	case %d:
		settle(memory, frame);
		break;
	case %d:
		finish(memory, frame);
		break;
	case %d:
		do {
			settle(memory, frame);
			finish(memory, frame);
		} while (++done < argument && !AT(m32, memory + FAILED));
	}
	return done;`, frame, entrySettle, entryFinish, entryRun)
}

// loop is a function that accesses each lane at an address of its own.
func (g *cSource) loop(kind string, bytes, size uint8, lanes int) string {
	name := fmt.Sprintf("%s_%d_%d_%d", kind, bytes, size, lanes)
	g.loops[name] = true
	return name
}

// loopFuncs is the text of these functions.
func (g *cSource) loopFuncs() string {
	var b strings.Builder
	names := make([]string, 0, len(g.loops))
	for name := range g.loops {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		kind, rest, _ := strings.Cut(name, "_")
		fmt.Fprintf(&b, "%s(%s)\n", strings.ToUpper(kind), strings.ReplaceAll(rest, "_", ", "))
	}
	return b.String()
}
