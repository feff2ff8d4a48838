// Package bench has the benches of package regs: a master of AXI4-Lite, cover points.
package bench
