// Package link holds what stands between the pins of a link and the switch or end node
// behind them, whatever comes in at the pins: the guard, which lets whole packets through
// and ends those that are damaged, the unit of a link whose ends may be reset one by one, the
// check and the replay of flits over a line that damages them, and the registers in which a port counts its
// errors.
// README.md in this folder is the contract.
//
// What must not live here: queues, routing beyond the question whether a turn exists, and
// anything that only one family needs.
package link
