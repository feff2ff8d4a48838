package golden

// CongestionIn are the inputs of the congestion table.
type CongestionIn struct {
	UpdateValid    bool
	UpdateHost     int
	UpdatePort     int
	UpdateLocal    bool
	UpdateFeedback int
	LookupValid    bool
	LookupHost     int
	ListValid      []bool
	ListPort       []int
	Low            []bool
	Tick           bool
}

// CongestionOut are its outputs.
type CongestionOut struct {
	Ready        bool
	ChosenPort   int  `valid:"Answers"`
	ChosenDetour bool `valid:"Answers"`
	ChosenAll    bool `valid:"Answers"`
	Saturated    bool
	Congested    bool

	Answers bool `port:"-"`
}

// Entry is what the table knows of a host and a port.
type Entry struct {
	Congested, Local bool
	FbCount          uint64
	Feedback         int64 // never positive

	stamp int
}

// clock is after how many ticks stamps come again.
const clock = 512

// Congestion is the congestion table (AR IV.A).
type Congestion struct {
	entries [][]Entry // [host][port]
	timer   int
	now     int

	mostNotifications uint64
	leastFeedback     int64

	busy int // cycles until the next request
	scan int // entry that the scanner looks at; all: it sleeps
	seen *Entry
	sees int // the stamp that it saw

	asked    int // host of the lookup of the cycle before; -1: none
	answer   CongestionOut
	answers  bool
	counting []func() // what an update does to the counters, three cycles later

	saturated, any bool
}

// NewCongestion makes an empty table.
//
// fbCount has countBits bits, feedback sumBits with its sign.
func NewCongestion(hosts, ports, countBits, sumBits, timer int) *Congestion {
	c := &Congestion{timer: timer, scan: hosts * ports, asked: -1, mostNotifications: 1<<countBits - 1,
		leastFeedback: -(1<<(sumBits-1) - 1)}
	for range hosts {
		c.entries = append(c.entries, make([]Entry, ports))
	}
	return c
}

// Entry is the entry of a host and a port.
func (c *Congestion) Entry(host, port int) Entry { return c.entries[host][port] }

// Due is the entry whose timer the scanner saw run out, for stimulus.
func (c *Congestion) Due() (host, port int, ok bool) {
	for h := range c.entries {
		for p := range c.entries[h] {
			if c.seen == &c.entries[h][p] && c.sees == c.now && c.seen.Congested && !c.seen.Local {
				return h, p, true
			}
		}
	}
	return 0, 0, false
}

// Scanning is the entry that the scanner looks at in the next cycle, for stimulus.
func (c *Congestion) Scanning() (host, port int, ok bool) {
	ports := len(c.entries[0])
	return c.scan / ports, c.scan % ports, c.scan < len(c.entries)*ports
}

// Old reports whether the timer of an entry shows the present tick, for stimulus.
func (c *Congestion) Old(host, port int) bool { return c.entries[host][port].stamp == c.now }

// Entries appends all entries, those of host 0 first.
func (c *Congestion) Entries(list []Entry) []Entry {
	for _, row := range c.entries {
		list = append(list, row...)
	}
	return list
}

// Step is one clock cycle.
func (c *Congestion) Step(in CongestionIn) CongestionOut {
	out := CongestionOut{Ready: c.busy == 0, Saturated: c.saturated, Congested: c.any}
	if c.answers {
		out.ChosenPort, out.ChosenDetour = c.answer.ChosenPort, c.answer.ChosenDetour
		out.ChosenAll, out.Answers = c.answer.ChosenAll, true
	}
	c.any = c.congested()
	c.choose(in)
	c.busy = max(0, c.busy-1)
	if c.busy == 0 {
		c.count()
	}

	expired := c.expired()
	c.look(in)
	cleared := c.clears(in, expired)
	if in.UpdateValid {
		c.update(in)
	}
	for _, e := range cleared {
		*e = Entry{stamp: e.stamp}
	}
	if in.Tick {
		c.now = (c.now + 1) % clock
		c.scan = 0
	}
	return out
}

func (c *Congestion) congested() bool {
	for _, row := range c.entries {
		for _, e := range row {
			if e.Congested {
				return true
			}
		}
	}
	return false
}

// choose answers the lookup of the cycle before.
func (c *Congestion) choose(in CongestionIn) {
	c.answers = c.asked >= 0 && in.ListValid[0]
	if c.answers {
		c.answer = c.best(c.entries[c.asked], in.ListValid, in.ListPort)
	}
	c.asked = -1
	if in.LookupValid {
		c.asked = in.LookupHost
	}
}

// best is the first port without congestion, else the least severe one.
func (c *Congestion) best(row []Entry, valid []bool, ports []int) CongestionOut {
	place := -1
	for k, port := range ports {
		if !valid[k] {
			break
		}
		if !row[port].Congested {
			return CongestionOut{ChosenPort: port, ChosenDetour: k > 0}
		}
		if place < 0 || row[port].Feedback > row[ports[place]].Feedback {
			place = k
		}
	}
	return CongestionOut{ChosenPort: ports[place], ChosenDetour: place > 0, ChosenAll: true}
}

// expired is the remote entry whose timer the scanner saw run out in the cycle
// before.
func (c *Congestion) expired() *Entry {
	e := c.seen
	c.seen = nil
	if e != nil && c.sees == c.now && e.Congested && !e.Local {
		return e
	}
	return nil
}

// look lets the scanner look at the next timer. One that is restarted in this cycle
// is not looked at.
func (c *Congestion) look(in CongestionIn) {
	ports := len(c.entries[0])
	if c.scan == len(c.entries)*ports {
		return
	}
	host, port := c.scan/ports, c.scan%ports
	c.scan++
	if in.UpdateValid && in.UpdateHost == host && in.UpdatePort == port {
		return
	}
	c.seen, c.sees = &c.entries[host][port], c.entries[host][port].stamp
}

// clears are the entries that end in this cycle: an update keeps its own.
func (c *Congestion) clears(in CongestionIn, expired *Entry) []*Entry {
	var list []*Entry
	for h := range c.entries {
		for p := range c.entries[h] {
			e := &c.entries[h][p]
			kept := in.UpdateValid && in.UpdateHost == h && in.UpdatePort == p
			if !kept && (e == expired || e.Congested && e.Local && in.Low[p]) {
				list = append(list, e)
			}
		}
	}
	return list
}

// update takes a notification: the flags at once, the counters while the table is
// busy.
func (c *Congestion) update(in CongestionIn) {
	e := &c.entries[in.UpdateHost][in.UpdatePort]
	if !e.Congested {
		*e = Entry{Congested: true, Local: in.UpdateLocal}
	} else if !in.UpdateLocal {
		e.Local = false
	}
	e.stamp = (c.now + c.timer + 1) % clock
	before := *e
	c.busy = 3
	c.counting = []func(){func() {
		after := c.counted(before, in.UpdateFeedback)
		if e.Congested { // it may have ended meanwhile
			e.FbCount, e.Feedback = after.FbCount, after.Feedback
		}
	}}
}

// count does what the last update means to the counters.
func (c *Congestion) count() {
	for _, f := range c.counting {
		f()
	}
	c.counting = nil
}

// counted adds a notification to the counters of an entry.
func (c *Congestion) counted(e Entry, feedback int) Entry {
	if e.FbCount == c.mostNotifications {
		c.saturated = true
	} else {
		e.FbCount++
	}
	e.Feedback -= int64(e.FbCount) * int64(feedback)
	if e.Feedback < c.leastFeedback {
		e.Feedback, c.saturated = c.leastFeedback, true
	}
	return e
}
