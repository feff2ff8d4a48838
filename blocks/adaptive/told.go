package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/blocks"
)

// Told is what PAUSE frames say over links between switches ("sw") and hosts ("host"). A
// switch says STOP over the link that leads back. A host says it if it can.
func Told(links []blocks.Link, hostsSay bool) (list []blocks.Told) {
	late := qcn.PauseWait(frameBeats)
	for _, l := range links {
		says, obeys := pauseUnit(l.From, "pause"), pauseUnit(l.To, "pause_rx")
		if hostsSay || l.From.Unit != "host" {
			list = append(list, qcn.PauseTold(l, says, obeys, 1, late)...)
		}
	}
	return list
}

// pauseUnit is the path of a unit of PAUSE at an end of a link.
func pauseUnit(e blocks.End, name string) string {
	if e.Unit == "host" {
		return fmt.Sprintf("host_%d.%s", e.Copy, name)
	}
	return fmt.Sprintf("sw_%d.%s_%d", e.Copy, name, e.Port)
}
