package usercache

import (
	"context"
	"errors"
	"sync"
)

// Memory keeps in the process what takes long to make, by a key. The zero value is empty.
type Memory[V any] struct {
	mu   sync.Mutex
	made map[string]*making[V]
}

// making is a value that is made, or being made until done is closed.
type making[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// Get returns the value of that key. The first who asks makes it, with make; others wait, until
// ctx ends. An error is not kept, and one that comes from the end of the maker's own context is
// not the error of those who wait.
func (m *Memory[V]) Get(ctx context.Context, key string, make func() (V, error)) (V, error) {
	for {
		k, first := m.find(key)
		if first {
			m.run(key, k, make)
			return k.value, k.err
		}
		select {
		case <-k.done:
		case <-ctx.Done():
			var none V
			return none, ctx.Err()
		}
		if ctx.Err() != nil || !errors.Is(k.err, context.Canceled) && !errors.Is(k.err, context.DeadlineExceeded) {
			return k.value, k.err
		}
	}
}

// run makes a value for all who wait for it.
func (m *Memory[V]) run(key string, k *making[V], make func() (V, error)) {
	k.err = errors.New("it was not made") // what those who wait get if make panics
	defer func() {
		if k.err != nil {
			m.forget(key)
		}
		close(k.done)
	}()
	k.value, k.err = make()
}

// find returns what is made of that key, and whether the caller is the one to make it.
func (m *Memory[V]) find(key string) (k *making[V], first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.made[key]; k != nil {
		return k, false
	}
	if m.made == nil {
		m.made = map[string]*making[V]{}
	}
	k = &making[V]{done: make(chan struct{})}
	m.made[key] = k
	return k, true
}

func (m *Memory[V]) forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.made, key)
}
