package prim

import "culprit.example/culprit/rtlgen"

// The parameters and ports of every primitive. The comment of the function that
// builds a primitive says what happens in which cycle.

// FIFOParams are the parameters of FIFO.
type FIFOParams struct {
	Width int `param:"width" default:"8" min:"1" max:"1024" doc:"bits per word"`
	Depth int `param:"depth" default:"16" min:"1" max:"16384" doc:"words it holds"`
}

// FIFOPorts are the ports of FIFO.
type FIFOPorts struct {
	_     rtlgen.Unit `name:"fifo" doc:"queue of words, first in, first out" params:"width depth"`
	Push  rtlgen.In   `doc:"append wdata; ignored while full"`
	Wdata rtlgen.In   `width:"width" doc:"the word to append"`
	Pop   rtlgen.In   `doc:"drop the oldest word; ignored while empty"`
	Rdata rtlgen.Out  `width:"width" doc:"the oldest word; unknown while empty"`
	Full  rtlgen.Out  `doc:"depth words are held; a function of registers"`
	Empty rtlgen.Out  `doc:"no word can be read; a function of registers"`
	Count rtlgen.Out  `width:"count(depth)" doc:"words held; a register"`
}

// SkidBufferParams are the parameters of SkidBuffer.
type SkidBufferParams struct {
	Width int `param:"width" default:"8" min:"1" max:"1024" doc:"bits per word"`
}

// SkidBufferPorts are the ports of SkidBuffer.
type SkidBufferPorts struct {
	_   rtlgen.Unit                   `name:"skid_buffer" doc:"valid/ready register stage with a spare register: all outputs registered, full throughput" params:"width"`
	In  Stream[rtlgen.In, rtlgen.Out] `doc:"upstream"`
	Out Stream[rtlgen.Out, rtlgen.In] `doc:"downstream"`
}

// Stream is one end of a valid/ready link: F is the direction of the words, B that
// of ready. A word passes in a cycle with valid and ready.
type Stream[F, B rtlgen.Direction] struct {
	Valid F `doc:"a word is offered"`
	Data  F `width:"width" doc:"the word; unknown while not valid"`
	Ready B `doc:"it is taken"`
}

// RRArbiterParams are the parameters of RRArbiter.
type RRArbiterParams struct {
	N int `param:"n" default:"4" min:"1" max:"64" doc:"requests"`
}

// RRArbiterPorts are the ports of RRArbiter.
type RRArbiterPorts struct {
	_       rtlgen.Unit `name:"rr_arbiter" doc:"round-robin arbiter: the first request from the pointer upward" params:"n"`
	Req     rtlgen.In   `lanes:"n" doc:"requests"`
	Advance rtlgen.In   `doc:"the grant is used: priority moves past it"`
	Grant   rtlgen.Out  `lanes:"n" doc:"one-hot, 0 without a request"`
	Index   rtlgen.Out  `width:"index(n)" doc:"of the grant, 0 without a request"`
	Valid   rtlgen.Out  `doc:"there is a request"`
}

// SepAllocatorParams are the parameters of SepAllocator.
type SepAllocatorParams struct {
	Inputs  int `param:"inputs" default:"4" min:"1" max:"16" doc:"inputs"`
	Queues  int `param:"queues" default:"3" min:"1" max:"16" doc:"queues per input"`
	Outputs int `param:"outputs" default:"4" min:"1" max:"16" doc:"outputs"`
}

// SepAllocatorPorts are the ports of SepAllocator.
type SepAllocatorPorts struct {
	_            rtlgen.Unit `name:"sep_allocator" doc:"two-phase separable allocator, input first, round robin in both phases" params:"inputs queues outputs"`
	Eligible     rtlgen.In   `lanes:"inputs*queues" doc:"bit i*queues+q: queue q of input i may send"`
	Wanted       rtlgen.In   `lanes:"inputs*queues" width:"index(outputs)" doc:"its output; below outputs where eligible"`
	InputFree    rtlgen.In   `lanes:"inputs" doc:"may take part"`
	OutputFree   rtlgen.In   `lanes:"outputs" doc:"may take part"`
	GrantValid   rtlgen.Out  `lanes:"inputs" doc:"the input sends"`
	GrantQueue   rtlgen.Out  `lanes:"inputs" width:"index(queues)" doc:"from this queue; 0 without a grant"`
	GrantOutput  rtlgen.Out  `lanes:"inputs" width:"index(outputs)" doc:"to this output; 0 without a grant"`
	OutputValid  rtlgen.Out  `lanes:"outputs" doc:"the output receives"`
	OutputSource rtlgen.Out  `lanes:"outputs" width:"index(inputs)" doc:"from this input; 0 without a grant"`
}

