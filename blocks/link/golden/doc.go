// Package golden has the models of the receiving end of a link and of the errors of a
// port, in plain Go, from README.md.
package golden
