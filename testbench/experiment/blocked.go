package experiment

import "fmt"

// BlockedSpan reads the settings blocked_from and blocked_to of an experiment in which a receiver
// takes nothing for some time. never is the end for blocked_to=auto. The error says that no time
// is left; who is the subject of its sentence: "the host takes".
func BlockedSpan(v Values, never float64, who string) (from, to float64, err error) {
	const start, end = "blocked_from", "blocked_to"
	if from = v.Float(start); v.Word(end) == "auto" {
		return from, never, nil
	}
	if to = v.Float(end); to <= from {
		err = fmt.Errorf("settings %s=%s and %s=%s leave no time in which %s nothing: give a later end, or auto", start,
			v.Word(start), end, v.Word(end), who)
	}
	return from, to, err
}