// CreditCounterParams are the parameters of CreditCounter.
type CreditCounterParams struct {
	Max int `param:"max" default:"64" min:"1" max:"4096" doc:"credits at the start"`
}

// CreditCounterPorts are the ports of CreditCounter.
type CreditCounterPorts struct {
	_         rtlgen.Unit `name:"credit_counter" doc:"credits of a link: max at the start, taken and given back one by one" params:"max"`
	Take      rtlgen.In   `doc:"a credit is taken; not alone at 0"`
	Give      rtlgen.In   `doc:"a credit comes back; ignored alone at max. With take it cancels out"`
	Count     rtlgen.Out  `width:"count(max)" doc:"credits left; a register"`
	Available rtlgen.Out  `doc:"count is not 0; a function of registers"`
	Excess    rtlgen.Out  `doc:"the credit is ignored: none was taken, combinational"`
}

// LFSRParams are the parameters of LFSR.
type LFSRParams struct {
	Width int `param:"width" default:"16" min:"3" max:"32" doc:"bits of the state"`
}

// LFSRPorts are the ports of LFSR.
type LFSRPorts struct {
	_      rtlgen.Unit `name:"lfsr" doc:"pseudo-random sequence of maximal length" params:"width"`
	Enable rtlgen.In   `doc:"step"`
	Value  rtlgen.Out  `width:"width" doc:"the state, a register; 1 after reset"`
}

// FreeListParams are the parameters of FreeList.
type FreeListParams struct {
	Slots int `param:"slots" default:"64" min:"2" max:"1024" doc:"slots"`
}

// FreeListPorts are the ports of FreeList.
type FreeListPorts struct {
	_        rtlgen.Unit `name:"free_list" doc:"hands out slots, last freed first" params:"slots"`
	Take     rtlgen.In   `doc:"a slot is taken"`
	Give     rtlgen.In   `doc:"a slot is given back"`
	GiveSlot rtlgen.In   `width:"index(slots)" doc:"the slot that is given back; it must not be free"`
	Slot     rtlgen.Out  `width:"index(slots)" doc:"the slot to take: give_slot while give is 1, else the top of the list; unknown while empty"`
	Empty    rtlgen.Out  `doc:"no slot is free; a function of registers"`
	Count    rtlgen.Out  `width:"count(slots)" doc:"free slots; a register"`
}

// DAMQParams are the parameters of DAMQ.
type DAMQParams struct {
	Slots  int `param:"slots" default:"16" min:"2" max:"256" doc:"slots shared by the queues"`
	Queues int `param:"queues" default:"4" min:"2" max:"16" doc:"queues"`
}

// DAMQPorts are the ports of DAMQ.
type DAMQPorts struct {
	_   rtlgen.Unit `name:"damq" doc:"dynamically allocated multi-queue buffer: linked lists over shared slots" params:"slots queues"`
	Enq struct {
		Valid rtlgen.In `doc:"a slot is appended"`
		Queue rtlgen.In `width:"index(queues)" doc:"to this queue"`
		Slot  rtlgen.In `width:"index(slots)" doc:"the slot; in no queue yet"`
	} `doc:"enqueue"`
	Deq struct {
		Valid rtlgen.In `doc:"the head is dropped"`
		Queue rtlgen.In `width:"index(queues)" doc:"of this queue, which is not empty"`
	} `doc:"dequeue"`
	Mov struct {
		Valid rtlgen.In `doc:"the head moves"`
		From  rtlgen.In `width:"index(queues)" doc:"from this queue, which is not empty"`
		To    rtlgen.In `width:"index(queues)" doc:"to the tail of this one"`
	} `doc:"move"`
	Head  rtlgen.Out `lanes:"queues" width:"index(slots)" doc:"heads of the queues, registers; a lane is unknown while its queue is empty"`
	Count rtlgen.Out `lanes:"queues" width:"count(slots)" doc:"slots in each queue, registers"`
	Empty rtlgen.Out `lanes:"queues" doc:"functions of registers"`
}

