package coverage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
)

// Names of the files.
const (
	LcovName  = "lcov.info"
	DatName   = "coverage.dat"
	NeverName = "never.txt"
)

// Files are the coverage so far in all forms, and the Verilog of which coverage.dat speaks.
func (c *Coverage) Files(points []testbench.CoverPoint) ([]verilog.File, error) {
	out, err := verilog.Emit(c.design, verilog.DefaultOptions())
	if err != nil {
		return nil, err
	}
	places, err := placesOf(out, c.design)
	if err != nil {
		return nil, err
	}
	never := strings.Join(append(c.Summary(points).Never, ""), "\n")
	files := []verilog.File{{Path: LcovName, Data: c.lcov()}, {Path: DatName, Data: c.dat(places, points)},
		{Path: NeverName, Data: []byte(never)}}
	for _, f := range out.Files {
		if strings.HasSuffix(f.Path, ".v") {
			files = append(files, f)
		}
	}
	return files, nil
}

// lcov is the tracefile: lines are those of the Go code at which ports and registers are declared, a line being
// counted for each transition of one of its bits; each bit has two branches, up and down, by signal of the module.
// All instances of a module count together.
func (c *Coverage) lcov() []byte {
	type key struct {
		pos  ir.Pos
		name string // module and signal
	}
	counts := map[key][2][]uint64{}
	for _, s := range c.signals {
		k := key{s.pos, s.module.Name + "." + s.own()}
		sum, found := counts[k]
		if !found {
			sum = [2][]uint64{make([]uint64, s.width), make([]uint64, s.width)}
			counts[k] = sum
		}
		for bit := range s.width {
			sum[0][bit] += s.rises[bit]
			sum[1][bit] += s.falls[bit]
		}
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.pos.File, b.pos.File), cmp.Compare(a.pos.Line, b.pos.Line), cmp.Compare(a.name, b.name))
	})
	var b strings.Builder
	b.WriteString("TN:" + c.design.Top.Name + "\n")
	for len(keys) > 0 {
		n := slices.IndexFunc(keys, func(k key) bool { return k.pos.File != keys[0].pos.File })
		if n < 0 {
			n = len(keys)
		}
		var f tracefile
		for _, k := range keys[:n] {
			f.add(k.pos.Line, counts[k])
		}
		if keys[0].pos.File != "" {
			f.write(&b, keys[0].pos.File)
		}
		keys = keys[n:]
	}
	return []byte(b.String())
}

// tracefile is the record of a source file.
type tracefile struct {
	lines    []int
	hits     map[int]uint64
	branches strings.Builder
	block    int // of the signal within its line
	found    int // branches
	taken    int
}

// add adds a signal.
func (f *tracefile) add(line int, counts [2][]uint64) {
	if f.hits == nil {
		f.hits = map[int]uint64{}
	}
	if len(f.lines) == 0 || f.lines[len(f.lines)-1] != line {
		f.lines, f.block = append(f.lines, line), 0
	}
	for bit := range counts[0] {
		for way := range counts {
			n := counts[way][bit]
			f.hits[line] += n
			fmt.Fprintf(&f.branches, "BRDA:%d,%d,%d,%d\n", line, f.block, 2*bit+way, n)
			f.found++
			if n > 0 {
				f.taken++
			}
		}
	}
	f.block++
}

func (f *tracefile) write(b *strings.Builder, file string) {
	fmt.Fprintf(b, "SF:%s\n%sBRF:%d\nBRH:%d\n", file, f.branches.String(), f.found, f.taken)
	hit := 0
	for _, line := range f.lines {
		fmt.Fprintf(b, "DA:%d,%d\n", line, f.hits[line])
		if f.hits[line] > 0 {
			hit++
		}
	}
	fmt.Fprintf(b, "LF:%d\nLH:%d\nend_of_record\n", len(f.lines), hit)
}

