package golden

// Ports that several blocks have.

// Beat is what the sender of packets puts on a link in a cycle.
type Beat struct {
	Valid, Sop, Eop bool
	Bad             bool // with the last beat: the packet was damaged
	Data            uint64
}

// Sent is a Beat as an output, whose data is known while it is valid.
type Sent struct {
	Valid, Sop, Eop bool
	Bad             bool
	Data            uint64 `valid:"Valid"`
}

// Back is what the receiver of packets puts on a link in a cycle.
type Back struct {
	Credit    bool
	CreditDst int     `port:",optional"` // queue that has room
	Msg       Message `port:"msg_,prefix"`
}

// Message is an Xoff or Xon for a congestion point.
type Message struct {
	Valid bool   `port:",optional"`
	Xoff  bool   `port:",optional"`
	Tp    uint32 `port:",optional"`
	Mask  uint32 `port:",optional"`
}

// Traffic is what the sources of a network make.
type Traffic struct {
	Seed     uint32
	Load     int
	Pattern  int
	HotRate  int
	HotNode  int
	HotCount int // log2 of the number of hot nodes
	HotStart uint32
	HotEnd   uint32
	Enable   bool
}

// Make is a packet to be made.
type Make struct {
	Valid bool
	Dst   int
}

// Route is the route to a destination, to be written.
type Route struct {
	Valid bool
	Dst   int
	Turns uint32
}

// Counters are what the counters of a block obey.
type Counters struct {
	Measure, Clear bool
	ReadAddress    int
}

// Reading is the counter that a block shows.
type Reading struct {
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"` // not while it lies in a memory and was never zeroed
}
