// Package report writes what a command has checked in forms that other programs show: JUnit XML for
// servers of continuous integration, and a page of HTML for people. The same results give the same
// bytes: there are no times in them.
//
// What must not live here: what the checks are, and how their results are printed on a terminal.
package report
