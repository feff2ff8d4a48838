// Package qcn is unbiased quantized congestion notification: congestion points at
// the inputs or outputs of a switch, the choice of the culprit by arrival or by
// occupancy with the CulpritArray, PAUSE, the frames of a link, and the reaction point
// in the adapter. README.md in this folder is the contract of every unit.
//
// Sources, in the comments below: UQ is "Unbiased Quantized Congestion Notification
// for Scalable Server Fabrics", QCN the pseudo-code 2.2 that became IEEE 802.1Qau.
//
// What must not live here: golden models, stimulus, experiments, switches and their
// networks (package spineleaf), and routing that reacts to notifications (package
// adaptive).
package qcn
