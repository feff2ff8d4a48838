package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// CellBufferPorts are the ports of CellBuffer.
type CellBufferPorts struct {
	_      rtlgen.Unit          `name:"qcn_cell_buffer" doc:"buffer of cells at the end of a fabric link" params:"cells"`
	Rx     CellLink[rtlgen.In]  `doc:"cells that come"`
	Start  rtlgen.In            `doc:"the cell at the head is read: its beats are on tx from the second next cycle on"`
	Skip   rtlgen.In            `doc:"the cell at the head is dropped"`
	Credit rtlgen.Out           `doc:"a cell has left in the cycle before"`
	Full   rtlgen.Out           `doc:"there is no room for another cell; a function of registers"`
	Cell   CellView[rtlgen.Out] `doc:"the cell at the head; in the cycle after start or skip still the one that has left"`
	Tx     CellLink[rtlgen.Out] `doc:"the cell that is read; header stands until the next start"`
}

// UnitRelease gives back a unit of an input buffer.
type UnitRelease[D rtlgen.Direction] struct {
	Valid D `doc:"a unit is given back"`
	Unit  D `width:"unit" doc:"its number"`
	Phase D `doc:"its phase until now"`
}

// PlaceRequest asks for a place in an output buffer.
type PlaceRequest[D rtlgen.Direction] struct {
	Valid D `doc:"a request comes; in phase 3"`
	Src   D `width:"address" doc:"server port that asks"`
	Prio  D `width:"prio" doc:"priority"`
}

// PlaceFree gives back a place in an output buffer.
type PlaceFree[D rtlgen.Direction] struct {
	Valid D `doc:"a place is free again"`
	Prio  D `width:"prio" doc:"of this priority"`
}

// LeafInPorts are the ports of LeafIn.
type LeafInPorts struct {
	_      rtlgen.Unit         `name:"qcn_leaf_in" doc:"input side of a server port of a leaf: shared memory, VOQs, requests" params:"leaves ports prios in_units frame_units dos"`
	Phase  rtlgen.In           `width:"2" doc:"place of the cycle in the slot of the leaf; counts up"`
	Own    rtlgen.In           `width:"address" doc:"address of the server port; held"`
	Enable rtlgen.In           `doc:"frames are accepted if ready is 1, too"`
	Ready  rtlgen.Out          `doc:"the tables are cleared after reset; a register"`
	Rx     qcn.Beat[rtlgen.In] `doc:"link from the server"`

	Request struct {
		Valid  rtlgen.Out `doc:"a frame waits to be requested"`
		Dst    rtlgen.Out `width:"address" doc:"server port that it goes to"`
		Prio   rtlgen.Out `width:"prio" doc:"its priority"`
		Length rtlgen.Out `width:"length" doc:"its bytes"`
		Taken  rtlgen.In  `doc:"the request is sent"`
	} `doc:"request for the output buffer"`
	Grant struct {
		Valid rtlgen.In `doc:"a grant comes"`
		Dst   rtlgen.In `width:"address" doc:"server port that grants"`
		Prio  rtlgen.In `width:"prio" doc:"priority"`
		Place rtlgen.In `width:"place" doc:"place of the frame in the output buffer"`
	} `doc:"grant"`
	Want  rtlgen.Out       `doc:"there is a cell to be sent; in phase 0"`
	Go    rtlgen.In        `doc:"an uplink takes it; in phase 0, not without want"`
	Beats rtlgen.Out       `width:"cell_beats" doc:"its beats; in phase 2"`
	Tx    Cell[rtlgen.Out] `doc:"the cell, in the phases 0, 1, 2, 3 of the next slot; registers"`
	CNM   struct {
		Valid rtlgen.In  `doc:"a CNM of the output side waits; it goes ahead of data"`
		Data  rtlgen.In  `width:"word" doc:"its beat"`
		Taken rtlgen.Out `doc:"it is taken; in phase 3, a cycle ahead of tx"`
	} `doc:"CNM into the fabric"`

	Alloc struct {
		Valid rtlgen.Out `doc:"a unit is taken"`
		Unit  rtlgen.Out `width:"unit" doc:"its number: row of the CulpritArray, column"`
		Head  rtlgen.Out `width:"unit" doc:"the unit with the head of its frame"`
		Prio  rtlgen.Out `width:"prio" doc:"priority of the frame"`
		Phase rtlgen.Out `doc:"phase of the unit"`
	} `doc:"allocation"`
	Release UnitRelease[rtlgen.Out] `doc:"release"`
	Find    struct {
		Valid rtlgen.In  `doc:"the frame of a head unit is looked up"`
		Unit  rtlgen.In  `width:"unit" doc:"the unit"`
		Src   rtlgen.Out `width:"address" doc:"source of the frame, one cycle later; holds"`
		Dst   rtlgen.Out `width:"address" doc:"its destination"`
	} `doc:"header of a frame"`

	Arr struct {
		Valid  rtlgen.Out `doc:"the last beat of a frame was received in the cycle before"`
		Prio   rtlgen.Out `width:"prio" doc:"its priority"`
		Length rtlgen.Out `width:"length" doc:"its bytes"`
		Src    rtlgen.Out `width:"address" doc:"its source"`
		Dst    rtlgen.Out `width:"address" doc:"its destination"`
	} `doc:"frame that is stored"`
	Dep struct {
		Valid  rtlgen.Out `doc:"the last unit of a frame is read; in phase 3"`
		Prio   rtlgen.Out `width:"prio" doc:"its priority"`
		Length rtlgen.Out `width:"length" doc:"its bytes"`
	} `doc:"frame that leaves"`
	Occupancy rtlgen.Out `lanes:"prios" width:"occupancy" doc:"units of each priority; registers"`
	VoqUnits  rtlgen.Out `lanes:"voqs" width:"occupancy" if:"dos" doc:"units of each VOQ {priority, address}; registers"`
	Drop      rtlgen.Out `doc:"a frame is not accepted"`
	Error     rtlgen.Out `width:"server_causes-1" doc:"pulses: no_head, cut, long, no_route, no_prio, bad_length, no_kind, no_room from bit 0 on, registers"`
}

