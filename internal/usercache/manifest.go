package usercache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// manifestName is the file of an entry that says what the others are.
const manifestName = "manifest"

// manifest lists the files of an entry.
type manifest []listed

// listed is a file as it was made.
type listed struct {
	name       string
	executable bool
	size       int64
	sum        []byte
}

func newSum() hash.Hash { return sha256.New() }

// executable reports whether somebody may execute a file.
func executable(info os.FileInfo) bool { return runtime.GOOS != "windows" && info.Mode()&0o111 != 0 }

// text is a line for each file and one with the sum of these.
func (m manifest) text() []byte {
	var b bytes.Buffer
	for _, f := range m {
		fmt.Fprintf(&b, "%x %t %d %s\n", f.sum, f.executable, f.size, f.name)
	}
	fmt.Fprintf(&b, "%x\n", sha256.Sum256(b.Bytes()))
	return b.Bytes()
}

var errDamaged = errors.New("the entry is damaged")

// check reads a whole entry. The error is one of reading it, or errDamaged.
func check(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) < 2 { // the last one is empty
		return errDamaged
	}
	var list manifest
	for _, line := range lines[:len(lines)-2] {
		var f listed
		if _, err := fmt.Sscanf(line, "%x %t %d %s\n", &f.sum, &f.executable, &f.size, &f.name); err != nil {
			return errDamaged
		}
		list = append(list, f)
	}
	if !bytes.Equal(list.text(), text) {
		return errDamaged
	}
	for _, f := range list {
		if err := f.check(filepath.Join(dir, f.name)); err != nil {
			return err
		}
	}
	return nil
}

func (f listed) check(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() != f.size || f.executable && !executable(info) {
		return errDamaged
	}
	sum := newSum()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), f.sum) {
		return errDamaged
	}
	return nil
}
