// Package golden holds what the golden models of all families say about packets and
// links: turns, headers and names, beats, and the link pins of a switch.
//
// What must not live here: the model of any block, stimulus, checks.
package golden