// CreditArbPorts are the ports of CreditArb.
type CreditArbPorts struct {
	_     rtlgen.Unit             `name:"qcn_credit_arb" doc:"arbiter of the places in the output buffer of a server port" params:"leaves ports prios places"`
	Phase rtlgen.In               `width:"2" doc:"place of the cycle in the slot of the leaf"`
	Req   PlaceRequest[rtlgen.In] `doc:"request"`
	Free  PlaceFree[rtlgen.In]    `doc:"release"`
	Grant struct {
		Valid rtlgen.Out `doc:"a grant waits; a register"`
		Dst   rtlgen.Out `width:"address" doc:"server port that it is for"`
		Prio  rtlgen.Out `width:"prio" doc:"priority"`
		Place rtlgen.Out `width:"place" doc:"the place"`
		Taken rtlgen.In  `doc:"it is sent"`
	} `doc:"grant"`
	Taken rtlgen.Out `lanes:"prios" doc:"places are taken, of registers"`
}

// LeafOutPorts are the ports of LeafOut.
type LeafOutPorts struct {
	_     rtlgen.Unit              `name:"qcn_leaf_out" doc:"output side of a server port of a leaf: output buffer, reassembly" params:"leaves ports spines prios places frame_units frame_timeout storm_detect"`
	Phase rtlgen.In                `width:"2" doc:"place of the cycle in the slot of the leaf"`
	Own   rtlgen.In                `width:"address" doc:"address of the server port; held"`
	Ready rtlgen.Out               `doc:"the numbers of cells are cleared after reset; a register"`
	Cell  CellView[rtlgen.In]      `lanes:"spines" doc:"cells at the heads of the downlinks; each stands for a cycle after its start or skip"`
	Start rtlgen.Out               `lanes:"spines" doc:"the cell of a downlink is read; in phase 0"`
	Skip  rtlgen.Out               `lanes:"spines" doc:"the message at a downlink is taken; in phase 2"`
	Down  CellLink[rtlgen.In]      `lanes:"spines" doc:"the cells that are read"`
	Req   PlaceRequest[rtlgen.Out] `doc:"request"`
	Grant struct {
		Valid rtlgen.Out `doc:"a grant comes; in phase 3"`
		Dst   rtlgen.Out `width:"address" doc:"server port that grants"`
		Prio  rtlgen.Out `width:"prio" doc:"priority"`
		Place rtlgen.Out `width:"place" doc:"place of the frame in its output buffer"`
	} `doc:"grant"`
	Free PlaceFree[rtlgen.Out] `doc:"release"`

	Pause struct {
		Valid rtlgen.In  `doc:"a PAUSE frame waits; it goes ahead of all"`
		Data  rtlgen.In  `width:"word" doc:"its beat"`
		Ready rtlgen.Out `doc:"it is taken in this cycle"`
	} `doc:"PAUSE of the input side"`
	CNM struct {
		Valid rtlgen.In  `doc:"a CNM of the input side waits; it goes ahead of data"`
		Data  rtlgen.In  `width:"word" doc:"its beat"`
		Ready rtlgen.Out `doc:"it is taken in this cycle"`
	} `doc:"CNM of the input side"`
	Taken   rtlgen.In            `lanes:"prios" doc:"places are taken"`
	Missing rtlgen.Out           `doc:"pulse: a frame is given up, of which cells are missing; a register"`
	Stop    rtlgen.In            `lanes:"prios" doc:"the server has paused these priorities"`
	Discard rtlgen.In            `lanes:"prios" if:"watched" doc:"frames of these priorities are dropped in place of being sent"`
	Waits   rtlgen.Out           `lanes:"prios" if:"watched" doc:"a frame is ready; registers"`
	Dropped rtlgen.Out           `lanes:"prios" if:"watched" doc:"a frame was dropped, instead of sent; registers"`
	Tx      qcn.Beat[rtlgen.Out] `doc:"link to the server"`
	TxBad   rtlgen.Out           `doc:"with tx_tail: the frame is damaged, beats of it that were lost in the fabric are 0"`

	Arr struct {
		Valid  rtlgen.Out `doc:"a frame is complete; in phase 0 or 2, registers"`
		Prio   rtlgen.Out `width:"prio" doc:"its priority"`
		Length rtlgen.Out `width:"length" doc:"its bytes"`
		Src    rtlgen.Out `width:"address" doc:"its source"`
		Dst    rtlgen.Out `width:"address" doc:"its destination"`
	} `doc:"frame in the output buffer"`
	Dep struct {
		Valid  rtlgen.Out `doc:"the last beat of a frame is read"`
		Prio   rtlgen.Out `width:"prio" doc:"its priority"`
		Length rtlgen.Out `width:"length" doc:"its bytes"`
	} `doc:"frame that has left"`
	Lost rtlgen.Out `doc:"a CNM from the fabric finds no room"`
}

