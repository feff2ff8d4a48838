// Package slurm submits job arrays to Slurm and asks what has become of them, by the programs sbatch,
// squeue and scontrol. It needs no accounting: what is asked is what slurmctld knows.
//
// What must not live here: what the jobs do, and whether they are submitted again.
package slurm
