// Package golden has the models of registers behind a bus, in plain Go, from README.md.
package golden