// UplinksPorts are the ports of Uplinks.
type UplinksPorts struct {
	_       rtlgen.Unit     `name:"qcn_uplinks" doc:"links of a leaf to the spines: spraying, credits, rate" params:"ports spines cells rate_num rate_den"`
	Phase   rtlgen.In       `width:"2" doc:"place of the cycle in the slot of the leaf"`
	Want    rtlgen.In       `lanes:"ports" doc:"a server port has a cell; in phase 0"`
	Go      rtlgen.Out      `lanes:"ports" doc:"it is sent; in phase 0"`
	Beats   rtlgen.In       `lanes:"ports" width:"cell_beats" doc:"beats of its cell; in phase 2"`
	Cell    Cell[rtlgen.In] `lanes:"ports" doc:"the cell, in the phases 0, 1, 2, 3 of the next slot"`
	Message struct {
		Valid  rtlgen.In  `doc:"a message waits; it stands until it is taken"`
		Header rtlgen.In  `width:"header" doc:"the message"`
		Path   rtlgen.In  `width:"index(spines)" doc:"uplink of the messages of this server port; held"`
		Taken  rtlgen.Out `doc:"it is taken; in phase 1"`
	} `lanes:"ports" doc:"messages of the server ports"`
	Up       Cell[rtlgen.Out] `lanes:"spines" doc:"links to the spines"`
	Credit   rtlgen.In        `lanes:"spines" doc:"a cell has left the buffer at the spine"`
	NoCredit rtlgen.Out       `lanes:"spines" doc:"pulse: a credit came back that was not taken, which is ignored; registers"`
}

