package rtlgen_test

import "culprit.example/culprit/rtlgen"

type clashPorts struct {
	_  rtlgen.Unit `name:"clash" doc:"two ports of one name"`
	A  rtlgen.In   `lanes:"2,split" doc:"split"`
	A1 rtlgen.In   `doc:"the name of lane 1"`
	Y  rtlgen.Out  `lanes:"2" doc:"what came"`
}

type bundlePorts struct {
	_ rtlgen.Unit `name:"bundle" doc:"a signal with the name of all lanes"`
	A rtlgen.In   `lanes:"2,split" doc:"split"`
	Y rtlgen.Out  `lanes:"2" doc:"what came"`
}

type noLanesPorts struct {
	_ rtlgen.Unit `name:"no_lanes" doc:"no lane"`
	A rtlgen.In   `lanes:"0,split" doc:"split"`
	Y rtlgen.Out  `doc:"what came"`
}

// fed is within, with inputs that are connected.
func fed[IO any](m *rtlgen.Module, c *rtlgen.Typed[IO]) { rtlgen.TieOff(rtlgen.Use(m, "u", c)) }

// splitMistakes are mistakes in split lanes.
var splitMistakes = []mistake{
	{"split_clash", rtlgen.CodeDuplicate, "input a1 has the name of input a1", func(m *rtlgen.Module) {
		c, io := rtlgen.New[clashPorts](nil) // here: split_clash end: split_clash
		io.Y.Drive(io.A.And(io.A1.Replicate(2)))
		u := rtlgen.Use(m, "u", c)
		u.A.Drive(0)
	}},
	{"split_bundle", rtlgen.CodeDuplicate, "wire a has the name of wire a", func(m *rtlgen.Module) {
		c, io := rtlgen.New[bundlePorts](nil) // end: split_bundle
		io.Y.Drive(c.Let("a", io.A.Not()))    // here: split_bundle
		fed(m, c)
	}},
	{"split_in_packed", rtlgen.CodeTag, "A: split lanes cannot lie inside of packed ones: split these, too",
		func(m *rtlgen.Module) {
			c := badPorts[struct {
				_ rtlgen.Unit `name:"u" doc:"u"`
				S struct {
					A rtlgen.In `lanes:"2,split" doc:"a"`
				} `lanes:"2" doc:"s"`
			}](nil)
			within(m, c)
		}},
	{"split_without_name", rtlgen.CodeTag, "S: split lanes need the name of the field", func(m *rtlgen.Module) {
		c := badPorts[struct {
			_ rtlgen.Unit `name:"u" doc:"u"`
			S struct {
				A rtlgen.In `doc:"a"`
			} `name:"" lanes:"2,split" doc:"s"`
		}](nil)
		within(m, c)
	}},
	{"split_size", rtlgen.CodeSize, "port a# is split into 0 lanes: these must be 1 to 1024", func(m *rtlgen.Module) {
		c, io := rtlgen.New[noLanesPorts](nil) // here: split_size
		io.Y.Drive(io.A.Any())
		fed(m, c)
	}},
}
