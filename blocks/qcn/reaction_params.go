package qcn

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/rtlgen"
)

// ReactionParams configures the reaction point, the adapter and their parts; a part uses
// those that its contract names.
type ReactionParams struct {
	Flows      int `param:"flows" default:"8" min:"2" max:"64" doc:"flows of a server: {destination, priority}"`
	Limiters   int `param:"limiters" default:"16" min:"2" max:"128" doc:"rate limiters of a server: a power of two"`
	Prios      int `param:"prios" default:"2" min:"1" max:"8" doc:"priorities in use, from 0 up"`
	Queue      int `param:"queue" default:"32" min:"2" max:"512" doc:"frames that wait in a flow's queue: a power of two"`
	PerDest    int `param:"per_dest" default:"0" min:"0" max:"1" doc:"1: round robin over the flows in place of a FIFO over those without a limiter"`
	Gap        int `param:"gap" default:"20" min:"0" max:"63" doc:"bytes of the wire between frames"`
	WholeBeats int `param:"whole_beats" default:"0" min:"0" max:"1" doc:"1: a frame takes whole beats of the wire, and no gap"`

	ReactionTime int `param:"reaction_time" default:"47" min:"1" max:"1024" doc:"cycles from a CNM's beat to the reaction"`
	ByteCounter  int `param:"byte_counter" default:"150000" min:"64" max:"1048576" doc:"bytes of a byte stage in fast recovery"`
	Timer        int `param:"timer" default:"292969" min:"256" max:"4194304" doc:"cycles of a timer stage in fast recovery"`
	RAI          int `param:"r_ai" default:"524" min:"1" max:"65536" doc:"active increase, in line rate / 2^20"`
	RHAI         int `param:"r_hai" default:"5243" min:"1" max:"65536" doc:"hyper-active increase per stage, in line rate / 2^20"`
	MinRate      int `param:"min_rate" default:"1049" min:"1" max:"1048576" doc:"smallest rate, in line rate / 2^20"`
	EFR          int `param:"efr" default:"1" min:"0" max:"1" doc:"extra fast recovery: a CNM before the first byte stage keeps the target rate"`
	TRR          int `param:"trr" default:"1" min:"0" max:"1" doc:"target rate reduction: a target above 10 times the rate is divided by 8 in the first stage"`
	PerGT        int `param:"per_gt" default:"0" min:"0" max:"1" doc:"periods are halved above 5 stages instead of from 5 on"`
	SaysPause    int `param:"says_pause" default:"0" min:"0" max:"1" doc:"1: PAUSE frames can be sent"`
	StartQOff    int `param:"start_qoff" default:"0" min:"0" max:"1" doc:"a CNM starts a limiter only if its cnmQOffset is negative"`
}

const (
	rateBits   = 21 // rate in line rate / 2^20, which is a byte stream of a beat per cycle
	targetBits = 22 // target rate, up to twice the line rate
	stageBits  = 4
	lineRate   = 1 << 20
	tokenBits  = 30 // signed, in 2^-20 beats
	fastStages = 5
	jitterBits = 8
)

// longestPeriod is the jittered period of a base, at its most.
func longestPeriod(base int) int { return base * jitterTop >> jitterBits }

// rows is how many limiters are visited in turn; a small number of them is visited as
// if it were 8. A round takes 2 cycles per row.
func (p ReactionParams) rows() int { return max(p.Limiters, 8) }

func (p ReactionParams) roundLog() int { return bits.Len(uint(2*p.rows())) - 1 }

// bucketLog is the logarithm of the beats that a bucket holds: those of a round, at
// least 32, more than a frame of 1522 bytes.
func (p ReactionParams) bucketLog() int { return max(p.roundLog(), 5) }

func (p ReactionParams) byteBits() int { return rtlgen.CountBits(longestPeriod(p.ByteCounter)) }
func (p ReactionParams) timeBits() int { return rtlgen.CountBits(longestPeriod(p.Timer)) }

// stampBits is the width of a deadline, which lies at most half of the circle ahead, and
// at most two rounds behind when it is met.
func (p ReactionParams) stampBits() int { return max(p.timeBits(), 10) + 1 }

// Dims are the names that the tags of ports use.
func (p ReactionParams) Dims() rtlgen.Dims {
	return Dims(rtlgen.Dims{
		"rate": rateBits, "target": targetBits, "stage": stageBits, "cost": CostBits, "period": p.byteBits(),
		"cycles": p.timeBits(),
	})
}

// Check finds parameters that do not go together. Those that a unit does not have are
// 0.
func (p ReactionParams) Check() error {
	for _, q := range []struct {
		name  string
		value int
	}{{"limiters", p.Limiters}, {"queue", p.Queue}} {
		if q.value&(q.value-1) != 0 {
			below := 1 << (bits.Len(uint(q.value)) - 1)
			return fmt.Errorf("%s=%d is no power of two: give %d or %d", q.name, q.value, below, 2*below)
		}
	}
	if n := p.Flows * p.Queue; n > maxDescriptors {
		return fmt.Errorf("flows=%d with queue=%d frames each are %d descriptors: give a product of at most %d", p.Flows,
			p.Queue, n, maxDescriptors)
	}
	return nil
}

const maxDescriptors = 4096

// CostBits is the width of what a frame takes of the wire, bytes.
const CostBits = LengthBits + 1

// Wire is what a frame of a length takes of the wire, bytes, as an expression.
func (p ReactionParams) Wire(length rtlgen.Value) rtlgen.Value {
	if p.WholeBeats == 0 {
		return length.Zext(CostBits).Add(p.Gap)
	}
	padded := length.Zext(CostBits).Add(BeatBytes - 1)
	return padded.Shr(BeatLog).Shl(BeatLog)
}
