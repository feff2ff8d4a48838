package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestHysteresis(t *testing.T) {
	m := NewHysteresis(10, 5)
	steps := []struct {
		level uint64
		want  HysteresisOut
	}{
		{10, HysteresisOut{}},
		{3, HysteresisOut{}},
		{11, HysteresisOut{Rise: true}},
		{11, HysteresisOut{State: true}},
		{5, HysteresisOut{State: true}},
		{4, HysteresisOut{Fall: true, State: true}},
		{4, HysteresisOut{}},
	}
	for _, s := range steps {
		assert.DeepEqual(t, m.Step(HysteresisIn{Level: s.level}), s.want)
	}
}

func TestHysteresisAdjacentThresholds(t *testing.T) {
	m := NewHysteresis(4, 5) // every level is above 4 or below 5
	assert.DeepEqual(t, m.Step(HysteresisIn{Level: 5}), HysteresisOut{Rise: true})
	assert.DeepEqual(t, m.Step(HysteresisIn{Level: 4}), HysteresisOut{Fall: true, State: true})
	assert.DeepEqual(t, m.Step(HysteresisIn{Level: 4}), HysteresisOut{})
}
