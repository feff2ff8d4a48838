package adaptive

import "culprit.example/culprit/rtlgen"

// The ports of every unit. What happens in which cycle: README.md.

// listOf is a list of ports in order of preference.
type listOf[D rtlgen.Direction] struct {
	Valid D `lanes:"list" doc:"the list has a port in this place; places fill from 0"`
	Port  D `lanes:"list" width:"index(ports)" doc:"the port; unknown without its valid"`
}

// listWrite writes a list of the routing table.
type listWrite struct {
	Valid rtlgen.In `doc:"a list is written"`
	Host  rtlgen.In `width:"index(hosts)" doc:"for this host"`
	List  listOf[rtlgen.In]
}

// TablePorts are the ports of Table.
type TablePorts struct {
	_     rtlgen.Unit `name:"adaptive_table" doc:"routing table: the ports to each host, in order of preference" params:"hosts ports list"`
	Write listWrite   `doc:"write port, used after reset"`
	Read  struct {
		Valid rtlgen.In `doc:"a list is asked for"`
		Host  rtlgen.In `width:"index(hosts)" doc:"of this host"`
	} `doc:"read port"`
	List    listOf[rtlgen.Out] `doc:"the list, in the cycle after read_valid"`
	Missing rtlgen.Out         `doc:"the list that was asked for in the cycle before was never written"`
}

// CongestionPorts are the ports of Congestion.
type CongestionPorts struct {
	_      rtlgen.Unit `name:"adaptive_congestion" doc:"congestion table: what notifications told about each host and port" params:"hosts ports list count_bits sum_bits timer"`
	Ready  rtlgen.Out  `doc:"an update or a lookup is taken, a register"`
	Update struct {
		Valid    rtlgen.In `doc:"a notification passes or is made"`
		Host     rtlgen.In `width:"index(hosts)" doc:"destination of the culprit flow"`
		Port     rtlgen.In `width:"index(ports)" doc:"the port it came in by, or whose queue made it"`
		Local    rtlgen.In `doc:"it is made in this switch"`
		Feedback rtlgen.In `width:"feedback" doc:"quantized feedback"`
	} `doc:"update"`
	Lookup struct {
		Valid rtlgen.In `doc:"a frame asks for its way"`
		Host  rtlgen.In `width:"index(hosts)" doc:"its destination"`
	} `doc:"lookup, not in a cycle with an update"`
	List   listOf[rtlgen.In] `doc:"the list for the host, in the cycle after lookup_valid"`
	Chosen struct {
		Port   rtlgen.Out `width:"index(ports)" doc:"the way"`
		Detour rtlgen.Out `doc:"it is not the first of the list"`
		All    rtlgen.Out `doc:"all ports of the list are congested"`
	} `doc:"answer, in the second cycle after lookup_valid, combinational from registers"`
	Low       rtlgen.In  `width:"ports" doc:"the output queue of the port is below Q_eq/2"`
	Tick      rtlgen.In  `doc:"a tick of the timer, 1 ms; at most one in hosts*ports+4 cycles"`
	Saturated rtlgen.Out `doc:"fbCount or feedback met its end since reset, a register"`
	Congested rtlgen.Out `doc:"there is a congested entry, a register"`
}

// DrawPorts are the ports of Draw.
type DrawPorts struct {
	_     rtlgen.Unit `name:"adaptive_draw" doc:"uniform random choice among the ports of a list" params:"list"`
	Load  rtlgen.In   `doc:"the seed is taken"`
	Seed  rtlgen.In   `width:"seed" doc:"seed, not 0"`
	Draw  rtlgen.In   `doc:"a choice is made"`
	Valid rtlgen.In   `lanes:"list" doc:"the places of the list that have a port; places fill from 0"`
	Place rtlgen.Out  `width:"index(list)" doc:"the place that is chosen; combinational"`
}