// RAM1R1WParams are the parameters of RAM1R1W.
type RAM1R1WParams struct {
	Width int `param:"width" default:"64" min:"1" max:"1024" doc:"bits per word"`
	Depth int `param:"depth" default:"512" min:"2" max:"65536" doc:"words"`
	RDW   int `param:"rdw" default:"0" min:"0" max:"2" doc:"what a read of the word being written gives: 0 old, 1 new, 2 undefined"`
}

// RAM1R1WPorts are the ports of RAM1R1W.
type RAM1R1WPorts struct {
	_  rtlgen.Unit `name:"ram_1r1w" doc:"memory with one write port and one synchronous read port" params:"width depth rdw"`
	Wr struct {
		En   rtlgen.In `doc:"write"`
		Addr rtlgen.In `width:"index(depth)" doc:"address"`
		Data rtlgen.In `width:"width" doc:"the word"`
	} `doc:"write port"`
	Rd struct {
		En   rtlgen.In  `doc:"read"`
		Addr rtlgen.In  `width:"index(depth)" doc:"address"`
		Data rtlgen.Out `width:"width" doc:"the word, one cycle after rd_en; holds while rd_en is 0"`
	} `doc:"read port"`
}

// CAMParams are the parameters of CAM.
type CAMParams struct {
	Lines int `param:"lines" default:"4" min:"1" max:"16" doc:"lines"`
	Width int `param:"width" default:"31" min:"2" max:"64" doc:"bits of the key"`
}

// CAMPorts are the ports of CAM.
type CAMPorts struct {
	_   rtlgen.Unit `name:"cam" doc:"ternary CAM for prefixes: longest match, next longer match, exact match, free line" params:"lines width"`
	Set struct {
		Valid rtlgen.In `doc:"a line is written and becomes valid"`
		Line  rtlgen.In `width:"index(lines)" doc:"which"`
		Value rtlgen.In `width:"width" doc:"its value"`
		Mask  rtlgen.In `width:"width" doc:"its mask: ones from the top, then zeros"`
	} `doc:"set"`
	Clear struct {
		Valid rtlgen.In `doc:"a line becomes invalid; a set of the same line wins"`
		Line  rtlgen.In `width:"index(lines)" doc:"which"`
	} `doc:"clear"`
	Key        rtlgen.In `width:"width" doc:"what is looked for"`
	AfterMask  rtlgen.In `width:"width" doc:"next_line has a longer mask than this"`
	ExactValue rtlgen.In `width:"width" doc:"value of the exact match, under exact_mask"`
	ExactMask  rtlgen.In `width:"width" doc:"mask of the exact match"`

	Hit       rtlgen.Out `lanes:"lines" doc:"valid lines that match the key"`
	Longest   Found      `doc:"the hit with the longest mask"`
	Next      Found      `doc:"the hit with the shortest mask that is longer than after_mask"`
	Exact     Found      `doc:"the valid line with exact_mask and exact_value"`
	Free      Found      `doc:"an invalid line"`
	LineValid rtlgen.Out `lanes:"lines" doc:"the line is valid; a register"`
}

// Found is an answer of a CAM: the lowest line of those asked for.
type Found struct {
	Found rtlgen.Out `doc:"there is one"`
	Line  rtlgen.Out `width:"index(lines)" doc:"its number; 0 if there is none"`
}

// HysteresisParams are the parameters of Hysteresis: 1 <= low <= high+1 and
// high < 2^width.
type HysteresisParams struct {
	Width int `param:"width" default:"7" min:"1" max:"32" doc:"bits of the level"`
	High  int `param:"high" default:"10" min:"0" max:"4294967295" doc:"the state comes on above it"`
	Low   int `param:"low" default:"5" min:"1" max:"4294967296" doc:"the state goes off below it"`
}

// HysteresisPorts are the ports of Hysteresis.
type HysteresisPorts struct {
	_     rtlgen.Unit `name:"hysteresis" doc:"threshold with memory: on above high, off below low" params:"width high low"`
	Level rtlgen.In   `width:"width" doc:"what is watched"`
	Rise  rtlgen.Out  `doc:"the state is 0 and level > high; combinational from level"`
	Fall  rtlgen.Out  `doc:"the state is 1 and level < low; combinational from level"`
	State rtlgen.Out  `doc:"1 from the cycle after rise until the cycle after fall; a register"`
}

