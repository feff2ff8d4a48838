// Package lease shares work among processes, on one machine or on several with a common folder: who
// holds the lease of a piece of work does it, and nobody else.
//
// A lease is a folder with a file for each holder, numbered from 1; the one with the highest number
// holds. A file has the machine, the process and a count that its holder raises every Beat. There are
// no clocks to compare: a lease whose count has stood still for Patience, by the clock of the one who
// looks, is without a holder, and so is that of a process of this machine which has ended. The next
// number is then taken, with O_EXCL, so that one of several gets it. A holder that was stopped for so
// long finds the higher number and has lost the lease (Lease.Lost).
//
// What must not live here: what the work is, and where its results are.
package lease
