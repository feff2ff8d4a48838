// Package usercache says where the project keeps what takes long to make: compiled
// simulations, compiled engines, tools. What is kept, and for how long, is the business
// of those who keep it.
package usercache

import (
	"os"
	"path/filepath"
)

// Variable is the environment variable that moves the cache from the user's cache
// directory.
const Variable = "CULPRIT_CACHE"

// Base is the directory of everything that is kept between runs. The error says that
// the user has none.
func Base() (string, error) {
	if base := os.Getenv(Variable); base != "" {
		return base, nil
	}
	user, err := os.UserCacheDir()
	return filepath.Join(user, "culprit"), err
}
