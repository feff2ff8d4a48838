package verilog_test

import "culprit.example/culprit/rtlgen"

// splitStream is a link that bus models find by its prefix: F is the direction of the beats.
type splitStream[F, B rtlgen.Direction] struct {
	Tvalid F `doc:"a beat is there"`
	Tdata  F `width:"8" doc:"the beat"`
	Tready B `doc:"it is taken"`
}

// splitPorts are links whose lanes are ports of their own.
type splitPorts struct {
	_    rtlgen.Unit                        `name:"split" doc:"passes streams on in pairs that change places"`
	S    splitStream[rtlgen.In, rtlgen.Out] `lanes:"4,split" doc:"streams, receiving side"`
	M    splitStream[rtlgen.Out, rtlgen.In] `lanes:"4,split" doc:"streams, sending side"`
	Seen rtlgen.Out                         `lanes:"2,split" width:"2" doc:"a beat has come; registers"`
}

// pairPorts are the links of a pair.
type pairPorts struct {
	_    rtlgen.Unit                        `name:"split_pair" doc:"two streams that change places"`
	S    splitStream[rtlgen.In, rtlgen.Out] `lanes:"2,split" doc:"streams, receiving side"`
	M    splitStream[rtlgen.Out, rtlgen.In] `lanes:"2,split" doc:"streams, sending side"`
	Seen rtlgen.Out                         `lanes:"2" doc:"a beat has come; registers"`
}

// splitPair has split lanes in a module of its own.
func splitPair() *rtlgen.Typed[pairPorts] {
	m, io := rtlgen.New[pairPorts](nil)
	for i := range 2 {
		rtlgen.Connect(rtlgen.Lane(io.M, 1-i), rtlgen.Lane(io.S, i))
	}
	io.Seen.Drive(m.Next("seen_q", io.S.Tvalid, 0))
	return m
}

// splitLanes joins the split lanes of an array of instances with those of the module.
func splitLanes() *rtlgen.Module {
	m, io := rtlgen.New[splitPorts](nil)
	pair := rtlgen.UseArray(m, "pair", 2, splitPair())
	rtlgen.Connect(pair.S, io.S)
	rtlgen.Connect(pair.M, io.M)
	io.Seen.Drive(pair.Seen)
	return m.Module
}
