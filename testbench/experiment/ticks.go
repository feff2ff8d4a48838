package experiment

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// evenTicks labels multiples of 1, 2 or 5 times a power of ten.
type evenTicks struct{}

// Ticks implements plot.Ticker.
func (evenTicks) Ticks(low, high float64) []plot.Tick {
	const most = 8
	exponent := math.Floor(math.Log10((high - low) / most))
	var step float64
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * math.Pow(10, exponent); (high-low)/step <= most {
			break
		}
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		label := Number(math.Round(i*step*1e9)/1e9 + 0) // + 0 makes -0 a 0
		ticks = append(ticks, plot.Tick{Value: i * step, Label: label})
	}
	return ticks
}

// decadeTicks labels the powers of ten on an axis of decimal logarithms and marks
// their multiples.
type decadeTicks struct{}

// Ticks implements plot.Ticker.
func (decadeTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for decade := math.Floor(low); decade <= high; decade++ {
		ticks = append(ticks, plot.Tick{Value: decade, Label: Number(math.Round(math.Pow(10, decade)*1e9) / 1e9)})
		for m := 2.0; m < 10 && decade < high; m++ {
			ticks = append(ticks, plot.Tick{Value: decade + math.Log10(m)})
		}
	}
	return ticks
}

// ticksAtPoints labels the positions of all points of the curves.
func (c Chart) ticksAtPoints() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, l := range c.Lines {
		for _, x := range l.X {
			if !slices.ContainsFunc(ticks, func(t plot.Tick) bool { return t.Value == x }) {
				ticks = append(ticks, plot.Tick{Value: x, Label: Number(x)})
			}
		}
	}
	return ticks
}
