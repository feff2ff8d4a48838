package extsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/rtlgen/verilog"
)

// maxCacheBytes bounds what is kept for one simulator.
const maxCacheBytes = 4 << 30

// cacheOf is the cache of one simulator.
func cacheOf(simulator string) *usercache.Cache {
	return &usercache.Cache{Name: simulator, What: "compiled simulations", MaxBytes: maxCacheBytes}
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
