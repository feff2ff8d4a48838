// Package lines is an experiment: a tree of RECN-IQ switches whose links are lines that damage words, with the ends of
// package link, which send again what was damaged. Every packet must arrive, once and whole, and the links must carry
// what go-back-N can carry at that rate of errors.
//
// What must not live here: the ends (blocks/link), the network (blocks/fabric).
package lines
