package cyclesim

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"culprit.example/culprit/internal/caller"
)

// timePerCheck is how long Run goes on, at least, between two looks at its
// context: long against the look, short for whoever waits.
const timePerCheck = 2 * time.Millisecond

// cautious is the part of the steps between two looks with which Run begins: since the
// last one the inputs may have woken what was idle.
const cautious = 16

// failing is a Sampler that cannot go on after some errors.
type failing interface{ Err() error }

func (s *simulator) Step() {
	s.sample()
	s.behind = s.behind || s.options.NoChecks
	s.machine.Edge()
}

// sample shows the cycle to the samplers.
func (s *simulator) sample() {
	if len(s.samplers) == 0 {
		return
	}
	s.machine.Settle()
	for _, p := range s.samplers {
		p.Sample(s.machine.Cycle())
	}
}

func (s *simulator) Run(ctx context.Context, n int) error {
	switch {
	case s.mistake != nil:
		return s.mistake
	case ctx == nil:
		return caller.Errorf("Run has no context: give context.Background()")
	case n < 0:
		return caller.Errorf("Run of %d cycles: give 0 or more", n)
	}
	s.chunk = max(s.chunk/cautious, 1)
	for done := 0; done < n; {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("simulation stopped after %d of %d cycles: %w", done, n, err)
		}
		if len(s.samplers) > 0 {
			s.Step()
			done++
			if err := s.samplerError(); err != nil {
				return fmt.Errorf("simulation stopped after %d of %d cycles: %w", done, n, err)
			}
			continue
		}
		start := time.Now()
		steps := min(s.chunk, n-done)
		s.behind = s.behind || s.options.NoChecks
		s.machine.Edges(steps)
		done += steps
		s.learn(steps, time.Since(start))
	}
	return nil
}

// learn adapts the steps between two looks at the context to the time that they took.
func (s *simulator) learn(steps int, took time.Duration) {
	switch {
	case took < timePerCheck && steps == s.chunk:
		s.chunk *= 2
	case took > 2*timePerCheck:
		s.chunk = max(int(int64(steps)*int64(timePerCheck)/int64(took)), 1)
	}
}

// samplerError is the first error of an attached sampler.
func (s *simulator) samplerError() error {
	for _, p := range s.failing {
		if err := p.Err(); err != nil {
			return err
		}
	}
	return s.mistake
}

func (s *simulator) Attach(p Sampler) {
	if isNil(p) {
		s.wrong("Attach has no sampler")
		return
	}
	if slices.ContainsFunc(s.samplers, same(p)) {
		return
	}
	s.setSamplers(append(slices.Clone(s.samplers), p))
}

func (s *simulator) Detach(p Sampler) {
	s.setSamplers(slices.DeleteFunc(slices.Clone(s.samplers), same(p)))
}

// setSamplers begins anew with what Run has learned: steps with and without samplers take
// different times.
func (s *simulator) setSamplers(list []Sampler) {
	s.samplers, s.failing, s.chunk = list, nil, 1
	for _, p := range list {
		if f, ok := p.(failing); ok {
			s.failing = append(s.failing, f)
		}
	}
}

// same compares with a sampler; one that Go cannot compare is no other.
func same(p Sampler) func(Sampler) bool {
	return func(q Sampler) bool {
		return p != nil && q != nil && reflect.TypeOf(p).Comparable() && reflect.ValueOf(p).
			Comparable() && reflect.ValueOf(q).Comparable() && p == q
	}
}

// isNil reports whether an interface has no value, or a nil pointer.
func isNil(x any) bool {
	if x == nil {
		return true
	}
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
