package rtlgen_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// Mistakes in parameters and tags.

type linkParams struct {
	N   int `param:"n" default:"4" min:"2" max:"8" doc:"lanes"`
	Low int `param:"low" default:"1" min:"1" max:"9" doc:"smallest"`
}

// Check finds a low above n.
func (p linkParams) Check() error {
	if p.Low > p.N && p.N > 0 {
		return errors.New("low is above n")
	}
	return nil
}

type linkPorts struct {
	_ rtlgen.Unit `name:"link" doc:"a register" params:"n>=3 low"`
	A rtlgen.In   `width:"n" doc:"in"`
	Y rtlgen.Out  `width:"n" doc:"out"`
}

// linked does what a function that does not look at Refused does.
func linked(p linkParams) *rtlgen.Typed[linkPorts] {
	m, io := rtlgen.New[linkPorts](p)
	r := m.Reg("r", p.N, 0)
	for i := range p.N {
		r.Bit(i).And(io.A.Bit(i))
	}
	r.Set(io.A.Xor(r))
	io.Y.Drive(r.Add(1))
	return m
}

// within has an instance of a circuit with the ports IO.
func within[IO any](m *rtlgen.Module, c *rtlgen.Typed[IO]) { rtlgen.Use(m, "u", c) }

// badPorts makes a module of the ports IO, which have a mistake.
func badPorts[IO any](p any) *rtlgen.Typed[IO] {
	// here: width_name here: width_expression here: lanes_name here: if_name here: tag_key here: no_unit
	// here: clock_output here: clock_value here: no_port here: unit_params here: no_params here: pointer here: param_number here: param_quiet here: param_type
	// here: param_default here: param_twice here: param_key here: split_in_packed here: split_without_name
	m, _ := rtlgen.New[IO](p)
	return m
}

type one struct {
	_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
}