// SpinePorts are the ports of Spine.
type SpinePorts struct {
	_          rtlgen.Unit          `name:"qcn_spine" doc:"spine switch: cells from leaf to leaf" params:"leaves ports spines cells rate_num rate_den error_bits"`
	Up         CellLink[rtlgen.In]  `lanes:"leaves" doc:"links from the leaves"`
	UpCredit   rtlgen.Out           `lanes:"leaves" doc:"a cell has left the input buffer"`
	Down       CellLink[rtlgen.Out] `lanes:"leaves" doc:"links to the leaves"`
	DownCredit rtlgen.In            `lanes:"leaves" doc:"a cell has left the buffer at the leaf"`
	Err        FabricErrors         `lanes:"leaves" doc:"errors of the links with the leaves"`
}

// CellGuardPorts are the ports of CellGuard.
type CellGuardPorts struct {
	_      rtlgen.Unit          `name:"qcn_cell_guard" doc:"end of a fabric link: lets cells through that keep to the rules" params:"leaves ports prios places frame_units cells at_leaf"`
	Own    rtlgen.In            `width:"leaf_number" if:"at_leaf" doc:"number of the leaf; held"`
	Rx     CellLink[rtlgen.In]  `doc:"the pins of the link"`
	Freed  rtlgen.In            `doc:"a cell has left the buffer behind the guard; a register"`
	Out    CellLink[rtlgen.Out] `doc:"cells for the buffer, in the same cycle: the pins, but for valid and head"`
	Credit rtlgen.Out           `doc:"a credit for the other end; of freed and registers"`
	Error  rtlgen.Out           `width:"guard_causes" doc:"pulses, a cycle after the pins, registers: no_head, cut, long, no_route, bad_header, no_room from bit 0 on"`
}

// Management are the inputs that choose the congestion management, held.
type Management[D rtlgen.Direction] struct {
	CPIn   D `name:"cp_in" doc:"congestion points at the input buffers sample frames"`
	CPOut  D `name:"cp_out" doc:"congestion points at the output buffers sample frames"`
	Policy D `width:"2" doc:"culprits at the inputs: 0 arrival, 1 deterministic occupancy, 2 random occupancy sampling"`
	Strict D `doc:"random occupancy: 1 draws words, 0 draws rows"`
	Cap    D `doc:"at most one CNM of a congestion point per 100 received frames"`
	Pause  D `doc:"PAUSE is sent"`
	Seed   D `width:"32" doc:"of jitter and draws"`
}

// Passed is a frame that enters or leaves a buffer.
type Passed[D rtlgen.Direction] struct {
	Valid  D `doc:"a frame passes"`
	Prio   D `width:"prio" doc:"its priority"`
	Length D `width:"length" doc:"its bytes"`
}

// PassedFlow is a frame with its flow.
type PassedFlow[D rtlgen.Direction] struct {
	Passed[D]
	Src D `width:"address" doc:"its source"`
	Dst D `width:"address" doc:"its destination"`
}

