// Package reserved lists the words that cannot be names in the emitted Verilog, because
// a tool has a use of its own for them.
//
// What must not live here: the form of names, and where names meet (rtlgen).
package reserved

import "strings"

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// Keyword reports whether the name is a keyword of IEEE 1364-2005 or IEEE 1800-2017: a
// name must work in both, since users put the Verilog into SystemVerilog designs.
func Keyword(name string) bool { return keywords[name] }

// CPlusPlus reports whether Verilator's style check refuses the name (SYMRSVDWORD), as a
// word of C++ or SystemC. The Verilog is to be free of lint without waivers.
func CPlusPlus(name string) bool { return cppWords[name] }

// Tool reports whether a tool takes the name for something of its own: Verilator for a
// class of SystemVerilog, or for what every model of it has; Icarus Verilog for a type of
// Verilog-AMS; the compiler of a model for a word or a macro that Verilator does not know.
func Tool(name string) bool { return toolWords[name] }

// keywords are the reserved words of the two standards.
var keywords = words(`
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
wildcard wire with within wor xnor xor`)

// cppWords are those of Verilator 5.006 and 5.048.
var cppWords = words(`
abort alignas alignof and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bit_vector
bitand bitor catch cdecl char char16_t char32_t compl complex concept const_cast
const_iterator constexpr decltype delete deque double dynamic_cast explicit false far float friend
goto huge inline interrupt iterator list long map mutable namespace near noexcept not_eq nullptr
operator or_eq override pascal private public queue reference register requires sc_clock sc_in
sc_inout sc_out sc_signal sensitive sensitive_neg sensitive_pos set short sizeof stack
static_assert static_cast switch synchronized template thread_local throw transaction_safe
transaction_safe_dynamic true try type_info typeid typename uint16_t uint32_t uint8_t using vector
volatile wchar_t xor_eq`)

var toolWords = words(`
bool mailbox process randomize semaphore std wreal
char8_t co_await co_return co_yield consteval constinit contextp errno eval eval_step i386 linux
reinterpret_cast rootp trace typeof uint64_t unix vlsymsp`)
