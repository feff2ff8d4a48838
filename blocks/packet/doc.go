// Package packet is what the switches and end nodes of a network agree on: the
// format of packets, how a packet names its way (turns) and how a congestion point
// is named, the links, and how a switch joins its links and its crossbar.
//
// A packet has Beats beats without gaps. The first begins with the routing header,
// a turnpool and a turn pointer: the turn at an input is the distance to the output
// port minus 1, modulo the ports; the pointer is the most significant bit of the
// present turn. A congestion point is named by the turns that lead to it, from the
// top of a turnpool, and a mask over them. Source: "RECN-IQ: A Cost-Effective
// Input-Queued Switch Architecture with Congestion Management", section 2.
//
// What every port of a switch does with a packet is here, too: it registers the beats,
// reads a granted packet, sends beats on, and is checked for the order of packets.
//
// What must not live here: units of a switch, golden models, anything that only
// one family needs.
package packet
