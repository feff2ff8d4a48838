package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit/internal/usercache"
)

// TestCache: an image is made once; a damaged file is made anew; an error is not kept.
func TestCache(t *testing.T) {
	t.Parallel()
	c := cache{filepath.Join(t.TempDir(), "not", "there"), 1000}
	key := sha256.Sum256([]byte("source"))
	built := 0
	get := func() string {
		image, err := c.image(key, func() ([]byte, error) { built++; return []byte("image"), nil })
		assert.NilError(t, err)
		return string(image)
	}
	_, err := c.image(key, func() ([]byte, error) { return nil, errors.New("no") })
	assert.Error(t, err, "no")
	assert.Equal(t, get(), "image")
	assert.Equal(t, get(), "image")
	assert.Equal(t, built, 1)
	path := filepath.Join(c.dir, hex.EncodeToString(key[:]))
	for _, damage := range []string{"", "short", string(make([]byte, 40))} {
		assert.NilError(t, os.WriteFile(path, []byte(damage), 0o666))
		built = 0
		assert.Equal(t, get(), "image")
		assert.Equal(t, get(), "image")
		assert.Equal(t, built, 1)
	}
	c = cache{}
	built = 0
	assert.Equal(t, get()+get(), "imageimage")
	assert.Equal(t, built, 2)
}

// TestCacheBound: what was not used for longest goes first.
func TestCacheBound(t *testing.T) {
	t.Parallel()
	c := cache{t.TempDir(), 3 * 132}
	add := func(name string) {
		_, err := c.image(sha256.Sum256([]byte(name)), func() ([]byte, error) { return make([]byte, 100), nil })
		assert.NilError(t, err)
	}
	file := func(name string) string {
		sum := sha256.Sum256([]byte(name))
		return filepath.Join(c.dir, hex.EncodeToString(sum[:]))
	}
	for i, name := range []string{"a", "b", "c"} {
		add(name)
		then := time.Now().Add(time.Duration(i-10) * time.Hour)
		assert.NilError(t, os.Chtimes(file(name), then, then))
	}
	add("a") // used again
	add("d")
	left := map[string]bool{}
	for _, name := range []string{"a", "b", "c", "d"} {
		_, err := os.Stat(file(name))
		left[name] = err == nil
	}
	assert.DeepEqual(t, left, map[string]bool{"a": true, "b": false, "c": true, "d": true})
}

// TestCacheKey: the compiler, its target, and the source each decide.
func TestCacheKey(t *testing.T) {
	t.Parallel()
	seen := map[[sha256.Size]byte]bool{}
	for _, c := range []Compiler{{"gcc", "native", []byte("12")}, {"gcc", "native", []byte("13")}, {"gcc", "x86-64-v3", []byte("12")}, {"cc", "native", []byte("12")}} {
		for _, source := range []string{"a", "b"} {
			seen[c.key([]string{source})] = true
		}
	}
	assert.Equal(t, len(seen), 8)
}

func TestUserCache(t *testing.T) {
	t.Setenv(usercache.Variable, "/somewhere")
	assert.Equal(t, userCache().dir, "/somewhere/engines")
	t.Setenv(usercache.Variable, "")
	t.Setenv("XDG_CACHE_HOME", "/home/cache")
	assert.Equal(t, userCache().dir, "/home/cache/culprit/engines")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	assert.Equal(t, userCache(), cache{})
}
