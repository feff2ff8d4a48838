// Package fields reads lines of words and numbers: the texts of word programs and of vector
// programs.
//
// What must not live here: anything about programs.
package fields

import (
	"fmt"
	"strconv"
	"strings"
)

// Each calls f with every line that has anything but a comment, which begins with a #-sign
// and a space. It stops at the first error, and says in which line that is.
func Each(text string, f func(*Line) error) error {
	for i, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "# ")
		l := &Line{fields: strings.Fields(code)}
		if len(l.fields) == 0 {
			continue
		}
		err := f(l)
		if err == nil {
			err = l.end()
		}
		if err != nil {
			return fmt.Errorf("line %d: %w: %s", i+1, err, strings.TrimSpace(code))
		}
	}
	return nil
}

// Line is what is left of a line. The first error stays: callers look at it once, at the
// end.
type Line struct {
	fields []string
	err    error
}

// end is the first error; it is one, too, if there is a field left.
func (l *Line) end() error {
	if l.err == nil && len(l.fields) > 0 {
		l.Fail("%q is too much", l.fields[0])
	}
	return l.err
}

// Fail keeps an error, unless there is one.
func (l *Line) Fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

// Err is the first error.
func (l *Line) Err() error { return l.err }

// Name takes "name =", if the line begins with it.
func (l *Line) Name() string {
	if len(l.fields) < 2 || l.fields[1] != "=" {
		return ""
	}
	name := l.fields[0]
	l.fields = l.fields[2:]
	return name
}

// Next takes a field.
func (l *Line) Next() string {
	if len(l.fields) == 0 {
		l.Fail("too short")
		return ""
	}
	f := l.fields[0]
	l.fields = l.fields[1:]
	return f
}

// Peek is the next field, "" if there is none.
func (l *Line) Peek() string {
	if len(l.fields) == 0 {
		return ""
	}
	return l.fields[0]
}

// Has takes a field if it is that word.
func (l *Line) Has(word string) bool {
	if len(l.fields) == 0 || l.fields[0] != word {
		return false
	}
	l.fields = l.fields[1:]
	return true
}

// Number takes a number after a prefix: decimal or, with 0x, hexadecimal.
func (l *Line) Number(prefix string) uint64 {
	f := l.Next()
	n, err := strconv.ParseUint(strings.TrimPrefix(f, prefix), 0, 64)
	if err != nil || !strings.HasPrefix(f, prefix) {
		l.Fail("%q is no number%s", f, after(prefix))
	}
	return n
}

func after(prefix string) string {
	if prefix == "" {
		return ""
	}
	return " after " + prefix
}

// After takes the number after a word that has to be there.
func (l *Line) After(word string) uint64 {
	if !l.Has(word) {
		l.Fail("%q is missing", word)
	}
	return l.Number("")
}

// Pair takes two numbers, such as those of @8:4.
func (l *Line) Pair(prefix, between string) (a, b uint64) {
	f := l.Next()
	x, y, ok := strings.Cut(strings.TrimPrefix(f, prefix), between)
	a, err := strconv.ParseUint(x, 0, 64)
	b, err2 := strconv.ParseUint(y, 0, 64)
	if !ok || !strings.HasPrefix(f, prefix) || err != nil || err2 != nil {
		l.Fail("%q is not such as %s8%s4", f, prefix, between)
	}
	return a, b
}
