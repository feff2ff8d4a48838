package golden

// SepAllocatorIn holds the inputs of sep_allocator.
type SepAllocatorIn struct {
	Eligible   []bool // of queue q of input i: element i*queues+q
	Wanted     []int  // the output that it wants
	InputFree  []bool
	OutputFree []bool
}

// SepAllocatorOut holds the outputs of sep_allocator.
type SepAllocatorOut struct {
	GrantValid   []bool // per input
	GrantQueue   []int
	GrantOutput  []int
	OutputValid  []bool // per output
	OutputSource []int
}

// SepAllocator is the model of sep_allocator: a separable allocator, input
// phase first, round robin in both phases. Only a grant moves pointers.
type SepAllocator struct {
	inputs, queues, outputs int
	nextQueue               []int // of each input: where its search begins
	nextInput               []int // of each output
}

// NewSepAllocator makes an allocator with all pointers at 0.
func NewSepAllocator(inputs, queues, outputs int) *SepAllocator {
	return &SepAllocator{
		inputs: inputs, queues: queues, outputs: outputs,
		nextQueue: make([]int, inputs),
		nextInput: make([]int, outputs),
	}
}

// Step is one clock cycle.
func (m *SepAllocator) Step(in SepAllocatorIn) SepAllocatorOut {
	picked := m.inputPhase(in)

	out := SepAllocatorOut{
		GrantValid:   make([]bool, m.inputs),
		GrantQueue:   make([]int, m.inputs),
		GrantOutput:  make([]int, m.inputs),
		OutputValid:  make([]bool, m.outputs),
		OutputSource: make([]int, m.outputs),
	}
	for o := 0; o < m.outputs; o++ {
		if !in.OutputFree[o] {
			continue
		}
		i := roundRobin(m.inputs, m.nextInput[o], func(i int) bool {
			return picked[i] >= 0 && in.Wanted[i*m.queues+picked[i]] == o
		})
		if i < 0 {
			continue
		}
		out.GrantValid[i], out.GrantQueue[i], out.GrantOutput[i] = true, picked[i], o
		out.OutputValid[o], out.OutputSource[o] = true, i
		m.nextInput[o] = (i + 1) % m.inputs
		m.nextQueue[i] = (picked[i] + 1) % m.queues
	}
	return out
}

// inputPhase is the queue that each input asks for, -1 if it asks for none.
func (m *SepAllocator) inputPhase(in SepAllocatorIn) []int {
	picked := make([]int, m.inputs)
	for i := range picked {
		picked[i] = -1
		if !in.InputFree[i] {
			continue
		}
		picked[i] = roundRobin(m.queues, m.nextQueue[i], func(q int) bool {
			if !in.Eligible[i*m.queues+q] {
				return false
			}
			wanted := in.Wanted[i*m.queues+q]
			must(wanted < m.outputs, "queue %d of input %d wants output %d of %d", q, i, wanted, m.outputs)
			return in.OutputFree[wanted]
		})
	}
	return picked
}
