package golden

// ChannelIn holds the inputs of clos_channel, an element of each slice per sender.
type ChannelIn struct {
	Node    int
	InValid []bool
	InNode  []int
	InCount []int
}

// ChannelOut holds the outputs of clos_channel.
type ChannelOut struct {
	OutValid bool
	OutNode  int `valid:"OutValid"`
	OutCount int `valid:"OutValid"`
}

// NewChannelIn makes inputs for n senders.
func NewChannelIn(n int) ChannelIn {
	return ChannelIn{InValid: make([]bool, n), InNode: make([]int, n), InCount: make([]int, n)}
}

// Channel is the model of clos_channel.
type Channel struct {
	most    int   // of a sender
	waiting []int // counts, by sender
	turn    int
	out     ChannelOut
}

// NewChannel makes a channel's end.
func NewChannel(p Params) *Channel { return &Channel{waiting: make([]int, p.Nodes), most: p.G} }

// Waiting is the count of a sender that waits.
func (m *Channel) Waiting(sender int) int { return m.waiting[sender] }

// Step is one clock cycle.
func (m *Channel) Step(in ChannelIn) ChannelOut {
	out := m.out
	m.out = ChannelOut{}
	n := len(m.waiting)
	for k := range n {
		s := (m.turn + k) % n
		if m.waiting[s] > 0 {
			m.out = ChannelOut{true, s, m.waiting[s]}
			m.waiting[s], m.turn = 0, (s+1)%n
			break
		}
	}
	for s, valid := range in.InValid {
		if valid && in.InNode[s] == in.Node {
			m.waiting[s] = min(m.most, m.waiting[s]+in.InCount[s])
		}
	}
	return out
}
