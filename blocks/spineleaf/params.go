package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// FabricParams configures leaf, spine and network. The defaults are those of the
// experiments: seven leaves with one server each and four spines.
type FabricParams struct {
	Leaves     int `param:"leaves" default:"7" min:"2" max:"128" doc:"leaf switches"`
	Ports      int `param:"ports" default:"1" min:"1" max:"16" doc:"server ports of a leaf"`
	Spines     int `param:"spines" default:"4" min:"1" max:"64" doc:"spine switches, each with a link to every leaf"`
	Prios      int `param:"prios" default:"2" min:"1" max:"8" doc:"priorities"`
	Units      int `param:"in_units" default:"586" min:"16" max:"2047" doc:"units of 256 bytes that a priority may have in the input buffer of a server port"`
	Places     int `param:"places" default:"97" min:"2" max:"1023" doc:"frames of a priority in the output buffer of a server port"`
	FrameUnits int `param:"frame_units" default:"8" min:"1" max:"64" doc:"units of the longest frame, and so of a place in the output buffer; a power of two"`
	Cells      int `param:"cells" default:"16" min:"2" max:"64" doc:"cells in a buffer at the end of a fabric link"`
	RateNum    int `param:"rate_num" default:"8" min:"1" max:"64" doc:"rate of all uplinks of a leaf over that of its servers: numerator"`
	RateDen    int `param:"rate_den" default:"5" min:"1" max:"64" doc:"denominator"`
	QEq        int `param:"leaf_q_eq" default:"60000" min:"1024" max:"262144" doc:"length of the queue of a congestion point in equilibrium, bytes"`
	WShift     int `param:"w_shift" default:"1" min:"0" max:"4" doc:"weight of the velocity term: w = 2^w_shift"`
	Sample     int `param:"sample" default:"150000" min:"10000" max:"1000000" doc:"mean sampling interval without congestion, bytes"`
	Table      int `param:"table" default:"1" min:"0" max:"1" doc:"1: the interval shrinks with the feedback; 0: it is constant"`
	Quantizer  int `param:"quantizer" default:"0" min:"0" max:"1" doc:"quantized feedback: 0 linear, 1 the top 6 bits"`
	QHigh      int `param:"leaf_q_high" default:"430" min:"1" max:"16384" doc:"STOP at this occupancy of an input buffer, units"`
	QLow       int `param:"leaf_q_low" default:"172" min:"0" max:"16383" doc:"GO at this occupancy, units"`
	Headroom   int `param:"leaf_headroom" default:"130" min:"1" max:"16384" doc:"units for what comes after STOP"`
	Cable      int `param:"cable" default:"0" min:"0" max:"10000" doc:"length of the links to the servers, m, for which leaf_headroom is checked; 0: it is not"`
	LineRate   int `param:"line_rate" default:"10" min:"1" max:"400" doc:"of the links to the servers, Gbit/s, with cable: 10, 25, 40 or 100"`
	Quanta     int `param:"pause_quanta" default:"65535" min:"1" max:"65535" doc:"for which a STOP holds, cycles"`
	Reaction   int `param:"pause_reaction" default:"1024" min:"1" max:"65533" doc:"cycles from the repetition of a STOP falling due until the other end obeys it, at most"`
	Refresh    int `param:"pause_refresh" default:"0" min:"0" max:"65534" doc:"cycles after which STOP is repeated; 0: pause_quanta - pause_reaction"`
	DOS        int `param:"dos" default:"1" min:"0" max:"1" doc:"1: counters of units per VOQ, for deterministic occupancy sampling"`
	Timeout    int `param:"frame_timeout" default:"1048576" min:"64" max:"16777216" doc:"cycles after which a frame that was granted, and has its turn to be sent, is given up if cells of it are missing"`
	Detect     int `param:"storm_detect" default:"0" min:"0" max:"16777216" doc:"cycles in a row in which a server stops a priority and a frame waits, until it is a storm; 0: no watchdog"`
	Restore    int `param:"storm_restore" default:"65536" min:"1" max:"16777216" doc:"cycles in a row in which a stormed priority is not stopped, until the storm is over"`
	StormDrop  int `param:"storm_drop" default:"1" min:"0" max:"1" doc:"frames of a stormed priority: 1 dropped, 0 sent although it is stopped"`
	StormBits  int `param:"storm_bits" default:"16" min:"1" max:"32" doc:"bits of a counter of the watchdog"`
	AtLeaf     int `param:"at_leaf" default:"1" min:"0" max:"1" doc:"a guard of cells: 1 at a leaf, 0 at a spine"`
	ErrorBits  int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
}

// Dims are the names that the tags of ports use.
func (p FabricParams) Dims() rtlgen.Dims {
	return qcn.WatchdogDims(p.StormBits, qcn.WatchdogTimeBits, dims(rtlgen.Dims{"watched": p.watched(), "unit": p.unitBits(), "occupancy": rtlgen.CountBits(p.Units), "voqs": p.voqs(),
		"servers": p.Leaves * p.Ports, "leaf_number": rtlgen.IndexBits(p.Leaves), "frames": p.frameBits(),
		"server_causes": ServerCauses, "guard_causes": GuardCauses, "fabric_causes": FabricCauses, "error_bits": p.ErrorBits}))
}

// watched is 1 if the STOPs of servers are watched.
func (p FabricParams) watched() int { return min(p.Detect, 1) }