// TernaryLineParams are the parameters of TernaryLine.
type TernaryLineParams struct {
	Width int `param:"width" default:"31" min:"1" max:"256" doc:"bits of the key"`
}

// TernaryLinePorts are the ports of TernaryLine.
type TernaryLinePorts struct {
	_     rtlgen.Unit `name:"ternary_line" doc:"match of a key against a value under a mask" params:"width"`
	Valid rtlgen.In   `doc:"the line holds something"`
	Value rtlgen.In   `width:"width" doc:"what it holds"`
	Mask  rtlgen.In   `width:"width" doc:"the bits with mask 1 count"`
	Key   rtlgen.In   `width:"width" doc:"what is looked for"`
	Hit   rtlgen.Out  `doc:"valid, and key equals value where mask is 1"`
}

// LinkDelayParams are the parameters of LinkDelay.
type LinkDelayParams struct {
	Width   int `param:"width" default:"64" min:"1" max:"1024" doc:"bits per word"`
	Latency int `param:"latency" default:"2" min:"1" max:"64" doc:"cycles"`
	Data    int `param:"data" default:"0" min:"0" max:"1024" doc:"the lower bits, which are data: not 0 but unknown until the first word has arrived"`
}

// LinkDelayPorts are the ports of LinkDelay.
type LinkDelayPorts struct {
	_ rtlgen.Unit `name:"link_delay" doc:"pipeline of registers: the flight time of a link" params:"width latency data"`
	D rtlgen.In   `width:"width" doc:"what enters"`
	Q rtlgen.Out  `width:"width" doc:"d of latency cycles before; until the first word after reset has arrived the lower data bits are unknown and the others 0"`
}

// CrossbarParams are the parameters of Crossbar.
type CrossbarParams struct {
	Inputs  int `param:"inputs" default:"8" min:"1" max:"16" doc:"inputs"`
	Outputs int `param:"outputs" default:"8" min:"1" max:"16" doc:"outputs"`
	Width   int `param:"width" default:"64" min:"1" max:"1024" doc:"bits per word"`
}

// CrossbarPorts are the ports of Crossbar.
type CrossbarPorts struct {
	_      rtlgen.Unit `name:"crossbar" doc:"one multiplexer over all inputs per output" params:"inputs outputs width"`
	Data   rtlgen.In   `lanes:"inputs" width:"width" doc:"words of the inputs"`
	Select rtlgen.In   `lanes:"outputs" width:"index(inputs)" doc:"input of each output; below inputs where enabled"`
	Enable rtlgen.In   `lanes:"outputs" doc:"the output is connected"`
	Q      rtlgen.Out  `lanes:"outputs" width:"width" doc:"the selected words; 0 where not enabled"`
}

// AsyncFIFOParams are the parameters of AsyncFIFO.
type AsyncFIFOParams struct {
	Width  int `param:"width" default:"8" min:"1" max:"1024" doc:"bits per word"`
	Depth  int `param:"depth" default:"16" min:"2" max:"16384" doc:"words in the memory, a power of two; one more is at the output"`
	Stages int `param:"stages" default:"2" min:"2" max:"4" doc:"registers of each synchronizer"`
}

// AsyncFIFOPorts are the ports of AsyncFIFO.
type AsyncFIFOPorts struct {
	_     rtlgen.Unit `name:"async_fifo" doc:"queue of words between two clocks, first in, first out" params:"width depth stages"`
	WrClk rtlgen.In   `clock:"yes" doc:"clock of the writing side, rising edge"`
	Push  rtlgen.In   `doc:"append wdata; ignored while full"`
	Wdata rtlgen.In   `width:"width" doc:"the word to append"`
	Full  rtlgen.Out  `doc:"no word is taken; a register of wr_clk"`
	RdClk rtlgen.In   `clock:"yes" doc:"clock of the reading side, rising edge"`
	Pop   rtlgen.In   `doc:"drop the oldest word; ignored while empty"`
	Rdata rtlgen.Out  `width:"width" doc:"the oldest word, a register of rd_clk; unknown while empty"`
	Empty rtlgen.Out  `doc:"rdata has no word; a register of rd_clk"`
}
