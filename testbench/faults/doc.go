// Package faults makes every kind of fault on every kind of link of a network, in every part of a packet, and
// says what became of each: what was lost, what noticed it and in how many cycles, and whether all is as before.
//
// A circuit stands in each channel of a network's links (blocks.Network), which disturbs one event. Many copies of the
// network run side by side (package mutate), with the same traffic: the first is not disturbed, and all others are
// compared with it.
//
// What must not live here: a network. Families describe theirs (Network), in a folder faults of their own.
package faults
