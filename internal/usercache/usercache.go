package usercache

import (
	"os"
	"path/filepath"
)

// Variable is the environment variable that moves the cache from the user's cache
// directory.
const Variable = "CULPRIT_CACHE"

// Base is the directory of everything that is kept between runs, as an absolute path. The
// error says that the user has none.
func Base() (string, error) {
	base := os.Getenv(Variable)
	if base == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(user, "culprit")
	}
	return filepath.Abs(base)
}
