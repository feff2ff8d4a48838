package emitc

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim/internal/csource"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Emitter is the back end for a C compiler. A kernel becomes a function of the memory and the
// address of a frame.
type Emitter struct {
	at    *translate.Addresses
	cc    *native.Compiler
	funcs []cFunc
	names map[translate.KernelKey]string
	loops map[string]bool // the functions that access each lane at an address of its own
	bytes int             // of the widest vectors
	// tables are the names of constants, by their text.
	tables map[string]string
	shown  int // functions that Written has returned
}

// Bounds for the instructions of one function: the time that C compilers take grows faster
// than its length.
const (
	maxScalarOpsC = 4000
	maxVectorOpsC = 3000
)

// New is a back end for designs with these addresses, for vectors of the given number of bytes. Without a
// compiler it makes text only.
func New(at *translate.Addresses, cc *native.Compiler, vectorBytes int) *Emitter {
	return &Emitter{at: at, cc: cc, names: map[translate.KernelKey]string{}, loops: map[string]bool{}, bytes: vectorBytes,
		tables: map[string]string{}}
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

// Image implements compiled.ImageBackend.
func (g *Emitter) Image() ([]byte, error) { return g.cc.Compile(g.source()...) }

// Limit implements compiled.ImageBackend.
func (g *Emitter) Limit() uint64 { return translate.MaxBytes }

// Written implements translate.Writer.
func (g *Emitter) Written() string {
	var b strings.Builder
	for i := range g.funcs[g.shown:] {
		f := &g.funcs[g.shown+i]
		b.WriteString(f.declaration + " {\n" + f.body.String() + "}\n")
	}
	g.shown = len(g.funcs)
	return b.String()
}

// source is the program, in translation units.
func (g *Emitter) source() []string {
	at := csource.Addresses{Cycle: g.at.Cycle, Seed: g.at.Seed, Failed: g.at.Failed, Log: g.at.Log,
		UnusedLane: translate.UnusedLane}
	head, total := csource.Prelude(at, g.bytes)+g.tableTexts()+g.loopFuncs(), 0
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

// kernelFunc makes a kernel of the given number of parts, each of which write adds, and has them called in turn.
func (g *Emitter) kernelFunc(key translate.KernelKey, parts int, write func(part int)) {
	name := fmt.Sprintf("kernel_%d_%d", len(g.names), key.Lanes)
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

func (g *Emitter) function(name string, write func()) {
	g.begin(fmt.Sprintf("KERNEL %s(u8 *memory, u8 *frame)", name))
	write()
}

// begin begins a function, the last of the list, to which line adds.
func (g *Emitter) begin(declaration string) {
	g.funcs = append(g.funcs, cFunc{declaration: declaration})
}

func (g *Emitter) line(format string, args ...any) {
	b := &g.funcs[len(g.funcs)-1].body
	b.WriteByte('\t')
	fmt.Fprintf(b, format, args...)
	b.WriteByte('\n')
}

// call runs a kernel on frames at equal distances, the first of them in the present frame.
func (g *Emitter) call(key translate.KernelKey, first, distance, count int) {
	name := g.names[key]
	if count == 1 {
		g.line("%s(memory, frame + %d);", name, first)
	} else {
		g.line("for (u64 i = 0; i < %d; i++) %s(memory, frame + %d + i * %d);", count, name, first, distance)
	}
}

// Scalar implements translate.Backend.
func (g *Emitter) Scalar(k *translate.Kernel, p *word.Program) {
	c := p.Split(maxScalarOpsC)
	scratch, parts := g.at.Take(8*len(c.Spill), 8), p.Parts()
	g.kernelFunc(k.For(1), len(c.Start), func(part int) {
		f := &cFunction{g, p, &c, scratch, parts, -1}
		for _, r := range c.Imports(p, part) {
			if s, ok := c.Spill[r]; ok {
				g.line("const u64 v%d = AT(m64, memory + %d);", r, scratch+8*uint32(s))
			} else {
				f.define(r)
			}
		}
		for i := c.Start[part]; i < c.End(p, part); i++ {
			r, in := word.Ref(i), &p.Code[i]
			switch {
			case in.Op == word.If:
				f.begin(i)
			case in.Op == word.End:
				f.end()
			case in.Op.Effect():
				f.effect(in)
			case in.Op != word.Const:
				f.define(r)
				if f.part < 0 {
					f.spill(r)
				}
			}
		}
	})
}

// cFunction writes a chunk of a program for one instance.
type cFunction struct {
	g       *Emitter
	p       *word.Program
	c       *word.Chunks
	scratch uint32
	parts   *word.Parts
	part    int // that is open, or -1
}

func (f *cFunction) define(r word.Ref) {
	kind := "const u64 "
	if f.parts.Escapes[r] {
		kind = "" // it stands in front of its part
	}
	f.g.line("%sv%d = %s;", kind, r, f.operation(&f.p.Code[r]))
}

// spill hands a value on to later functions, if one needs it.
func (f *cFunction) spill(r word.Ref) {
	if s, ok := f.c.Spill[r]; ok {
		f.g.line("AT(m64, memory + %d) = v%d;", f.scratch+8*uint32(s), r)
	}
}

// begin begins a guarded part, whose values are 0 behind it if it is skipped.
func (f *cFunction) begin(i int) {
	for _, r := range f.parts.Escaping[i] {
		f.g.line("u64 v%d = 0;", r)
	}
	f.g.line("if (%s) {", f.value(f.p.Code[i].A))
	f.part = i
}

// end ends it.
func (f *cFunction) end() {
	f.g.line("}")
	for _, r := range f.parts.Escaping[f.part] {
		f.spill(r)
	}
	f.part = -1
}

// value is what a value is called.
func (f *cFunction) value(r word.Ref) string {
	if in := &f.p.Code[r]; in.Op == word.Const {
		return fmt.Sprintf("%#xull", in.K)
	}
	return fmt.Sprintf("v%d", r)
}

// scalarForms has the operations in C: $a and $b stand for the operands.
var scalarForms = map[word.Op]string{
	word.Add: "$a + $b", word.Sub: "$a - $b", word.Mul: "$a * $b", word.Rem: "$a % $b",
	word.And: "$a & $b", word.Or: "$a | $b", word.Xor: "$a ^ $b",
	word.Shl: "$a << ($b & 63)", word.Shr: "$a >> ($b & 63)", word.Sar: "(u64)((s64)$a >> ($b & 63))",
	word.Rotl: "rotl64($a, $b)",
	word.Eq:   "$a == $b", word.Ne: "$a != $b", word.Lt: "$a < $b", word.Le: "$a <= $b",
	word.Ctz: "ctz64($a)", word.Popcnt: "__builtin_popcountll($a)", word.Select: "$a ? $b : $c",
}

func (f *cFunction) operation(in *word.Instr) string {
	switch in.Op {
	case word.Load:
		return fmt.Sprintf("AT(%s, %s)", memoryTypes[in.Size], f.place(in))
	case word.Lookup:
		return fmt.Sprintf("%s[%s]", f.g.table(f.p.Tables[in.K], in.Size), f.value(in.A))
	case word.Arbitrary:
		return fmt.Sprintf("arbitrary(memory, %#xull)", in.K)
	}
	form, ok := scalarForms[in.Op]
	if !ok {
		panic("BUG: no C for the operation " + in.Op.String())
	}
	names := []string{}
	for i, r := range [3]word.Ref{in.A, in.B, in.C} {
		if r != word.None {
			names = append(names, "$"+string(rune('a'+i)), f.value(r))
		}
	}
	return strings.NewReplacer(names...).Replace(form)
}

// memoryTypes are the types of numbers in memory by their size.
var memoryTypes = map[uint8]string{1: "m8", 2: "m16", 4: "m32", 8: "m64"}

// place is the address that an instruction accesses.
func (f *cFunction) place(in *word.Instr) string {
	if in.A == word.None {
		return fmt.Sprintf("frame + %d", in.K)
	}
	return fmt.Sprintf("frame + %s + %d", f.value(in.A), in.K)
}

func (f *cFunction) effect(in *word.Instr) {
	g := f.g
	switch in.Op {
	case word.Store:
		f.store(in)
	case word.Copy:
		bytes := int(in.Spread) * int(in.Size)
		g.eachVector(bytes, func(w, at int) {
			g.line("store_%d(frame + %d, load_%d(frame + %d));", w, int(in.K)+at, w, int(in.From)+at)
		}, func() { g.line("AT(m64, frame + %d) = AT(m64, frame + %d);", in.K, in.From) })
	case word.Permute:
		typ := memoryTypes[in.Size]
		for i, at := range f.p.Sources[in.From] {
			value := "0"
			if at != word.NoSource {
				value = fmt.Sprintf("AT(%s, frame + %d)", typ, at)
			}
			to := uint32(in.K) + layout.LaneOffset(uint32(in.Spread), uint32(i), uint32(in.Size))
			g.line("AT(%s, frame + %d) = %s;", typ, to, value)
		}
	case word.Call:
		c := &f.p.Calls[in.K]
		g.call(translate.KernelOf(c).For(c.Lanes), int(c.First), int(c.Size), c.Count)
	case word.Check:
		c := f.p.Checks[in.K]
		g.line("if (__builtin_expect(!%s, 0)) fail(memory, frame + %d, frame + %d, %d);", f.value(in.A), c.Count, c.ID,
			c.Index)
	case word.Cover:
		g.line("AT(m64, frame + %d) += %s;", f.p.Checks[in.K].Count, f.value(in.A))
	default:
		panic("BUG: no C for the effect " + in.Op.String())
	}
}

// store writes a value. If its condition does not hold, the value goes to a dummy
// address, which is cheaper than a branch.
func (f *cFunction) store(in *word.Instr) {
	value, typ := f.value(in.B), memoryTypes[in.Size]
	switch {
	case in.Spread > 0:
		bytes, bits := int(in.Spread)*int(in.Size), 8*in.Size
		f.g.eachVector(bytes, func(w, at int) {
			f.g.line("store_%d(frame + %d, splat%d_%d(%s));", w, int(in.K)+at, bits, w, value)
		}, func() { f.g.line("store_half_16(frame + %d, splat%d_16(%s));", in.K, bits, value) })
	case in.C != word.None:
		f.g.line("AT(%s, %s ? %s : memory + %d) = %s;", typ, f.value(in.C), f.place(in), f.g.at.Dump, value)
	default:
		f.g.line("AT(%s, %s) = %s;", typ, f.place(in), value)
	}
}

// eachVector calls f for all vectors, of w bytes each, that the lanes of a group take; half if
// they take half of the smallest one.
func (g *Emitter) eachVector(bytes int, f func(w, at int), half func()) {
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

// Steps implements translate.Backend. A run ends early after a cycle in which a property has failed for
// the first time.
func (g *Emitter) Steps(top *translate.Module, frame uint32) {
	for _, last := range []bool{false, true} {
		name := "settle"
		if last {
			name = "finish"
		}
		g.function(name, func() {
			for _, k := range top.Kernels {
				if code, ok := g.names[k.For(1)]; ok && k.Step.Last == last {
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
	return done;`, frame, translate.EntrySettle, translate.EntryFinish, translate.EntryRun)
}

// loop is a function that accesses each lane at an address of its own.
func (g *Emitter) loop(kind string, bytes, size uint8, lanes int) string {
	name := fmt.Sprintf("%s_%d_%d_%d", kind, bytes, size, lanes)
	g.loops[name] = true
	return name
}

// loopFuncs is the text of these functions.
func (g *Emitter) loopFuncs() string {
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
