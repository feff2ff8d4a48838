package prim

import "culprit/rtlgen"

// SepAllocator matches inputs with outputs in two phases, round robin in both:
// first every input picks one of its queues, then every output picks one of the
// inputs that ask for it.
//
//	eligible[inputs*queues]                    bit i*queues+q: queue q of input i may send
//	wanted[inputs*queues*IndexBits(outputs)]   its output; below outputs where eligible
//	input_free[inputs], output_free[outputs]   may take part
//	grant_valid[inputs]                        the input sends
//	grant_queue[inputs*IndexBits(queues)]      from this queue
//	grant_output[inputs*IndexBits(outputs)]    to this output
//	output_valid[outputs]                      the output receives
//	output_source[outputs*IndexBits(inputs)]   from this input
//
// All outputs are combinational from all inputs; lanes without a grant are 0.
// The pointers of both phases move only past a grant, so that an input that
// picked but lost asks for the same again. Source: N. McKeown, The iSLIP
// scheduling algorithm for input-queued switches, IEEE/ACM Trans. Networking
// 7(2), 1999, section II (when pointers move); D. Becker, W. Dally, Allocator
// implementations for network-on-chip routers, SC 2009 (separable, input first).
func SepAllocator(inputs, queues, outputs int) *rtlgen.Module {
	m := rtlgen.NewModule("sep_allocator")
	m.Doc("two-phase separable allocator, input first, round robin in both phases")
	m.Param("inputs", inputs, 4)
	m.Param("queues", queues, 3)
	m.Param("outputs", outputs, 4)
	inputIndex, queueIndex, outputIndex := rtlgen.IndexBits(inputs), rtlgen.IndexBits(queues), rtlgen.IndexBits(outputs)

	eligible := m.Input("eligible", inputs*queues)
	wanted := m.Input("wanted", inputs*queues*outputIndex)
	inputFree := m.Input("input_free", inputs)
	outputFree := m.Input("output_free", outputs)

	grantValid := m.OutputVar("grant_valid", inputs)
	grantQueue := m.OutputVar("grant_queue", inputs*queueIndex)
	grantOutput := m.OutputVar("grant_output", inputs*outputIndex)
	outputValid := m.OutputVar("output_valid", outputs)
	source := m.OutputVar("output_source", outputs*inputIndex)

	queuePointer := m.Reg("queue_pointer", inputs*queueIndex, 0)
	sourcePointer := m.Reg("source_pointer", outputs*inputIndex, 0)

	// Phase 1: each input picks a queue whose output is free.
	ready := m.Wire("ready", inputs*queues)
	m.For("k", inputs*queues, func(k rtlgen.Value) {
		ready.SetBit(k, eligible.Bit(k).And(outputFree.Bit(wanted.Lane(k, outputIndex))))
	})
	queueChoice := RoundRobinLanes(m, "queue_choice", ready.Value, queuePointer.Value, inputs)
	picked := m.Wire("picked_queue", inputs*queueIndex)
	firstOfLanes(m, picked, queueChoice, inputs)
	target := m.Wire("picked_output", inputs*outputIndex)
	asking := m.Wire("asking", inputs)
	asks := m.Wire("asks", inputs*outputs)
	m.For("i", inputs, func(i rtlgen.Value) {
		target.SetLane(i, wanted.Lane(flatIndex(i, picked.Lane(i, queueIndex), inputs, queues), outputIndex))
		asking.SetBit(i, inputFree.Bit(i).And(queueChoice.Lane(i, queues).Any()))
		asks.SetLane(i, rtlgen.Mux(asking.Bit(i), target.Lane(i, outputIndex).Decode(outputs), 0))
	})

	// Phase 2: each output picks an input that asks for it.
	asked := m.Let("asked", asks.Transpose(inputs))
	sourceChoice := RoundRobinLanes(m, "source_choice", asked, sourcePointer.Value, outputs)
	firstOfLanes(m, source, sourceChoice, outputs)
	winners := m.Wire("winners", outputs*inputs)
	m.For("o", outputs, func(o rtlgen.Value) {
		outputValid.SetBit(o, asked.Lane(o, inputs).Any())
		winners.SetLane(o, sourceChoice.Lane(o, inputs).LowestOne())
		m.If(outputValid.Bit(o), func() {
			sourcePointer.SetLane(o, Successor(source.Lane(o, inputIndex), inputs))
		})
	})

	// The pick is the grant.
	granted := m.Let("granted", winners.Transpose(outputs))
	m.For("i", inputs, func(i rtlgen.Value) {
		grantValid.SetBit(i, granted.Lane(i, outputs).Any())
		grantQueue.SetLane(i, rtlgen.Mux(grantValid.Bit(i), picked.Lane(i, queueIndex), 0))
		grantOutput.SetLane(i, rtlgen.Mux(grantValid.Bit(i), target.Lane(i, outputIndex), 0))
		m.If(grantValid.Bit(i), func() {
			queuePointer.SetLane(i, Successor(picked.Lane(i, queueIndex), queues))
		})
	})

	if outputs < 1<<outputIndex {
		exists := m.Wire("wanted_exists", inputs*queues)
		m.For("k", inputs*queues, func(k rtlgen.Value) {
			exists.SetBit(k, eligible.Bit(k).Implies(wanted.Lane(k, outputIndex).Lt(outputs)))
		})
		m.Assume("wanted_in_range", exists.All(), "an eligible queue wants an output that exists")
	}
	m.Assert("free_inputs_only", grantValid.AndNot(inputFree).Eq(0))
	m.Assert("free_outputs_only", outputValid.AndNot(outputFree).Eq(0))
	ends := max(rtlgen.CountBits(inputs), rtlgen.CountBits(outputs))
	m.Assert("grants_pair_up", grantValid.PopCount().Zext(ends).Eq(outputValid.PopCount().Zext(ends)),
		"as many inputs send as outputs receive")
	if inputs > 1 {
		m.Cover("picked_but_lost", asking.AndNot(grantValid).Any())
	}
	return m
}

// firstOfLanes drives each lane of index with the index of the lowest one in the
// same lane of choice.
func firstOfLanes(m *rtlgen.Module, index rtlgen.Wire, choice rtlgen.Value, lanes int) {
	n := laneWidth(choice, lanes)
	if n == 1 { // nothing to choose between
		index.Set(0)
		return
	}
	m.For("i", lanes, func(i rtlgen.Value) { index.SetLane(i, choice.Lane(i, n).Priority()) })
}
