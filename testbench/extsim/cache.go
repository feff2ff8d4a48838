package extsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"culprit/internal/usercache"
	"culprit/rtlgen/verilog"
)

// maxAge is how long an entry of the cache that is not used stays.
const maxAge = 30 * 24 * time.Hour

// cacheDir is the directory of the cache for one simulator.
func cacheDir(simulator string) (string, error) {
	base, err := usercache.Base()
	if err != nil {
		return "", fmt.Errorf("no place for compiled simulations: %w; name a directory with %s", err, usercache.Variable)
	}
	dir := filepath.Join(base, simulator)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("no place for compiled simulations: %w; name another directory with %s", err, usercache.Variable)
	}
	return dir, nil
}

// contentKey names everything that a compiled simulation depends on.
func contentKey(recipe []string, files []verilog.File) string {
	h := sha256.New()
	part := func(b []byte) {
		fmt.Fprintf(h, "%d:", len(b))
		h.Write(b)
	}
	for _, s := range recipe {
		part([]byte(s))
	}
	for _, f := range files {
		part([]byte(f.Path))
		part(f.Data)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// cached returns the entry of that key, made by build in an empty directory if it
// is not there. build leaves what the entry is to hold and nothing else. Several
// processes may ask for the same key at the same time: the first one to finish
// wins, and an entry is complete from the moment it is there.
func cached(dir, key string, build func(dir string) error) (entry string, hit bool, err error) {
	entry = filepath.Join(dir, key)
	if _, err := os.Stat(entry); err == nil {
		now := time.Now()
		_ = os.Chtimes(entry, now, now) // only the age suffers if this fails
		return entry, true, nil
	}
	tmp, err := os.MkdirTemp(dir, "building-*")
	if err != nil {
		return "", false, fmt.Errorf("cannot compile a simulation: %w; name another directory with %s", err, usercache.Variable)
	}
	defer os.RemoveAll(tmp)
	if err := build(tmp); err != nil {
		return "", false, err
	}
	if err := os.Rename(tmp, entry); err != nil {
		if _, there := os.Stat(entry); there != nil {
			return "", false, fmt.Errorf("cannot keep a compiled simulation: %w", err)
		}
	}
	prune(dir)
	return entry, false, nil
}

// prune removes entries that were not used for long. A failure leaves them.
func prune(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > maxAge {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
