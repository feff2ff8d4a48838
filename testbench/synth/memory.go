package synth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// registerBits is the size of a memory from which on it is a problem that it
// becomes registers. Smaller ones may have more ports than a RAM.
const registerBits = 1024

// checkMemories reports whether a memory of the generator became registers, which the
// device has too few of. Register arrays are not memories.
func checkMemories(s *Source, dir string) error {
	if s.module == nil {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(dir, registersFile))
	if err != nil {
		return err
	}
	for _, line := range strings.Fields(string(text)) {
		_, path, _ := strings.Cut(line, "/")
		path = strings.TrimPrefix(path, s.inner+".")
		m, name := locate(s.module, path)
		if m == nil {
			continue
		}
		for _, mem := range m.Memories {
			if mem.Name == name && !mem.ROM() && mem.Depth*mem.Width >= registerBits {
				return fmt.Errorf("memory %s of %dx%d (%s) becomes registers: no RAM of the device has its ports",
					netlistName(path), mem.Depth, mem.Width, mem.Pos)
			}
		}
	}
	return nil
}