var tagMistakes = []mistake{
	{"above", rtlgen.CodeParam, "link has 1 parameter out of range: n=9 (give 3 to 8: lanes)", func(m *rtlgen.Module) {
		within(m, linked(linkParams{N: 9, Low: 1})) // here: above
	}},
	{"below_of_unit", rtlgen.CodeParam, "link has 1 parameter out of range: n=2 (give 3 to 8: lanes)",
		func(m *rtlgen.Module) {
			within(m, linked(linkParams{N: 2, Low: 1})) // here: below_of_unit
		}},
	{"forgotten", rtlgen.CodeParam,
		"low=0 (give 1 to 9: smallest); rtlgen.Default[rtlgen_test.linkParams]() has the defaults", func(m *rtlgen.Module) {
			within(m, linked(linkParams{N: 4})) // here: forgotten
		}},
	{"several", rtlgen.CodeParam,
		"link has 2 parameters out of range: n=-1 (give 3 to 8: lanes), low=10 (give 1 to 9: smallest)",
		func(m *rtlgen.Module) {
			within(m, linked(linkParams{N: -1, Low: 10})) // here: several
		}},
	{"all_zero", rtlgen.CodeParam,
		"the parameters of link are all 0, as in rtlgen_test.linkParams{}: begin with rtlgen.Default[rtlgen_test.linkParams](), which has the defaults, and change what differs",
		func(m *rtlgen.Module) {
			within(m, linked(linkParams{})) // here: all_zero
		}},
	{"no_fit", rtlgen.CodeParam, "the parameters of link do not fit each other: low is above n", func(m *rtlgen.Module) {
		within(m, linked(linkParams{N: 4, Low: 5})) // here: no_fit
	}},
	{"width_name", rtlgen.CodeTag,
		"tag width of port a: m is neither a parameter nor among the dimensions; there are: extra, n",
		func(m *rtlgen.Module) {
			within(m, badPorts[struct {
				_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
				A rtlgen.In   `width:"m"`
			}](four))
		}},
	{"width_expression", rtlgen.CodeTag, `"n +" is no expression`, func(m *rtlgen.Module) {
		within(m, badPorts[struct {
			_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
			A rtlgen.In   `width:"n +"`
		}](four))
	}},
	{"lanes_name", rtlgen.CodeTag,
		"tag lanes of port a: lines is neither a parameter nor among the dimensions; there are: extra, n",
		func(m *rtlgen.Module) {
			within(m, badPorts[struct {
				_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
				A rtlgen.In   `lanes:"2*lines"`
			}](four))
		}},
	{"if_name", rtlgen.CodeTag,
		"tag if of port a_b: extr is neither a parameter nor among the dimensions: did you mean extra?",
		func(m *rtlgen.Module) {
			within(m, badPorts[struct {
				_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
				A struct {
					B rtlgen.In `if:"extr"`
				}
			}](four))
		}},
	{"tag_key", rtlgen.CodeTag, ".A: the tag has the key widht: write width", func(m *rtlgen.Module) {
		within(m, badPorts[struct {
			_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
			A rtlgen.In   `widht:"n"`
		}](four))
	}},
	{"clock_output", rtlgen.CodeTag, `.A: the tag clock is for an input, and has the value "yes"`, func(m *rtlgen.Module) {
		within(m, badPorts[struct {
			_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
			A rtlgen.Out  `clock:"yes"`
		}](four))
	}},
	{"clock_value", rtlgen.CodeTag, `.A: the tag clock is for an input, and has the value "yes"`, func(m *rtlgen.Module) {
		within(m, badPorts[struct {
			_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
			A rtlgen.In   `clock:"no"`
		}](four))
	}},
	{"no_unit", rtlgen.CodeTag, "has no field of type rtlgen.Unit", func(m *rtlgen.Module) {
		within(m, badPorts[struct{ A rtlgen.In }](four))
	}},
	{"no_port", rtlgen.CodeTag, ".A: a port is an exported rtlgen.In or rtlgen.Out", func(m *rtlgen.Module) {
		within(m, badPorts[struct {
			_ rtlgen.Unit `name:"one" doc:"one" params:"n"`
			A int
		}](four))
	}},
	{"unit_params", rtlgen.CodeTag,
		`unit u has the parameter "k", which rtlgen_test.pairParams does not declare; there are: extra, n`,
		func(m *rtlgen.Module) {
			within(m, badPorts[struct {
				_ rtlgen.Unit `name:"u" params:"k"`
			}](four))
		}},
	{"no_params", rtlgen.CodeTag, `unit one has the parameter "n", which nil does not declare: there are none`,
		func(m *rtlgen.Module) {
			within(m, badPorts[one](nil))
		}},
	{"pointer", rtlgen.CodeTag, "parameters are a struct, not a *rtlgen_test.pairParams", func(m *rtlgen.Module) {
		within(m, badPorts[one](&four))
	}},
	{"param_number", rtlgen.CodeTag, `.N: tag max is no integer: "many"`, func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N int `param:"n" default:"1" min:"1" max:"many"`
		}{}))
	}},
	{"param_quiet", rtlgen.CodeTag, `.N: tag quiet is "no": write quiet:"yes", or leave it out`, func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N int `param:"n" default:"1" min:"1" max:"2" quiet:"no"`
		}{}))
	}},
	{"param_type", rtlgen.CodeTag, ".N: a parameter is an exported int, and this is uint8", func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N uint8 `param:"n" default:"1" min:"1" max:"2"`
		}{}))
	}},
	{"param_default", rtlgen.CodeTag, ".N: the default 0 is not within 1 to 2", func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N int `param:"n" default:"0" min:"1" max:"2"`
		}{}))
	}},
	{"param_twice", rtlgen.CodeTag, `.M: there is another parameter "n"`, func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N int `param:"n" default:"1" min:"1" max:"2"`
			M int `param:"n" default:"1" min:"1" max:"2"`
		}{}))
	}},
	{"param_key", rtlgen.CodeTag, ".N: the tag has the key parm: write param", func(m *rtlgen.Module) {
		within(m, badPorts[one](struct {
			N int `parm:"n" default:"1" min:"1" max:"2"`
		}{}))
	}},
	{"packed_name", rtlgen.CodeTag, ".Low: n is neither a parameter nor among the dimensions; there are: k",
		func(m *rtlgen.Module) {
			m.Output("q", rtlgen.Unpack[word](m.Input("a", 4), rtlgen.Dims{"k": 3}).Kind) // here: packed_name
		}},
	{"packed_field", rtlgen.CodeTag, ".Kind: a field of a packed struct is an exported rtlgen.Value or packed struct",
		func(m *rtlgen.Module) {
			rtlgen.Unpack[struct{ Kind int }](m.Input("a", 4), nil) // here: packed_field
		}},
	{"refused_by_block", rtlgen.CodeParam, "seven is too many", func(m *rtlgen.Module) {
		within(m, seven()) // here: refused_by_block
	}},
}

