package usercache

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxAge is how long an entry that is not used stays.
const maxAge = 30 * 24 * time.Hour

// maxBuilding is how long a folder stays that a process has left which was killed while it wrote.
const maxBuilding = 24 * time.Hour

// prune removes entries that were not used for long, and of the others those that were not used
// for longest until the rest is within the bound; never the one to keep. A failure leaves them.
func (c *Cache) prune(dir, keep string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	type entry struct {
		path string
		used time.Time
		size int64
	}
	var entries []entry
	total := int64(0)
	for _, e := range list {
		info, err := e.Info()
		if err != nil || e.Name() == keep {
			continue
		}
		path, age := filepath.Join(dir, e.Name()), time.Since(info.ModTime())
		if age > maxAge || strings.HasPrefix(e.Name(), hidden) && age > maxBuilding {
			_ = os.RemoveAll(path)
			continue
		}
		if c.MaxBytes > 0 && !strings.HasPrefix(e.Name(), hidden) {
			size := sizeOf(path, info)
			entries = append(entries, entry{path, info.ModTime(), size})
			total += size
		}
	}
	if c.MaxBytes == 0 {
		return
	}
	if info, err := os.Stat(filepath.Join(dir, keep)); err == nil {
		total += sizeOf(filepath.Join(dir, keep), info)
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range entries {
		if total <= c.MaxBytes {
			return
		}
		if os.RemoveAll(e.path) == nil {
			total -= e.size
		}
	}
}

// sizeOf is the size of a file, or of the files in a folder.
func sizeOf(path string, info os.FileInfo) int64 {
	if !info.IsDir() {
		return info.Size()
	}
	total := int64(0)
	list, err := os.ReadDir(path)
	if err != nil {
		return 0
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			total += info.Size()
		}
	}
	return total
}
