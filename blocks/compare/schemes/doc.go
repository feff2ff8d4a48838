// Package schemes compares all schemes that run on the tree of blocks/fabric: the same network, the same
// end nodes, the same messages in the same cycles. Workloads are data (testbench/workload), what
// they do is measured message by message, and an ideal network with the same links stands beside
// the schemes. docs/compare.md says what is equal and what cannot be.
//
// Units: times are packet times of 8 cycles unless a name says cycles; rates are packets per packet time,
// 1 is a link that is never idle.
//
// What must not live here: patterns of traffic (testbench/workload), figures of the papers
// (blocks/compare/trees), netlists.
package schemes
