package experiment

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Setting is something of an experiment that its user may choose.
type Setting struct {
	Name    string `json:"name"`    // as in --set name=value
	Default string `json:"default"` // value without --set
	Doc     string `json:"doc"`     // meaning and unit
	List    bool   `json:"list"`    // several values, separated by commas
	// Words, if there are any, are the only values.
	Words []string `json:"words,omitempty"`
	// Otherwise the values are numbers of this range.
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`   // the largest number
	Whole bool    `json:"whole"` // no fractions
	// Free, if not "", says what text the value is; a comma does not part it.
	Free string `json:"free,omitempty"`
	// Auto allows the value "auto": the experiment chooses.
	Auto bool `json:"auto"`
	// Full, if not "", is the value for the complete set of figures.
	Full string `json:"-"`
}

// Range says which values are possible.
func (s Setting) Range() string {
	var text string
	switch {
	case s.Free != "":
		return s.Free
	case len(s.Words) > 0:
		text = strings.Join(s.Words, ", ")
	case s.Whole:
		text = fmt.Sprintf("whole number from %s to %s", Number(s.Min), Number(s.Max))
	default:
		text = fmt.Sprintf("number from %s to %s", Number(s.Min), Number(s.Max))
	}
	if s.Auto {
		text += ", or auto"
	}
	if s.List {
		text += "; several with commas"
	}
	return text
}

// advice is Range with the article that a sentence needs.
func (s Setting) advice() string {
	if s.Free != "" || len(s.Words) > 0 {
		return s.Range()
	}
	return "a " + s.Range()
}

// values reads and checks a text for the setting.
func (s Setting) values(text string) ([]string, error) {
	if s.Free != "" && text != "" {
		return []string{text}, nil
	}
	list := strings.Split(text, ",")
	if !s.List && len(list) > 1 {
		return nil, fmt.Errorf("setting %s takes one value, and got %q: give one (%s)", s.Name, text, s.Range())
	}
	var seen []string
	for _, v := range list {
		if v == "" && len(list) > 1 {
			return nil, fmt.Errorf("setting %s=%s has an empty value: give %s (%s)", s.Name, text, s.advice(), s.Doc)
		}
		v, err := s.value(v)
		if err != nil {
			return nil, err
		}
		if slices.Contains(seen, v) {
			return nil, fmt.Errorf("setting %s=%s has %s twice", s.Name, text, v)
		}
		seen = append(seen, v)
	}
	return seen, nil
}

// value checks one value and brings it into its usual form.
func (s Setting) value(v string) (string, error) {
	if s.Auto && v == "auto" || slices.Contains(s.Words, v) {
		return v, nil
	}
	wrong := func(why string) error {
		if v == "" {
			why = "is empty"
		}
		return fmt.Errorf("setting %s=%s %s: give %s (%s)", s.Name, v, why, s.advice(), s.Doc)
	}
	if len(s.Words) > 0 {
		return "", wrong("is not possible")
	}
	x, err := strconv.ParseFloat(v, 64)
	switch {
	case err != nil || strings.ContainsAny(v, "xXpP_") || math.IsNaN(x):
		return "", wrong("is not a number")
	case x < s.Min || x > s.Max:
		return "", wrong("is out of range")
	case s.Whole && x != math.Trunc(x):
		return "", wrong("is not a whole number")
	}
	return Number(x), nil
}

// Full are the settings of the complete set of figures that differ from the
// defaults.
func (e *Experiment) Full() map[string]string {
	full := map[string]string{}
	for _, s := range e.Settings {
		if s.Full != "" {
			full[s.Name] = s.Full
		}
	}
	return full
}

// Values are the values of all settings of an experiment.
type Values struct {
	settings []Setting
	chosen   map[string][]string
}

// Resolve completes given values with the defaults and checks them.
func (e *Experiment) Resolve(given map[string]string) (Values, error) {
	v := Values{e.Settings, map[string][]string{}}
	known := map[string]bool{}
	for _, s := range e.Settings {
		known[s.Name] = true
		text, ok := given[s.Name]
		if !ok {
			text = s.Default
		}
		var err error
		if v.chosen[s.Name], err = s.values(text); err != nil {
			return v, fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !known[name] {
			return v, fmt.Errorf("%s has no setting %q; it has: %s", e.Name, name, strings.Join(e.SettingNames(), ", "))
		}
	}
	return v, nil
}

// with are the values with some of them replaced.
func (v Values) with(given map[string]string) (Values, error) {
	w := Values{v.settings, maps.Clone(v.chosen)}
	for name, text := range given {
		i := slices.IndexFunc(v.settings, func(s Setting) bool { return s.Name == name })
		if i < 0 {
			panic("BUG: there is no setting " + name)
		}
		var err error
		if w.chosen[name], err = v.settings[i].values(text); err != nil {
			return w, err
		}
	}
	return w, nil
}

// SettingNames are the names in their order.
func (e *Experiment) SettingNames() []string {
	var names []string
	for _, s := range e.Settings {
		names = append(names, s.Name)
	}
	return names
}

// Words are the values of a setting as texts.
func (v Values) Words(name string) []string {
	list, ok := v.chosen[name]
	if !ok {
		panic("BUG: there is no setting " + name)
	}
	return list
}

// Word is the value of a setting that takes one.
func (v Values) Word(name string) string { return v.Words(name)[0] }

// Floats are the values in ascending order.
func (v Values) Floats(name string) []float64 {
	var list []float64
	for _, text := range v.Words(name) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("BUG: setting " + name + " is no number: " + text)
		}
		list = append(list, x)
	}
	slices.Sort(list)
	return list
}

// Float is the value of a setting that takes one number.
func (v Values) Float(name string) float64 { return v.Floats(name)[0] }

// Ints are the values in ascending order.
func (v Values) Ints(name string) []int {
	var list []int
	for _, x := range v.Floats(name) {
		list = append(list, int(x))
	}
	return list
}

// Int is the value of a setting that takes one whole number.
func (v Values) Int(name string) int { return v.Ints(name)[0] }

// IntOr is the value, or for auto another one.
func (v Values) IntOr(name string, auto int) int {
	if v.Word(name) == "auto" {
		return auto
	}
	return v.Int(name)
}

// Differing names the settings that differ from their defaults, of those given.
func (v Values) Differing(names []string) []string {
	var list []string
	for _, s := range v.settings {
		now := strings.Join(v.Words(s.Name), ",")
		if slices.Contains(names, s.Name) && now != s.Default {
			list = append(list, s.Name+"="+now)
		}
	}
	return list
}
