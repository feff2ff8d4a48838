package native

import (
	"encoding/hex"
	"os"
	"path/filepath"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/usercache"
)

// kept is the user's cache of images: those that were used last.
var kept = usercache.Cache{Name: "engines", What: "compiled engines", MaxBytes: 512 << 20}

// imageFile is the file of an entry.
const imageFile = "image"

// images keeps what has been compiled, by a hash of the source: an experiment runs one design
// many times.
var images usercache.Memory[[]byte]

// Compile is the image of a C program whose function in section .text.entry is called. Its
// translation units are compiled side by side. The end of the context of Until ends it.
func (c *Compiler) Compile(units ...string) ([]byte, error) {
	key := c.key(units)
	return images.Get(c.ctx, string(key[:]), func() ([]byte, error) {
		entry, err := kept.Get(hex.EncodeToString(key[:]), func(work string) ([]string, error) {
			return []string{imageFile}, c.compile(work, units)
		})
		if err != nil {
			return nil, err
		}
		defer entry.Release()
		image, err := os.ReadFile(filepath.Join(entry.Dir, imageFile))
		if err != nil && entry.Damaged() { // gone since it was looked at
			return c.compileAside(units)
		}
		return image, err
	})
}

// compileAside compiles without the cache.
func (c *Compiler) compileAside(units []string) ([]byte, error) {
	work, err := child.MakeTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if err := c.compile(work, units); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(work, imageFile))
}
