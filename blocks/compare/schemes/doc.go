// Package schemes compares schemes under the same messages in the same cycles: those on the tree of blocks/fabric,
// request-grant on a Clos network, and QCN on a spine-leaf fabric, each with its nodes. Workloads are data
// (testbench/workload), what they do is measured message by message, and an ideal network stands beside
// the schemes. docs/compare.md says what is equal and what cannot be.
//
// Units: times are packet times unless a name says cycles, of which links to nodes have 8 in one; rates are packets per
// packet time, 1 is a link that is never idle.
//
// What must not live here: patterns of traffic (testbench/workload), figures of the papers
// (blocks/compare/trees), netlists.
package schemes
