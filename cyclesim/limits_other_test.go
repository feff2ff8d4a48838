//go:build !linux

package cyclesim_test

import "errors"

// limit does nothing here.
func limit(string) error { return errors.New("only Linux limits a process") }
