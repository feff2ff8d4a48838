package prim

import (
	"culprit/blocks"
	"culprit/rtlgen"
)

// Blocks lists the primitives with the defaults and ranges of README.md.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		block("fifo", "queue of words, first in, first out",
			func(v blocks.Values) *rtlgen.Module { return FIFO(v["width"], v["depth"]) },
			param("width", 8, 1, 1024, "bits per word"),
			param("depth", 16, 1, 4096, "words it holds")),
		block("skid_buffer", "valid/ready register stage with full throughput",
			func(v blocks.Values) *rtlgen.Module { return SkidBuffer(v["width"]) },
			param("width", 8, 1, 1024, "bits per word")),
		block("rr_arbiter", "round-robin arbiter",
			func(v blocks.Values) *rtlgen.Module { return RRArbiter(v["n"]) },
			param("n", 4, 1, 64, "requests")),
		block("sep_allocator", "two-phase separable allocator, input first, round robin in both phases",
			func(v blocks.Values) *rtlgen.Module { return SepAllocator(v["inputs"], v["queues"], v["outputs"]) },
			param("inputs", 4, 1, 16, "inputs"),
			param("queues", 3, 1, 16, "queues per input"),
			param("outputs", 4, 1, 16, "outputs")),
		block("credit_counter", "credits of a link",
			func(v blocks.Values) *rtlgen.Module { return CreditCounter(v["max"]) },
			param("max", 64, 1, 4096, "credits at the start")),
		block("lfsr", "pseudo-random sequence of maximal length",
			func(v blocks.Values) *rtlgen.Module { return LFSR(v["width"]) },
			param("width", 16, 3, 32, "bits of the state")),
		block("free_list", "hands out slots, last freed first",
			func(v blocks.Values) *rtlgen.Module { return FreeList(v["slots"]) },
			param("slots", 64, 2, 1024, "slots")),
		block("damq", "dynamically allocated multi-queue buffer: linked lists over shared slots",
			func(v blocks.Values) *rtlgen.Module { return DAMQ(v["slots"], v["queues"]) },
			param("slots", 16, 2, 256, "slots shared by the queues"),
			param("queues", 4, 2, 16, "queues")),
		block("ram_1r1w", "memory with one write port and one synchronous read port",
			func(v blocks.Values) *rtlgen.Module { return RAM1R1W(v["width"], v["depth"], v["rdw"]) },
			param("width", 64, 1, 1024, "bits per word"),
			param("depth", 512, 2, 65536, "words"),
			param("rdw", 0, 0, 2, "what a read of the word being written gives: 0 old, 1 new, 2 undefined")),
		block("ternary_line", "match of a key against a value under a mask",
			func(v blocks.Values) *rtlgen.Module { return TernaryLine(v["width"]) },
			param("width", 31, 1, 256, "bits of the key")),
		block("cam", "ternary CAM for prefixes",
			func(v blocks.Values) *rtlgen.Module { return CAM(v["lines"], v["width"]) },
			param("lines", 4, 1, 16, "lines"),
			param("width", 31, 2, 64, "bits of the key")),
		hysteresisBlock(),
		block("link_delay", "the flight time of a link",
			func(v blocks.Values) *rtlgen.Module { return LinkDelay(v["width"], v["latency"]) },
			param("width", 64, 1, 1024, "bits per word"),
			param("latency", 2, 1, 64, "cycles")),
		block("crossbar", "one multiplexer over all inputs per output",
			func(v blocks.Values) *rtlgen.Module { return Crossbar(v["inputs"], v["outputs"], v["width"]) },
			param("inputs", 8, 1, 16, "inputs"),
			param("outputs", 8, 1, 16, "outputs"),
			param("width", 64, 1, 1024, "bits per word")),
	}
}

func hysteresisBlock() *blocks.Block {
	b := block("hysteresis", "threshold with memory: on above high, off below low",
		func(v blocks.Values) *rtlgen.Module { return Hysteresis(v["width"], v["high"], v["low"]) },
		param("width", 7, 1, 32, "bits of the level"),
		param("high", 10, 0, 1<<32-1, "the state comes on above it"),
		param("low", 5, 1, 1<<32, "the state goes off below it"))
	b.Check = checkHysteresis
	return b
}

func block(name, doc string, build func(blocks.Values) *rtlgen.Module, params ...blocks.Param) *blocks.Block {
	return &blocks.Block{Name: name, Family: "prim", Doc: doc, Params: params, Build: build}
}

func param(name string, def, min, max int, doc string) blocks.Param {
	return blocks.Param{Name: name, Default: def, Min: min, Max: max, Doc: doc}
}
