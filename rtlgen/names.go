package rtlgen

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"culprit/rtlgen/ir"
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// reserved are names that the netlist makes itself.
var reserved = map[string]bool{"clk": true, "rst": true, "rst_n": true}

// keywords are the reserved words of IEEE 1364-2005 and IEEE 1800-2017: a name
// must work in both, since users put the Verilog into SystemVerilog designs.
var keywords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic
before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle
checker class clocking cmos config const constraint context continue cover covergroup coverpoint
cross deassign default defparam design disable dist do edge else end endcase endchecker endclass
endclocking endconfig endfunction endgenerate endgroup endinterface endmodule endpackage
endprimitive endprogram endproperty endsequence endspecify endtable endtask enum event eventually
expect export extends extern final first_match for force foreach forever fork forkjoin function
generate genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies
import incdir include initial inout input inside instance int integer interconnect interface
intersect join join_any join_none large let liblist library local localparam logic longint
macromodule matches medium modport module nand negedge nettype new nexttime nmos nor
noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive
priority program property protected pull0 pull1 pulldown pullup pulsestyle_ondetect
pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg reject_on
release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually
s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1
sync_accept_on sync_reject_on table tagged task this throughout time timeprecision timeunit tran
tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union unique unique0 unsigned until
until_with untyped use uwire var vectored virtual void wait wait_order wand weak weak0 weak1 while
wildcard wire with within wor xnor xor`) {
		set[w] = true
	}
	return set
}()

// cppWords are the names that Verilator's style check refuses (SYMRSVDWORD). The
// Verilog is to be free of lint without waivers.
var cppWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`
abort alignas alignof and_eq asm atomic_cancel auto bitand bitor bool catch char char16_t char32_t compl
concept const_cast constexpr decltype delete double dynamic_cast explicit float friend goto inline
list long map mutable namespace noexcept not_eq nullptr operator or_eq override private public queue
register requires set short sizeof static_assert static_cast switch synchronized template
thread_local throw try typeid typename uint8_t uint16_t uint32_t using vector volatile
wchar_t xor_eq`) {
		set[w] = true
	}
	return set
}()

// longestModuleName is within what tools take: Verilator puts a hash of its own in the
// place of longer names, and then misses the module in its file.
const longestModuleName = 120

// shortened is a module's name, the end of a long one replaced by a hash of all of it.
func shortened(name string) string {
	if len(name) <= longestModuleName {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	return fmt.Sprintf("%s_%016x", strings.TrimRight(name[:longestModuleName-17], "_"), h.Sum64())
}

// checkName reports a name that could not stand in Verilog.
func (m *Module) checkName(pos ir.Pos, kind, name string) {
	switch {
	case keywords[name]:
		m.reportAt(pos, CodeKeyword, nil, "%s name %q is a keyword of Verilog or SystemVerilog: choose another", kind, name)
	case cppWords[name]:
		m.reportAt(pos, CodeToolWord, nil, "%s name %q is a C++ word, which Verilator warns about: choose another", kind, name)
	case !nameRule.MatchString(name):
		m.reportAt(pos, CodeName, nil, "%s name %q is not lower_snake (a letter, then up to 63 letters, digits, underscores)", kind, name)
	case reserved[name] || strings.HasPrefix(name, "unused_") && kind != "wire":
		m.reportAt(pos, CodeName, nil, "%s name %q is reserved: choose another", kind, name)
	}
}

// checkUnique reports two things of the module with one name, counting the nets
// and copies that instances bring.
func (m *Module) checkUnique(of below) {
	type owner struct {
		what string
		pos  ir.Pos
	}
	seen := map[string]owner{}
	claim := func(name, what string, pos ir.Pos) {
		if first, dup := seen[name]; dup {
			m.reportAt(pos, CodeDuplicate, []Related{{first.pos, first.what}}, "%s has the name of %s", what, first.what)
			return
		}
		seen[name] = owner{what, pos}
	}
	for _, e := range m.ir.Enums {
		claim("enum "+e.Name, "enumeration "+e.Name, e.Pos) // may have the name of anything else
	}
	for _, c := range m.ir.Constants {
		claim(c.Label(), "constant "+c.Label(), c.Pos)
	}
	eachValue(m.ir, claim)
	for _, in := range m.ir.Instances {
		claim(in.Name, "instance "+in.Name, in.Pos)
		if in.Array {
			for i := range in.Count {
				claim(fmt.Sprintf("%s_%d", in.Name, i), fmt.Sprintf("copy %d of instance %s", i, in.Name), in.Pos)
			}
		}
		for _, p := range in.Of.Outputs() {
			claim(in.Name+"_"+p.Name, fmt.Sprintf("the net of output %s of instance %s", p.Name, in.Name), in.Pos)
		}
	}
	for _, p := range m.ir.Properties {
		claim(p.Name, fmt.Sprintf("%s %s", p.Kind, p.Name), p.Pos)
	}
	eachIndex(m.ir, func(name, what string, pos ir.Pos) {
		if first, dup := seen[name]; dup && first.what != what {
			m.reportAt(pos, CodeDuplicate, []Related{{first.pos, first.what}}, "%s has the name of %s", what, first.what)
		}
		seen[name] = owner{what, pos}
	})
	m.checkHidden(of)
}

// checkHidden reports an instance with the name of a value in its module, which hides
// the instance there: Verilator warns about that (VARHIDDEN). Copies have a name of
// their own.
func (m *Module) checkHidden(of below) {
	for _, in := range m.ir.Instances {
		if in.Array || !of.hidesValue(in.Of, in.Name) {
			continue
		}
		hides := func(name, what string, pos ir.Pos) {
			if name == in.Name {
				m.reportAt(in.Pos, CodeDuplicate, []Related{{pos, what}}, "instance %s has the name of %s in its module %s: choose another", in.Name, what, in.Of.Name)
			}
		}
		eachValue(in.Of, hides)
		eachIndex(in.Of, hides)
	}
}

// eachValue calls f for the ports, signals, arrays and memories of a module.
func eachValue(m *ir.Module, f func(name, what string, pos ir.Pos)) {
	for _, p := range m.Ports {
		f(p.Name, fmt.Sprintf("%s %s", p.Kind, p.Name), p.Pos)
	}
	for _, s := range m.Signals {
		f(s.Name, fmt.Sprintf("%s %s", s.Kind, s.Name), s.Pos)
	}
	for _, a := range m.Arrays {
		f(a.Name, "array "+a.Name, a.Pos)
	}
	for _, mem := range m.Memories {
		f(mem.Name, "memory "+mem.Name, mem.Pos)
		for _, r := range mem.Reads {
			f(r.Name, "read port "+r.Name, r.Pos)
		}
	}
}

// eachIndex calls f for the indices of the module's loops.
func eachIndex(m *ir.Module, f func(name, what string, pos ir.Pos)) {
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if l, ok := s.(*ir.Loop); ok {
			f(l.Var, "loop index "+l.Var, l.Pos)
		}
	})
}
