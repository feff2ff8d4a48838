package child

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// traceback begins what Python says of an error that nothing has caught; the last line has the
// reason.
const traceback = "Traceback (most recent call last):"

// Reason says why a program has failed: the error of its start or its status, and the line in
// which it gives its reason, if it says anything. err may be nil if the program should have said
// something else.
func Reason(err error, said []byte) string {
	line := telling(said)
	switch {
	case line == "" && NotStarted(err):
		return err.Error()
	case err == nil && line == "":
		return "it says nothing"
	case err == nil:
		return "it says " + strconv.Quote(line)
	case line == "":
		return fmt.Sprintf("%v; it says nothing", err)
	}
	return fmt.Sprintf("%v; it says %s", err, strconv.Quote(line))
}

// telling is the line that gives a reason: of a traceback the last one, else the first with an
// error in it, else the first one.
func telling(said []byte) string {
	text := string(bytes.ToValidUTF8(bytes.TrimSpace(said), []byte("?")))
	if _, after, found := strings.Cut(text, traceback); found {
		lines := strings.Split(strings.TrimSpace(after), "\n")
		return strings.TrimSpace(lines[len(lines)-1])
	}
	first, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), "error:") {
			first = line
			break
		}
	}
	const longest = 300
	first = strings.TrimSpace(first)
	if len(first) > longest {
		first = strings.ToValidUTF8(first[:longest], "") + "..."
	}
	return first
}

// NotStarted reports whether an error is not about the status of a program: it was not started, or
// its folders could not be made.
func NotStarted(err error) bool {
	exit := (*exec.ExitError)(nil)
	return err != nil && !errors.As(err, &exit)
}