func (p FabricParams) unitBits() int {
	return rtlgen.IndexBits(p.rows()) + rtlgen.IndexBits(qcn.CulpritColumns)
}
func (p FabricParams) allUnits() int { return p.rows() * qcn.CulpritColumns }

// rows is the number of rows of 16 units in an input buffer. Some units are on their
// way from release to allocation, and a CulpritArray has 16 rows at least.
func (p FabricParams) rows() int {
	return max((p.Prios*p.Units+spareUnits+qcn.CulpritColumns-1)/qcn.CulpritColumns, 16)
}

// frameBits counts the frames of a VOQ modulo a power of two that is more than all
// of them.
func (p FabricParams) frameBits() int { return rtlgen.CountBits(p.allUnits()) }

// portBits and leafBits are the fields of an address in use.
func (p FabricParams) portBits() int {
	if p.Ports == 1 {
		return 0
	}
	return rtlgen.IndexBits(p.Ports)
}
func (p FabricParams) leafBits() int { return rtlgen.IndexBits(p.Leaves) }

func (p FabricParams) addressBits() int { return p.leafBits() + p.portBits() }

func (p FabricParams) prioBits() int {
	if p.Prios == 1 {
		return 0
	}
	return rtlgen.IndexBits(p.Prios)
}

// voqs is the number of VOQ numbers: {priority, address}.
func (p FabricParams) voqs() int { return p.Prios << p.addressBits() }

// voq is the number of the VOQ for an address and a priority.
func (p FabricParams) voq(address, prio value) value {
	return p.withPrio(prio, address.Low(p.addressBits()))
}

// ofVOQ is the address and the priority of a VOQ, with the widths that they have in frames.
func (p FabricParams) ofVOQ(m *rtlgen.Module, voq value) (address, prio value) {
	at := p.addressBits()
	if p.Prios == 1 {
		return voq.Zext(qcn.AddressBits), m.Zero(qcn.PrioBits)
	}
	return voq.Low(at).Zext(qcn.AddressBits), voq.High(voq.Width() - at).Zext(qcn.PrioBits)
}

// withPrio puts the number of a priority in front of an index, if there are several.
func (p FabricParams) withPrio(prio, index value) value {
	if p.Prios == 1 {
		return index
	}
	return rtlgen.Cat(prio.Low(p.prioBits()), index)
}

// leafOf is the number of the leaf that a server port is at, portOf that of its port
// there.
func (p FabricParams) leafOf(address value) value {
	return address.Slice(p.addressBits()-1, p.portBits())
}

// slotGain is what an uplink may send in four cycles, and cellCost what a cell takes
// of it: bytes times rate_den times spines.
func (p FabricParams) slotGain() int { return 4 * qcn.BeatBytes * p.RateNum * p.Ports }
func (p FabricParams) cellCost(payload int) int {
	return (CellBytes + qcn.BeatBytes*payload) * p.RateDen * p.Spines
}

// Check finds parameters that do not go together. Those that a unit does not have
// are 0.
func (p FabricParams) Check() error {
	switch {
	case p.FrameUnits&(p.FrameUnits-1) != 0:
		return fmt.Errorf("frame_units=%d is no power of two: the place of a frame is a part of the address in the output buffer",
			p.FrameUnits)
	case p.Units > 0 && p.FrameUnits >= p.Units:
		return fmt.Errorf("frame_units=%d is not below in_units=%d: the longest frame would never be stored", p.FrameUnits,
			p.Units)
	case p.QHigh > 0 && p.QEq > 0 && p.QEq >= p.QHigh*qcn.UnitBytes:
		return fmt.Errorf("leaf_q_eq=%d bytes is not below leaf_q_high=%d units of %d bytes: PAUSE would keep the queue below its equilibrium: give leaf_q_eq up to %d, or a larger leaf_q_high",
			p.QEq, p.QHigh, qcn.UnitBytes, p.QHigh*qcn.UnitBytes-1)
	}
	if n := 1 << p.addressBits(); p.DOS == 1 && n > maxDOSQueues {
		return fmt.Errorf("leaves=%d with ports=%d are %d VOQs of a priority, of which deterministic occupancy sampling (dos=1) compares at most %d: give dos=0, or fewer leaves or ports",
			p.Leaves,
			p.Ports,
			n,
			maxDOSQueues)
	}
	if p.QHigh == 0 {
		return nil
	}
	if least := qcn.PauseWait(p.FrameUnits * qcn.UnitBeats); p.Quanta > 0 && p.Reaction < least {
		return fmt.Errorf("pause_reaction=%d is less than a PAUSE frame takes behind the longest frame (frame_units=%d): give pause_reaction from %d on",
			p.Reaction,
			p.FrameUnits,
			least)
	}
	if p.Quanta > 0 {
		if err := qcn.CheckRefresh("pause_", p.Quanta, p.Reaction, p.Refresh); err != nil {
			return err
		}
	}
	if err := qcn.CheckHeadroom("leaf_headroom", p.Headroom, p.LineRate, p.Cable, p.FrameUnits); err != nil {
		return err
	}
	return qcn.CheckThresholds("leaf_", "in_units", p.QLow, p.QHigh, p.Units, p.Headroom)
}

// maxDOSQueues is the largest number of queues that a DOS compares.
const maxDOSQueues = 64

// spareUnits are those that may be on their way from release to allocation.
const spareUnits = 4
