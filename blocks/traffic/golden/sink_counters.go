package golden

// measure is the clock edge of the counters.
func (s *Sink) measure(in SinkIn, damaged bool) {
	counted := s.done.received && in.Measure
	s.last.NotCounted = s.done.received && !in.Measure
	if damaged {
		s.last.FrameError = s.frame
	}
	if damaged || s.last.OrderError || s.last.Misroute {
		s.err = true
	}
	add := func(address int, by, mask uint64, enable bool) {
		if enable {
			s.Counts[address] = (s.Counts[address] + by) & mask
		}
	}
	add(AddressReceived, 1, mask40, counted)
	add(AddressLatency, uint64(s.done.latency), mask48, counted)
	add(AddressInNetwork, uint64(s.done.transit), mask48, counted)
	add(AddressOrder, 1, mask40, s.last.OrderError)
	add(AddressDamaged, 1, mask40, damaged)
	add(AddressMisroutes, 1, mask40, s.last.Misroute)
	if counted && uint64(s.done.latency) > s.Counts[AddressLargest] {
		s.Counts[AddressLargest] = uint64(s.done.latency)
		s.last.NewLong = true
	}
	if in.Clear {
		clear(s.Counts)
	}
	s.histogram(in, counted)
}

// histogram is the clock edge of the bins.
func (s *Sink) histogram(in SinkIn, counted bool) {
	zeroing := s.zeroing < Bins
	if s.entered >= 0 {
		s.bins[s.entered] = (s.bins[s.entered] + 1) & (1<<32 - 1)
	}
	s.entered = -1
	if zeroing {
		s.bins[s.zeroing], s.zeroed[s.zeroing] = 0, true
		s.zeroing++
	}
	if counted && !zeroing && !in.Clear {
		s.entered = BinOf(s.done.latency)
		s.last.EnteredBin, s.last.Bin = true, s.entered
		s.last.TooLong = s.done.latency/Beats >= largestSharpTimes
	}
	s.last.NotEntered = counted && !s.last.EnteredBin
	if in.Clear {
		s.zeroing = 0
	}
}

// show is the counter readback.
func (s *Sink) show(address int) {
	if address < Bins {
		s.shown = Reading{s.bins[address], s.zeroed[address]}
		return
	}
	s.shown = Reading{s.Counts[address], true}
}
