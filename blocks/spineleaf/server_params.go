package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// ServerParams configures a server port of the network and its parts; a part uses those
// that its contract names.
type ServerParams struct {
	qcn.ReactionParams
	Servers   int `param:"servers" default:"8" min:"2" max:"4096" doc:"server ports of the network"`
	Windows   int `param:"windows" default:"16" min:"1" max:"2048" doc:"windows of time that a sink keeps counters of"`
	Blockable int `param:"blockable" default:"0" min:"0" max:"1" doc:"1: the server can be told to take nothing"`
	Quanta    int `param:"pause_quanta" default:"65535" min:"1" max:"65535" doc:"for which a STOP holds, cycles"`
	Reaction  int `param:"pause_reaction" default:"1024" min:"1" max:"65533" doc:"cycles from the repetition of a STOP falling due until the other end obeys it, at most"`
	Refresh   int `param:"pause_refresh" default:"0" min:"0" max:"65534" doc:"cycles after which STOP is repeated; 0: pause_quanta - pause_reaction"`
}

const (
	offeredBits = 10 // rate of a source's flow, in 1/1000 of the line rate
	addressBits = 16 // of a counter readback
	counterBits = 40
	readBits    = 64
)

// Counters of a sink, in rows: bytes of each {priority, source}, CNMs of each
// destination, STOPs.
func (p ServerParams) sinkRows() int { return p.Prios*p.sourceRows() + p.sourceRows() + 1 }

// sourceRows is the number of servers, rounded up to a power of two.
func (p ServerParams) sourceRows() int { return 1 << rtlgen.IndexBits(p.Servers) }

// Dims are the names that the tags of ports use.
func (p ServerParams) Dims() rtlgen.Dims {
	d := p.ReactionParams.Dims()
	d["offered"], d["read_address"], d["read_data"] = offeredBits, addressBits, readBits
	return d
}

// Check finds parameters that do not go together. Those that a unit does not have are
// 0.
func (p ServerParams) Check() error {
	if err := p.ReactionParams.Check(); err != nil {
		return err
	}
	if p.Windows > 0 {
		if have := rtlgen.IndexBits(p.sinkRows()) + rtlgen.IndexBits(p.Windows); have > addressBits-2 {
			return fmt.Errorf("servers=%d, prios=%d and windows=%d need %d bits of a counter's address, which has %d for them: give fewer windows",
				p.Servers,
				p.Prios,
				p.Windows,
				have,
				addressBits-2)
		}
	}
	if p.Blockable == 1 {
		return qcn.CheckRefresh("pause_", p.Quanta, p.Reaction, p.Refresh)
	}
	return nil
}
