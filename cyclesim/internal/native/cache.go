package native

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"culprit/internal/outfile"
	"culprit/internal/usercache"
)

// maxCacheBytes bounds what the cache keeps: the images that were used last.
const maxCacheBytes = 512 << 20

// cache keeps images in files, for later processes. A file is a hash of the image and the
// image; its name is the key. Without a directory nothing is kept.
type cache struct {
	dir   string
	limit int64
}

// userCache is the cache of the user.
func userCache() cache {
	base, err := usercache.Base()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(base, "engines"), maxCacheBytes}
}

// image is the image of that key, made by build if it is not there. A file that cannot be
// read or written, or that is damaged, is only a loss of time.
func (c cache) image(key [sha256.Size]byte, build func() ([]byte, error)) ([]byte, error) {
	path := filepath.Join(c.dir, hex.EncodeToString(key[:]))
	if image, ok := c.read(path); ok {
		return image, nil
	}
	image, err := build()
	if err == nil && c.dir != "" {
		c.write(path, image)
	}
	return image, err
}

func (c cache) read(path string) ([]byte, bool) {
	if c.dir == "" {
		return nil, false
	}
	data, err := os.ReadFile(path)
	if err != nil || len(data) < sha256.Size {
		return nil, false
	}
	image := data[sha256.Size:]
	if sum := sha256.Sum256(image); !bytes.Equal(sum[:], data[:sha256.Size]) {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // the time of the last use
	return image, true
}

// write adds an image, which other processes see when it is complete.
func (c cache) write(path string, image []byte) {
	if os.MkdirAll(c.dir, 0o777) != nil {
		return
	}
	sum := sha256.Sum256(image)
	err := outfile.Replace(path, func(w io.Writer) error {
		_, err := w.Write(append(sum[:], image...))
		return err
	})
	if err == nil {
		c.prune()
	}
}

// prune removes images, those first that were not used for longest, until the rest is within
// the limit.
func (c cache) prune() {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if total <= c.limit {
			return
		}
		if os.Remove(filepath.Join(c.dir, f.Name())) == nil {
			total -= f.Size()
		}
	}
}