// dat is the coverage in the form of Verilator: a point for each way of each bit of each instance, and one for
// each cover point of the benches, at the line of the top module.
func (c *Coverage) dat(places map[string]*place, points []testbench.CoverPoint) []byte {
	var b strings.Builder
	b.WriteString("# SystemC::Coverage-3\n")
	point := func(p *place, line, column int, kind, comment, hier string, count uint64) {
		fmt.Fprintf(&b, "C '")
		for _, pair := range [][2]string{{"f", p.file}, {"l", fmt.Sprint(line)}, {"n", fmt.Sprint(column)}, {"t", kind},
			{"page", "v_" + kind + "/" + p.module}, {"o", comment}, {"h", hier}} {
			fmt.Fprintf(&b, "\x01%s\x02%s", pair[0], pair[1])
		}
		fmt.Fprintf(&b, "' %d\n", count)
	}
	for _, s := range c.signals {
		p := places[s.module.Name]
		name := p.nameOf(s.name)
		line, column := p.lineOf(name)
		if s.element >= 0 {
			name = fmt.Sprintf("%s[%d]", name, s.element)
		}
		for bit := range s.width {
			of := name
			if s.width > 1 {
				of = fmt.Sprintf("%s[%d]", name, bit)
			}
			point(p, line, column, "toggle", of+":0->1", "TOP."+s.verilog, s.rises[bit])
			point(p, line, column, "toggle", of+":1->0", "TOP."+s.verilog, s.falls[bit])
		}
	}
	top := places[c.design.Top.Name]
	for _, x := range points {
		point(top, top.top, 1, "user", strings.ReplaceAll(x.Name, "'", ""), "TOP."+c.design.Top.Name, uint64(x.Hits))
	}
	return []byte(b.String())
}

// place is where the things of a module stand in its Verilog.
type place struct {
	module, file string
	top          int               // line of the module
	names        map[string]string // of ports, registers and arrays in the Verilog
	declared     map[string][2]int // line and column of a declaration, by name in the Verilog
}

// nameOf is the name of a thing in the Verilog.
func (p *place) nameOf(name string) string {
	if own, found := p.names[name]; found {
		return own
	}
	return name
}

// lineOf is where a name is declared, the line of the module if it is not.
func (p *place) lineOf(name string) (line, column int) {
	if at, found := p.declared[name]; found {
		return at[0], at[1]
	}
	return p.top, 1
}

// declaration is a line that declares a port or a register, with its name.
var declaration = regexp.MustCompile(`^    (?:input|output|reg|wire)\b(?: +(?:wire|reg))?(?: +signed)?(?: *\[[^\]]*\])? *(\w+)`)

// placesOf reads the manifest and the Verilog of a design, by names of modules.
func placesOf(out *verilog.Output, d *ir.Design) (map[string]*place, error) {
	var manifest struct {
		Modules []struct {
			Name, File string
			Names      []struct{ Kind, Name, Verilog string }
		}
	}
	if err := json.Unmarshal(out.File(d.Top.Name+".json"), &manifest); err != nil {
		return nil, fmt.Errorf("BUG: the manifest of %s: %w", d.Top.Name, err)
	}
	places := map[string]*place{}
	for _, m := range manifest.Modules {
		p := &place{module: m.Name, file: m.File, top: 1, names: map[string]string{}, declared: map[string][2]int{}}
		for _, n := range m.Names {
			if slices.Contains([]string{"input", "output", "reg", "array"}, n.Kind) {
				p.names[n.Name] = n.Verilog
			}
		}
		for i, line := range strings.Split(string(out.File(m.File)), "\n") {
			if strings.HasPrefix(line, "module "+m.Name) {
				p.top = i + 1
			}
			if at := declaration.FindStringSubmatchIndex(line); at != nil {
				if name := line[at[2]:at[3]]; p.declared[name][0] == 0 {
					p.declared[name] = [2]int{i + 1, at[2] + 1}
				}
			}
		}
		places[m.Name] = p
	}
	return places, nil
}
