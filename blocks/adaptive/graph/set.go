package graph

import (
	"fmt"
	"io"
	"sync"

	"github.com/hashicorp/go-multierror"
)

// Set is the networks of a file. Lists that it does not give are made from the links,
// as long as the switches are built for.
type Set struct {
	File     string     // for messages
	Networks []*Network // as the file has them

	mu   sync.Mutex
	made map[[2]int]*Network // by number and longest list
}

// ReadSet reads a file of networks. Their messages begin with its name.
func ReadSet(file string, text io.Reader) (*Set, error) {
	list, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	return &Set{File: file, Networks: list, made: map[[2]int]*Network{}}, nil
}

// Longest is the length of the longest list that the file gives.
func (s *Set) Longest() int {
	k := 0
	for _, n := range s.Networks {
		k = max(k, n.Longest())
	}
	return k
}

// Complete is a network with lists for all hosts, of at most longest ports where the
// file gives none. It is shared: do not change it.
func (s *Set) Complete(number, longest int) *Network {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := [2]int{number, longest}
	if s.made[key] == nil {
		n := s.Networks[number].Clone()
		n.Complete(longest)
		s.made[key] = n
	}
	return s.made[key]
}

// Check calls check for each network and puts the name of the file in front of what it
// finds.
func (s *Set) Check(check func(number int) error) error {
	var all, errs *multierror.Error
	for i := range s.Networks {
		all = multierror.Append(all, check(i)) // one by one, if it finds several
	}
	for _, err := range all.WrappedErrors() {
		errs = multierror.Append(errs, fmt.Errorf("%s: %w", s.File, err))
	}
	return mistakes(errs)
}