func seven() *rtlgen.Typed[linkPorts] {
	m, _ := rtlgen.New[linkPorts](linkParams{N: 7, Low: 1})
	m.Refuse(errors.New("seven is too many"))
	return m
}

// TestRefusedOnce: what is wrong with a block is said once, however often it is used, and
// nothing about what uses it.
func TestRefusedOnce(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("top")
	a := m.Input("a", 4)
	child := linked(linkParams{N: 1, Low: 1})
	for _, name := range []string{"u", "v"} {
		u := rtlgen.Use(m, name, child)
		u.A.Drive(a)
		m.Output("y_"+name, u.Y.Add(3).Bit(2))
	}
	us := rtlgen.UseArray(m, "us", 3, child)
	us.A.Broadcast(a)
	rtlgen.Connect(rtlgen.Copy(us.Y, 1), rtlgen.Copy(us.A, 2))
	mid := rtlgen.NewModule("mid")
	rtlgen.Use(mid, "u", child)
	m.Instance("mid", mid)
	m.Instance("other", child).In("a", a)
	_, err := rtlgen.Elaborate(m)
	assert.Equal(t, len(rtlgen.Diagnostics(err)), 1, "%v", err)
}

// TestCheckTags: the form of tags is known before there are parameters.
func TestCheckTags(t *testing.T) {
	t.Parallel()
	assert.NilError(t, rtlgen.CheckTags(reflect.TypeFor[linkPorts](), reflect.TypeFor[linkParams]()))
	err := rtlgen.CheckTags(reflect.TypeFor[linkPorts](), reflect.TypeFor[struct{}]())
	assert.ErrorContains(t, err, `the parameter "n", which struct {} does not declare`)
	assert.ErrorContains(t, rtlgen.CheckTags(reflect.TypeFor[int](), nil), "ports are a struct, not a int")
	broken := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[rtlgen.In](), Tag: `width:n`}})
	assert.ErrorContains(t, rtlgen.CheckTags(broken, nil),
		`.A: the tag width:n is not of the form key:"value" key:"value"`)
}

// TestRefusedBlockNamesItsUser: Elaborate of a block alone, and of no block.
func TestRefusedBlockNamesItsUser(t *testing.T) {
	t.Parallel()
	d, err := rtlgen.Elaborate(linked(linkParams{}))
	assert.Assert(t, d == (*ir.Design)(nil))
	assert.Assert(t, strings.HasPrefix(err.Error(), "1 mistake in the description:\nrtlgen/diag_tags_test.go:"), "%v", err)
	for _, c := range []rtlgen.Circuit{nil, (*rtlgen.Module)(nil), (*rtlgen.Typed[linkPorts])(nil)} {
		_, err := rtlgen.Elaborate(c)
		assert.ErrorContains(t, err, "there is no module to elaborate")
		assert.Assert(t, strings.HasPrefix(err.Error(), "rtlgen/diag_tags_test.go:"), "%v", err)
	}
}
