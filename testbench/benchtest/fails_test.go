package benchtest

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// TestFails: a test that fails in whatever way is noticed.
func TestFails(t *testing.T) {
	t.Parallel()
	fine := func(*ir.Design) error { return nil }
	for name, end := range map[string]func(testing.TB){
		"assert":  func(t testing.TB) { assert.Equal(t, 1, 2) },
		"check":   func(t testing.TB) { t.Fail() },
		"fatal":   func(t testing.TB) { t.Fatalf("%d", 1) },
		"errors":  func(t testing.TB) { t.Error("one"); t.Errorf("%d", 2) },
		"mistake": func(t testing.TB) { assert.NilError(t, errors.New("of the design")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			Fails(t, fine, func(t testing.TB, mistake func(*ir.Design) error) {
				assert.NilError(t, mistake(nil))
				end(t)
			})
		})
	}
}
