package child

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"culprit.example/culprit/internal/outfile"
)

// TempVariable is the environment variable that moves the folder of temporary files.
const TempVariable = "TMPDIR"

// MakeTemp makes a folder for temporary files, which only this user can read, below that of the
// system. Its path is absolute. The error names the folder that the system has and the way out.
func MakeTemp() (string, error) { return makeTemp(tempName) }

// tempName is a pattern for os.MkdirTemp.
const tempName = "culprit-*"

func makeTemp(pattern string) (string, error) {
	base, err := filepath.Abs(os.TempDir())
	if err != nil {
		return "", TempError(err)
	}
	dir, err := os.MkdirTemp(base, pattern)
	if err != nil {
		return "", TempError(err)
	}
	return dir, nil
}

// plainPlaces are where MakePlainTemp goes if the path of the usual place is not plain.
var plainPlaces = []string{"/tmp", "/var/tmp"}

// MakePlainTemp is MakeTemp for those whose makefiles have absolute paths in them: make cannot
// have a blank there, among others. If the path of the usual place is not plain, it is one of the
// system's other places.
func MakePlainTemp() (string, error) {
	dir, err := MakeTemp()
	if err != nil || plain(dir) {
		return dir, err
	}
	os.Remove(dir)
	for _, place := range plainPlaces {
		if dir, err := os.MkdirTemp(place, tempName); err == nil {
			return dir, nil
		}
	}
	return "", TempError(errors.New("make cannot use paths with other characters than ASCII letters, digits and . _ + -"))
}

// plain reports whether make and all shells take a path as it is.
func plain(path string) bool {
	for _, r := range filepath.ToSlash(path) {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+./-", r) {
			return false
		}
	}
	return true
}

// tempError is an error of the folder for temporary files.
type tempError struct {
	dir   string
	cause error
}

func (e *tempError) Error() string {
	return fmt.Sprintf("cannot write temporary files in %s: %v; name another folder with %s", e.dir, e.cause, TempVariable)
}

func (e *tempError) Unwrap() error { return e.cause }

// TempError is the error of a file operation in a folder of MakeTemp, with the way out.
func TempError(err error) error {
	if IsTempError(err) {
		return err
	}
	return &tempError{os.TempDir(), outfile.Cause(err)}
}

// IsTempError reports whether an error is of the folder for temporary files.
func IsTempError(err error) bool {
	e := (*tempError)(nil)
	return errors.As(err, &e)
}

// WithWayOut adds the way out to an error of writing to a folder of MakeTemp that says by itself
// what could not be written.
func WithWayOut(err error) error {
	return fmt.Errorf("%w; name another folder for temporary files with %s", err, TempVariable)
}

// noSpace is what programs say where the disk is full.
const noSpace = "No space left on device"

// Advice is the way out for a program that says that the disk is full, to be added to its error;
// "" if it does not say so.
func Advice(said []byte) string {
	if bytes.Contains(said, []byte(noSpace)) {
		return "; or name another folder for temporary files with " + TempVariable
	}
	return ""
}
