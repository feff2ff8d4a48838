package adaptive

import (
	"testing"

	"culprit/rtlgen"
)

func TestElab(t *testing.T) {
	p := rtlgen.Default[NetworkParams]()
	for i := range 6 {
		p.Network = i
		_, err := rtlgen.Elaborate(Network(p))
		if err != nil {
			t.Fatalf("%v", err)
		}
	}
}
