package wasm

// ValType is the type of a value.
type ValType byte

// The types of values.
const (
	I32  ValType = 0x7f
	I64  ValType = 0x7e
	V128 ValType = 0x7b
)

// PageSize is the unit of a memory's size in bytes.
const PageSize = 1 << 16

// Module is a module being written. The zero value is an empty module.
type Module struct {
	memory struct {
		pages  uint32 // at the start
		export string
		from   [2]string // module and name, if it is imported
	}
	funcs []*Func
	data  []segment
}

// segment is what is in memory at the start.
type segment struct {
	at    uint32
	bytes []byte
}

// Data puts bytes at an address of the memory when the module begins.
func (m *Module) Data(at uint32, bytes []byte) { m.data = append(m.data, segment{at, bytes}) }

// Memory gives the module a memory under an exported name. It may grow.
func (m *Module) Memory(pages uint32, export string) {
	m.memory.pages, m.memory.export = pages, export
}

// ImportMemory makes the module use the memory of another one.
func (m *Module) ImportMemory(pages uint32, module, name string) {
	m.memory.pages, m.memory.from = pages, [2]string{module, name}
}

// NewFunc adds a function. Its parameters are the first locals.
func (m *Module) NewFunc(params []ValType, results ...ValType) *Func {
	f := &Func{index: uint32(len(m.funcs)), params: params, results: results}
	m.funcs = append(m.funcs, f)
	return f
}

const (
	sectionType     = 1
	sectionImport   = 2
	sectionFunction = 3
	sectionMemory   = 5
	sectionExport   = 7
	sectionCode     = 10
	sectionData     = 11
)

// Encode is the module in the binary format.
func (m *Module) Encode() []byte {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	var types [][]byte
	typeOf := map[string]uint32{}
	var signatures []uint32
	for _, f := range m.funcs {
		s := f.signature()
		i, ok := typeOf[string(s)]
		if !ok {
			i = uint32(len(types))
			typeOf[string(s)] = i
			types = append(types, s)
		}
		signatures = append(signatures, i)
	}
	out = section(out, sectionType, len(types), func(i int) []byte { return types[i] })
	limits := uleb([]byte{0}, uint64(m.memory.pages))
	if m.memory.from[0] != "" {
		entry := name(name(nil, m.memory.from[0]), m.memory.from[1])
		entry = append(append(entry, 2), limits...)
		out = section(out, sectionImport, 1, func(int) []byte { return entry })
	}
	out = section(out, sectionFunction, len(signatures), func(i int) []byte { return uleb(nil, uint64(signatures[i])) })
	if m.memory.from[0] == "" {
		out = section(out, sectionMemory, 1, func(int) []byte { return limits })
	}
	exports := m.exports()
	out = section(out, sectionExport, len(exports), func(i int) []byte { return exports[i] })
	out = section(out, sectionCode, len(m.funcs), func(i int) []byte {
		body := m.funcs[i].body()
		return append(uleb(nil, uint64(len(body))), body...)
	})
	if len(m.data) == 0 {
		return out
	}
	return section(out, sectionData, len(m.data), func(i int) []byte { return m.data[i].encode() })
}

// encode is the segment in the binary format: memory 0, at an i32.const.
func (s *segment) encode() []byte {
	const constant, end = 0x41, 0x0b
	out := append(sleb([]byte{0, constant}, int64(int32(s.at))), end)
	return append(uleb(out, uint64(len(s.bytes))), s.bytes...)
}

func (m *Module) exports() [][]byte {
	var list [][]byte
	if m.memory.export != "" {
		list = append(list, append(name(nil, m.memory.export), 2, 0))
	}
	for _, f := range m.funcs {
		if f.Export != "" {
			list = append(list, uleb(append(name(nil, f.Export), 0), uint64(f.index)))
		}
	}
	return list
}

func section(out []byte, id byte, n int, entry func(int) []byte) []byte {
	content := uleb(nil, uint64(n))
	for i := range n {
		content = append(content, entry(i)...)
	}
	return append(uleb(append(out, id), uint64(len(content))), content...)
}

func name(out []byte, s string) []byte {
	return append(uleb(out, uint64(len(s))), s...)
}

// uleb appends an unsigned number in the LEB128 code, sleb a signed one.
func uleb(out []byte, v uint64) []byte {
	for v >= 0x80 {
		out = append(out, byte(v)|0x80)
		v >>= 7
	}
	return append(out, byte(v))
}

func sleb(out []byte, v int64) []byte {
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
