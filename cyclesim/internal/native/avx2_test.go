//go:build linux && amd64

package native_test

import (
	"testing"

	"golang.org/x/sys/cpu"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/native"
)

// TestAVX2: what a user sees whose processor is too old.
func TestAVX2(t *testing.T) {
	assert.NilError(t, native.AVX2())
	for _, has := range []*bool{&cpu.X86.HasAVX2, &cpu.X86.HasBMI1, &cpu.X86.HasBMI2, &cpu.X86.HasPOPCNT} {
		*has = false
		assert.Error(t, native.AVX2(), `the processor has no AVX2 with BMI2: use engine "compiled"`)
		*has = true
	}
}
