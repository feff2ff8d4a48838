package golden

import (
	"math/big"

	traffic "culprit.example/culprit/blocks/traffic/golden"
)

// LineNoise says how much a line damages.
type LineNoise struct{ NoiseSeed, Noise uint32 }

// LineIn are the inputs of fabric_line.
type LineIn struct {
	Number int
	LineNoise
	InValid bool
	InWord  *big.Int
}

// LineOut are its outputs.
type LineOut struct {
	OutValid bool
	OutWord  *big.Int `valid:"OutValid"`
	Damaged  bool
}

// Line is one direction of a line that damages words.
type Line struct {
	width int
	out   LineOut
	x     uint64
	steps int // of the generator
}

// NewLine makes a line after reset.
func NewLine(width int) *Line { return &Line{width: width} }

// Registered are the outputs of this cycle.
func (l *Line) Registered() LineOut { return l.out }

// Random is the random number of this cycle that decides whether its word is damaged.
func (l *Line) Random() uint32 { return uint32(l.x) }

// Step is one clock cycle.
func (l *Line) Step(in LineIn) LineOut {
	out := l.out
	usable := l.steps > traffic.MixRounds
	l.out = LineOut{OutValid: in.InValid, OutWord: in.InWord}
	if l.out.Damaged = usable && in.InValid && uint32(l.x) < in.Noise; l.out.Damaged {
		l.out.OutWord = l.damaged(in.InWord)
	}
	switch {
	case l.steps == 0:
		l.x = traffic.Start(in.NoiseSeed^uint32(in.Number>>8)<<24, in.Number&255)
	case usable:
		l.x = traffic.Next(l.x)
		return out
	default:
		l.x = traffic.Mixed(l.x)
	}
	l.steps++
	return out
}

// damaged is a word with one bit inverted, or two side by side: the random number says which.
func (l *Line) damaged(word *big.Int) *big.Int {
	bits := uint(1)
	for 1<<bits < l.width {
		bits++
	}
	at := int(l.x>>32) & (1<<bits - 1)
	if at >= l.width {
		at -= l.width
	}
	w := new(big.Int).Set(word)
	w.SetBit(w, at, w.Bit(at)^1)
	if at++; l.x>>63 == 1 && at < l.width {
		w.SetBit(w, at, w.Bit(at)^1)
	}
	return w
}