// PortManagementPorts are the ports of PortManagement.
type PortManagementPorts struct {
	_         rtlgen.Unit           `name:"qcn_port_management" doc:"congestion management of a server port of a leaf" params:"leaves ports prios in_units places frame_units leaf_q_eq w_shift sample table quantizer leaf_q_high leaf_q_low leaf_headroom cable line_rate pause_quanta pause_reaction pause_refresh dos storm_detect storm_restore storm_drop storm_bits"`
	Port      rtlgen.In             `width:"address" doc:"address of the server port; held"`
	Held      Management[rtlgen.In] `name:"" doc:"congestion management, held"`
	Ready     rtlgen.Out            `doc:"the CulpritArray is cleared; a register"`
	Rx        qcn.Beat[rtlgen.In]   `doc:"link from the server, for its PAUSE frames"`
	InArr     PassedFlow[rtlgen.In] `doc:"frame that is stored in the input buffer"`
	InDep     Passed[rtlgen.In]     `doc:"frame that leaves it"`
	OutArr    PassedFlow[rtlgen.In] `doc:"frame that is complete in the output buffer"`
	OutDep    Passed[rtlgen.In]     `doc:"frame that has left it"`
	Occupancy rtlgen.In             `lanes:"prios" width:"occupancy" doc:"units of each priority in the input buffer"`
	VoqUnits  rtlgen.In             `lanes:"voqs" width:"occupancy" if:"dos" doc:"units of each VOQ"`
	Alloc     struct {
		Valid rtlgen.In `doc:"a unit is taken"`
		Unit  rtlgen.In `width:"unit" doc:"its number"`
		Head  rtlgen.In `width:"unit" doc:"the unit with the head of its frame"`
		Prio  rtlgen.In `width:"prio" doc:"priority of the frame"`
		Phase rtlgen.In `doc:"phase of the unit"`
	} `doc:"allocation"`
	Release UnitRelease[rtlgen.In] `doc:"release"`
	Find    struct {
		Valid rtlgen.Out `doc:"the frame of a head unit is looked up"`
		Unit  rtlgen.Out `width:"unit" doc:"the unit"`
		Src   rtlgen.In  `width:"address" doc:"source of the frame, one cycle later"`
		Dst   rtlgen.In  `width:"address" doc:"its destination"`
	} `doc:"header of a frame"`
	PauseTx qcn.CNMTx `doc:"PAUSE frames to the server"`
	CNM     qcn.CNMTx `doc:"CNMs of the input buffer, to the server"`
	Notice  struct {
		Valid rtlgen.Out `doc:"a CNM of the output buffer waits"`
		Data  rtlgen.Out `width:"word" doc:"its beat"`
		Taken rtlgen.In  `doc:"it is taken"`
	} `doc:"CNMs of the output buffer, to the fabric"`
	Waits     rtlgen.In  `lanes:"prios" if:"watched" doc:"a frame is ready for the server"`
	Dropped   rtlgen.In  `lanes:"prios" if:"watched" doc:"a frame was dropped, instead of sent"`
	Stop      rtlgen.Out `lanes:"prios" doc:"these priorities must not be sent: the server has paused them; of registers"`
	Discard   rtlgen.Out `lanes:"prios" if:"watched" doc:"frames of these priorities are dropped; registers"`
	Watch     StormPins  `if:"watched" doc:"watchdog of the STOPs of the server"`
	Lost      rtlgen.Out `doc:"a CNM is not sent"`
	Triggered rtlgen.Out `doc:"a congestion point demands a CNM"`
}

// FabricStat is what a server port of the fabric shows of its work.
type FabricStat[D rtlgen.Direction] struct {
	Ready     D `doc:"frames are accepted; until then after reset they are dropped"`
	Drop      D `doc:"a frame is not accepted"`
	Lost      D `doc:"a CNM is not sent: its culprit was not found, or there was no room"`
	Triggers  D `doc:"a congestion point demands a CNM"`
	Occupancy D `lanes:"prios" width:"occupancy" doc:"units of each priority in the input buffer; registers"`
}

// LeafPorts are the ports of Leaf.
type LeafPorts struct {
	_          rtlgen.Unit            `name:"qcn_leaf" doc:"leaf switch" params:"leaves ports spines prios in_units places frame_units cells rate_num rate_den leaf_q_eq w_shift sample table quantizer leaf_q_high leaf_q_low leaf_headroom cable line_rate pause_quanta pause_reaction pause_refresh dos error_bits frame_timeout storm_detect storm_restore storm_drop storm_bits"`
	Number     rtlgen.In              `width:"leaf_number" doc:"number of the leaf; held"`
	Path       rtlgen.In              `lanes:"ports" width:"index(spines)" doc:"uplink of the messages of a server port; held"`
	Held       Management[rtlgen.In]  `name:"" doc:"congestion management, held"`
	Rx         qcn.Beat[rtlgen.In]    `lanes:"ports" doc:"links from the servers"`
	Tx         qcn.Beat[rtlgen.Out]   `lanes:"ports" doc:"links to the servers"`
	Up         CellLink[rtlgen.Out]   `lanes:"spines" doc:"links to the spines"`
	UpCredit   rtlgen.In              `lanes:"spines" doc:"a cell has left the buffer at the spine"`
	Down       CellLink[rtlgen.In]    `lanes:"spines" doc:"links from the spines"`
	DownCredit rtlgen.Out             `lanes:"spines" doc:"a cell has left the buffer at the leaf"`
	LinkErr    FabricErrors           `lanes:"spines" doc:"errors of the links with the spines"`
	TxBad      rtlgen.Out             `lanes:"ports" doc:"with tx_tail: the frame is damaged, beats of it that were lost in the fabric are 0"`
	Stat       FabricStat[rtlgen.Out] `name:"" lanes:"ports" doc:"status"`
	Err        ServerErrors           `lanes:"ports" doc:"errors of the links from the servers"`
	Watch      StormPins              `lanes:"ports" if:"watched" doc:"watchdogs of the STOPs of the servers"`
}

