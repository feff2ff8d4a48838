// Package golden has the models of the receiving end of a link, of the unit that brings a link
// up, of the CRC and the replay of a line, and of the errors of a port, in plain Go, from
// README.md.
package golden
