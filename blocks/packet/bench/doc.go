// Package bench holds what the benches of all switches share: random routes and
// names, the traffic around a switch, the scoreboard that follows every packet
// through it, and the cover points that every switch has.
//
// Import it as env, the environment of a switch.
//
// What must not live here: anything that knows one kind of switch.
package bench