// FabricPorts are the ports of Fabric.
type FabricPorts struct {
	_     rtlgen.Unit            `name:"qcn_fabric" doc:"leaves and spines, open at the links to the servers" params:"leaves ports spines prios in_units places frame_units cells rate_num rate_den leaf_q_eq w_shift sample table quantizer leaf_q_high leaf_q_low leaf_headroom cable line_rate pause_quanta pause_reaction pause_refresh dos error_bits frame_timeout storm_detect storm_restore storm_drop storm_bits"`
	Held  Management[rtlgen.In]  `name:"" doc:"congestion management, held"`
	Rx    qcn.Beat[rtlgen.In]    `lanes:"servers" doc:"links from the servers"`
	Tx    qcn.Beat[rtlgen.Out]   `lanes:"servers" doc:"links to the servers"`
	Stat  FabricStat[rtlgen.Out] `name:"" lanes:"servers" doc:"status"`
	TxBad rtlgen.Out             `lanes:"servers" doc:"with tx_tail: the frame is damaged, beats of it that were lost in the fabric are 0"`
	Err   ServerErrors           `lanes:"servers" doc:"errors of the links from the servers"`
	Watch StormPins              `lanes:"servers" if:"watched" doc:"watchdogs of the STOPs of the servers"`
}

// ServerWrite writes an entry of the flow table of a server.
type ServerWrite struct {
	Server rtlgen.In `width:"count(servers)" doc:"number of the server: leaf * ports + port"`
	FlowWrite
}

// NetworkPorts are the ports of Network.
type NetworkPorts struct {
	_         rtlgen.Unit           `name:"qcn_network" doc:"spine-leaf fabric with its servers" params:"leaves ports spines prios in_units places frame_units cells rate_num rate_den leaf_q_eq w_shift sample table quantizer leaf_q_high leaf_q_low leaf_headroom cable line_rate pause_quanta pause_reaction pause_refresh dos flows limiters queue per_dest windows whole_beats reaction_time byte_counter timer r_ai r_hai min_rate blockable frame_timeout storm_detect storm_restore storm_drop"`
	Held      Management[rtlgen.In] `name:"" doc:"congestion management, held"`
	Window    rtlgen.In             `width:"stamp" doc:"cycles of a window of time, held; 0: no windows"`
	RunsUntil rtlgen.In             `width:"stamp" doc:"first cycle whose CNMs no longer count for the longest run, held"`
	Block     struct {
		Server rtlgen.In `width:"count(servers)" doc:"number of the server: leaf * ports + port"`
		Start  rtlgen.In `width:"stamp" doc:"first cycle in which it takes nothing: it says STOP"`
		Stop   rtlgen.In `width:"stamp" doc:"first cycle in which it takes frames again"`
	} `if:"blockable" doc:"a server that takes nothing for a time, held"`
	Set  ServerWrite `doc:"an entry of a flow table"`
	Read struct {
		Unit    rtlgen.In  `width:"count(servers)" doc:"number of the server; behind the last one the fabric"`
		Address rtlgen.In  `width:"read_address" doc:"counter of the server; of the fabric: 0 frames dropped, 1 triggers, 2 CNMs lost, 3 the largest occupancy of a priority at an input, units, which knows of a new one some cycles later, the logarithm of the number of inputs and priorities; 4 the longest run of CNMs at one server"`
		Data    rtlgen.Out `width:"read_data" doc:"the counter"`
	} `doc:"counter readback: data 4 cycles after the address"`
	Now   rtlgen.Out `width:"stamp" doc:"cycles since the fabric was ready"`
	Error rtlgen.Out `lanes:"servers" doc:"a server received a frame that was not what it should be; registers"`
}
