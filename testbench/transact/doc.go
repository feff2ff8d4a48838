// Package transact makes benches of transactions: what goes into a block over its links, what
// must come out of it, in which order and how soon. Such a bench does not know in which cycle
// the block does something, so that it still holds after a register was added; a cycle-exact
// model (testbench.NewCase) does not.
//
//	run := transact.New(In{}, Out{})
//	board := transact.NewBoard(run, transact.Rules[int, Packet]{Key: flow, Within: transact.Bound(8, 5)})
//	out := transact.AddSink(run, transact.Sink[In, Out, Beat, Packet]{..., Got: board.Arrive})
//	transact.AddSource(run, transact.Source[In, Out, Beat, Packet]{...,
//		Sent: func(p Packet) { board.Expect(out, p) }, // the model: plain Go
//	})
//	return run.Case() // of testbench.Bench.New
//
// A Source draws transactions and puts their beats on a link, a Sink takes beats from a link
// and makes transactions of them. Both follow valid and ready, or credits, and check that the
// block does. A Board knows what is expected: it finds a transaction that is lost, doubled,
// invented, damaged, at the wrong link, out of order or too late, and says so with the cycle,
// the link, the transaction, and what was expected.
//
// In each cycle first all inputs are set, from what was seen in the cycles before. Then the
// block's outputs settle, and sources look before sinks: a block may pass a transaction on in
// the cycle in which it takes it. The block runs on the fastest engine; testbench.Verify has
// the others, and external simulators, repeat what it did. After its last cycle a run drains:
// sources finish what they have begun, sinks no longer pause, everything expected must arrive
// and all credits come home; then nothing may come for a while.
//
// Links whose Source has Get and Whole, and whose Sink has IsReady or IsCredit, can also watch somebody
// else drive the block (testbench.Judge): then Put, Next, Pause, Ready and Credit do nothing.
//
// What must not live here: blocks, and stimulus for a kind of them (blocks/<family>/bench).
package transact
