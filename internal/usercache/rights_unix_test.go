//go:build unix

package usercache

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// asHelper has the test binary make an entry and say where it is.
const asHelper = "USERCACHE_TEST_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(asHelper) == "" {
		os.Exit(m.Run())
	}
	c := Cache{Name: "things", What: "things"}
	e, err := c.Get("key", func(work string) ([]string, error) {
		return []string{"program"}, os.WriteFile(filepath.Join(work, "program"), []byte("x"), 0o700)
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Dir)
	e.Release()
}

// helper makes an entry in a process with that umask.
func helper(t *testing.T, umask, cache string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", "umask "+umask+`; exec "$0"`, os.Args[0])
	cmd.Env = append(os.Environ(), asHelper+"=1", Variable+"="+cache)
	out, err := cmd.Output()
	assert.NilError(t, err)
	return strings.TrimSpace(string(out))
}

// TestRights: what is kept has the rights that the umask leaves, and is used by who may only read it.
func TestRights(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		umask         string
		folder, plain fs.FileMode
	}{{"022", 0o755, 0o644}, {"002", 0o775, 0o664}, {"077", 0o700, 0o600}, {"027", 0o750, 0o640}} {
		base := filepath.Join(t.TempDir(), "cache")
		dir := helper(t, c.umask, base)
		assert.Equal(t, dir, filepath.Join(base, "things", "key"))
		for path, want := range map[string]fs.FileMode{
			base: c.folder, filepath.Dir(dir): c.folder, dir: c.folder, filepath.Join(dir, "program"): c.folder,
			filepath.Join(dir, manifestName): c.plain,
		} {
			info, err := os.Stat(path)
			assert.NilError(t, err)
			assert.Equal(t, info.Mode().Perm(), want, "%s %s", c.umask, path)
		}
	}
}
