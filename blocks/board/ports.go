package board

import "culprit.example/culprit/rtlgen"

// The ports of the blocks. What happens in which cycle: README.md.

// UARTPorts are the ports of UART.
type UARTPorts struct {
	_     rtlgen.Unit `name:"uart_tx" doc:"sends characters over a UART: 8 data bits, no parity, 1 stop bit" params:"bit_cycles"`
	Valid rtlgen.In   `doc:"a character is offered"`
	Data  rtlgen.In   `width:"8" doc:"the character"`
	Ready rtlgen.Out  `doc:"it is taken; a function of registers"`
	Tx    rtlgen.Out  `doc:"the line, 1 while idle; a register"`
}

// PrinterPorts are the ports of Printer.
type PrinterPorts struct {
	_     rtlgen.Unit `name:"counter_printer" doc:"reads all counters of the board and prints a line for each" params:""`
	Start rtlgen.In   `doc:"the counters stand still: begin; ignored later on"`
	Read  struct {
		Unit    rtlgen.Out `width:"unit" doc:"0..3 node, 256 switch, 512 totals; a register"`
		Address rtlgen.Out `width:"address" doc:"which of its counters; a register"`
		Data    rtlgen.In  `width:"word" doc:"the counter, 3 cycles after its address"`
	} `doc:"counter readback"`
	Out  Characters `doc:"to the UART"`
	Done rtlgen.Out `doc:"all is printed; a function of registers"`
}

// Characters is the end of a valid/ready link that characters leave by.
type Characters struct {
	Valid rtlgen.Out `doc:"a character is offered; a function of registers"`
	Data  rtlgen.Out `width:"8" doc:"the character; unknown while not valid; a function of registers"`
	Ready rtlgen.In  `doc:"it is taken"`
}

// Ports are the ports of Board.
type Ports struct {
	_        rtlgen.Unit `name:"recn_board" doc:"RECN-IQ switch of 4 ports with its end nodes: runs after reset, then prints its counters" params:"saqs slots queue seed cycles bit_cycles"`
	Switches rtlgen.In   `width:"4" doc:"{load, hot-spot}, not synchronous to the clock; see the contract"`
	Tx       rtlgen.Out  `doc:"UART, 1 while idle; a register"`
	Led      struct {
		Running rtlgen.Out `doc:"packets are made or on their way"`
		Done    rtlgen.Out `doc:"all counters are printed"`
		Error   rtlgen.Out `doc:"a node has received what it should not have"`
	} `doc:"lights, functions of registers"`
}
