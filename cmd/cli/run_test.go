package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
)

// small is an experiment of less than a second: 16 nodes, short windows.
const small = "recn-uniform --set nodes=16 --set saqs=0,4 --set rules=iq --set loads=0.3,1 --set warmup=50 --set measure=100"

func TestWrongRun(t *testing.T) {
	for _, c := range []struct {
		name string
		args string
		want []string
	}{
		{"no experiment", "", []string{"recn-uniform, recn-hotspot, recn-trees, recn-memory", "rtlgen run --list"}},
		{"two experiments", "recn-uniform recn-memory", []string{`takes one experiment, not also "recn-memory"`}},
		{"unknown experiment", "recn-unifrom",
			[]string{`no experiment "recn-unifrom"`, "did you mean recn-uniform?", "rtlgen run --list"}},
		{"part of a name", "hotspot", []string{"did you mean recn-hotspot or reqgrant-hotspots?"}},
		{"list of one that is not there", "recn-memry --list",
			[]string{`no experiment "recn-memry"`, "did you mean recn-memory?"}},
		{"unknown setting", "recn-uniform --set saq=4",
			[]string{`recn-uniform has no setting "saq"`, "did you mean saqs or cioq_saqs?", "nodes, saqs, cioq_saqs, schemes"}},
		{"no equals sign", "recn-uniform --set saqs", []string{`cannot read setting "saqs"`, "--set name=value"}},
		{"no name", "recn-uniform --set =4", []string{`cannot read setting "=4"`}},
		{"set twice", "recn-uniform --set saqs=4 --set saqs=8", []string{"saqs is given twice, as 4 and as 8", "commas"}},
		{"out of range", "recn-uniform --set saqs=9", []string{"saqs=9 is out of range", "0 to 8"}},
		{"not a number", "recn-hotspot --set total=long", []string{"total=long is not a number"}},
		{"not together", "recn-hotspot --set total=1000", []string{"total=1000 packet times is too short"}},
		{"no seed", "recn-uniform --seeds x", []string{"--seeds x", `"x" is not a whole number`, "--seeds 1,2,3"}},
		{"empty seed", "recn-uniform --seeds 1,", []string{`"" is not a whole number`}},
		{"absurd seed", "recn-uniform --seeds 4294967296",
			[]string{`"4294967296" is not a whole number from 0 to 4294967295`}},
		{"seed twice", "recn-uniform --seeds 1,2,1", []string{"1 is there twice"}},
		{"many seeds", "recn-uniform --seeds " + "10," + strings.TrimSuffix(manySeeds(), ","), []string{"give at most 64"}},
		{"no jobs", "recn-uniform -j 0", []string{"--jobs 0"}},
		{"no threads", "recn-uniform --threads 0", []string{"--threads 0", "a whole number from 1 to 256"}},
		{"no time", small + " --time-limit soon", []string{"cannot use --time-limit soon", "--time-limit 50m"}},
		{"time that is over", small + " --time-limit 0s", []string{"cannot use --time-limit 0s", "above 0"}},
		{"time of a cluster", small + " --time-limit 1m --on slurm", []string{"SBATCH_TIMELIMIT"}},
		{"unknown option", "recn-uniform --cycles 5", []string{"no option --cycles", "rtlgen run --help"}},
		{"no such fault", "recn-uniform --set fault=credit_los",
			[]string{"fault=credit_los is not possible", "credit_loss, credit_double"}},
		{"rate of faults", "recn-uniform --set fault_rate=2", []string{"fault_rate=2 is out of range", "0 to 1"}},
		{"no workload", "compare --workload ./none.txt", []string{"cannot read the workload: open ./none.txt", "no such file"}},
		{"a workload of what has none", "recn-uniform --workload ./none.txt", []string{`recn-uniform has no setting "workload"`}},
		{"folder is a file", small + " -o FILE", []string{"cannot make the folder FILE/points", "not a directory"}},
		{"tables in a file", "recn-memory -o FILE", []string{"FILE/recn-memory", "not a directory"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "FILE"), nil, 0o666))
			refused(t, rtlgen(t, dir, nil, append([]string{"run"}, strings.Fields(c.args)...)...), c.want...)
			assert.DeepEqual(t, tree(t, dir), map[string]string{"FILE": ""})
		})
	}
}

// TestImpossibleFaults name what the network of a point does not have.
func TestImpossibleFaults(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--set fault=message_loss",
			"rtlgen: nodes=16 scheme=recn-iq saqs=0 load=0.3 seed=1 fault=message_loss: fault=message_loss is not possible here: no messages pass over the links of this network\n"},
		{"--set fault=credit_damage",
			"fault=credit_damage is not possible here: a credit of this network is one bit, which can be lost or doubled\n"},
		{"--set fault=beat_loss --set fault_link=x",
			`this network has no link "x": it has, for example, "node 0 -> switch 0 port 0" and "switch 7 port 3 -> switch 3 port 7"`},
	} {
		refused(t, rtlgen(t, t.TempDir(), nil, append([]string{"run"}, strings.Fields(small+" "+c.args)...)...), c.want)
	}
}

// manySeeds are 64 seeds from 100 on.
func manySeeds() string {
	var b strings.Builder
	for i := range 64 {
		b.WriteString("1" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + ",")
	}
	return b.String()
}

// squeezed has one blank instead of several: how wide the columns of a table are
// depends on all rows.
func squeezed(text string) string { return blanks.ReplaceAllString(text, " ") }

var blanks = regexp.MustCompile(" +")

// TestRun runs a small experiment twice: the second time nothing is measured, and
// all bytes are the same.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("run " + small + " --seeds 1,2 -o out")
	out := held(t, dir, args...)
	for _, part := range []string{"CLAIM",
		"\nR17 SAQs allocated per port and packet time, 16 nodes, RECN-IQ, 4 SAQs, load 0.3 0 0 <= 0.00001 result 2026-11-22 holds\n", "R16",
		"\nnot covered:\n R1 needs nodes=64",
		"\nnot the papers' set-up: warmup=50, measure=100\n", "11 files in out/recn-uniform"} {
		assert.Assert(t, strings.Contains(squeezed(out), part), "no %q in\n%s", part, out)
	}
	files := tree(t, dir)
	assert.Equal(t, len(files), 11+6, "2 loads with the first seed, 1 with the second, for 0 and 4 SAQs")
	rows := strings.Split(files["out/recn-uniform/points.csv"], "\n")
	assert.Equal(t, len(rows), 1+6+1)
	assert.Assert(t, strings.HasPrefix(rows[1], "16,recn-iq,0,,,0.3,,0,0,0,0,0,1,"), rows[1])

	start := time.Now()
	assert.Equal(t, held(t, dir, args...), out)
	assert.DeepEqual(t, tree(t, dir), files)
	t.Logf("second run: %s", time.Since(start))

	other := t.TempDir()
	assert.Equal(t, held(t, other, append(args, "-j", "1")...), out)
	assert.DeepEqual(t, tree(t, other), files)
}

func TestRunJSON(t *testing.T) {
	dir := t.TempDir()
	var j experiment.Judgement
	assert.NilError(t, json.Unmarshal([]byte(held(t, dir, "run", "recn-memory", "--json", "-o", "out")), &j))
	assert.Assert(t, j.Passed)
	assert.Equal(t, j.Experiment, "recn-memory")
	assert.Assert(t, len(j.Claims) >= 5)
	_, points := tree(t, dir)["out/points"]
	assert.Assert(t, !points)
}

// TestBrokenClaim computes the paper's numbers for another switch.
func TestBrokenClaim(t *testing.T) {
	r := rtlgen(t, t.TempDir(), nil, "run", "recn-memory", "--set", "saqs=5")
	assert.Equal(t, r.status, statusFailed)
	assert.Equal(t, r.stderr, "rtlgen: claims R14, D9 fail\n")
	assert.Assert(t, strings.Contains(squeezed(r.stdout), "\nR14 slots, RECN-IQ 192 192 = 160 paper fails\n"), r.stdout)
	assert.Assert(t, strings.Contains(r.stdout, "not the papers' set-up: saqs=5"), r.stdout)
}

// TestRunMutants runs the claims about formulas with their mistakes, and once for a
// switch for which they do not hold anyway.
func TestRunMutants(t *testing.T) {
	tiers.Long(t, "claims with their mutants")
	dir := t.TempDir()
	args := strings.Fields("run recn-memory --mutants -o out")
	out := held(t, dir, args...)
	for _, part := range []string{"CLAIM MUTANT MEASURED WITH IT WITHOUT EXPECTED RESULT\n",
		"\nR14 five_saqs slots, RECN 864 800 = 800 noticed\n slots, RECN-IQ 192 160 = 160\n",
		"\n3 files in out/recn-memory\n"} {
		assert.Assert(t, strings.Contains(squeezed(out), part), "no %q in\n%s", part, out)
	}
	files := tree(t, dir)
	assert.Assert(t, strings.Contains(files["out/recn-memory/mutants.md"],
		"| R14 | five_saqs: the formulas are evaluated for 5 SAQs | slots, RECN | 864 | 800 | = 800 | noticed |\n"),
		files["out/recn-memory/mutants.md"])
	var j experiment.MutantJudgement
	assert.NilError(t, json.Unmarshal([]byte(held(t, dir, append(args, "--json")...)), &j))
	assert.Assert(t, j.Noticed)
	assert.DeepEqual(t, tree(t, dir), files)

	r := rtlgen(t, dir, nil, append(args, "--set", "saqs=5")...)
	assert.Equal(t, r.status, statusFailed)
	assert.Equal(t, r.stderr, "rtlgen: claim R14 does not notice five_saqs; claim D9 does not notice five_saqs\n")
	assert.Assert(t, strings.Contains(squeezed(r.stdout), " = 800 NOT noticed\n"), r.stdout)
}

// TestMutantsThatAreNotCovered names the runs that they need. Those that are covered
// are stored like all others.
func TestMutantsThatAreNotCovered(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields(
		"run recn-uniform --mutants --set nodes=16 --set saqs=4 --set loads=0.3 --set rules=iq --set warmup=50 --set measure=100 -o out")
	r := rtlgen(t, dir, nil, args...)
	for _, part := range []string{"\nnot covered:\n  R1 with with_saqs needs nodes=64, schemes=recn-iq, saqs=0, loads=1\n",
		"R17 with no_detection needs nodes=16"} {
		assert.Assert(t, strings.Contains(r.stdout, part), "no %q in\n%s", part, r.stdout)
	}
	assert.Equal(t, r.status, 0, r.stderr)
}

// TestDisturbedRun loses one credit on one link: text, files and JSON name it.
func TestDisturbedRun(t *testing.T) {
	const link = "switch 3 port 2 -> node 14"
	args := []string{"run", "recn-uniform", "--set", "nodes=16", "--set", "saqs=0", "--set", "loads=1", "--set",
		"warmup=50", "--set", "measure=100",
		"--set", "fault=credit_loss", "--set", "fault_cycle=300", "--set", "fault_link=" + link, "-o", "out"}
	dir := t.TempDir()
	r := rtlgen(t, dir, nil, args...)
	assert.Equal(t, r.status, statusFailed)
	const point = "nodes=16 scheme=recn-iq saqs=0 load=1 seed=1 fault=credit_loss: link " + link
	assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: conservation is violated ("+point+": 1 of "), r.stderr)
	for _, part := range []string{"\nR16 wrong packets in all runs 0 0 = 0 paper holds\n",
		"\nconservation is violated:\n " + point + ": 1 of ",
		"\n " + point + ": 1 of 64 credits are missing after the drain\n", "\nfaults injected: 1\n",
		"fault=credit_loss, fault_cycle=300"} {
		assert.Assert(t, strings.Contains(squeezed(r.stdout), part), "no %q in\n%s", part, r.stdout)
	}
	assert.Assert(t, strings.Contains(tree(t, dir)["out/recn-uniform/claims.md"],
		"\n## Conservation is violated\n\n- "+point), "")

	r = rtlgen(t, dir, nil, append(args, "--json")...)
	assert.Equal(t, r.status, statusFailed)
	var j experiment.Judgement
	assert.NilError(t, json.Unmarshal([]byte(r.stdout), &j))
	assert.Equal(t, j.Faults, uint64(1))
	assert.Assert(t, !j.Passed)
	assert.Equal(t, j.Violations[0].Where, "link "+link)
}

func TestRunList(t *testing.T) {
	out := held(t, t.TempDir(), "run", "--list")
	var list experimentsJSON
	assert.NilError(t, json.Unmarshal([]byte(held(t, t.TempDir(), "run", "--list", "--json")), &list))
	listed := list.Experiments
	assert.Equal(t, len(listed), len(library.Families().Experiments()))
	for _, e := range listed {
		assert.Assert(t, strings.Contains(out, "\n"+e.Name+" "), e.Name)
		for _, s := range e.Settings {
			assert.Assert(t, strings.Contains(out, " "+s.Name+" "), s.Name)
		}
	}
	one := held(t, t.TempDir(), "run", "recn-memory", "--list")
	assert.Assert(t, strings.Contains(one, "\nrecn-memory ") && strings.Contains(one, " detect_slots "), one)
	assert.Assert(t, !strings.Contains(one, "recn-uniform"), one)
}

// TestInterruptedRun ends a run as Ctrl-C does, after its first point, and goes
// on: the outcome is that of a run without a break.
func TestInterruptedRun(t *testing.T) {
	call := "run recn-uniform --set nodes=16 --set saqs=0 --set loads=1 --set warmup=0 --set measure=2000 --seeds 1,2,3,4 -j 1 -o out"
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	cmd := command(dir, nil, strings.Fields(call)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	assert.NilError(t, cmd.Start())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if points, _ := filepath.Glob(filepath.Join(dir, "out/points/*.json")); len(points) > 0 {
			break
		}
		assert.Assert(t, time.Now().Before(deadline), "no point is done")
	}
	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	assert.ErrorContains(t, cmd.Wait(), "exit status 130")
	assert.Equal(t, stdout.String(), "")
	message := progressLine.ReplaceAllString(stderr.String(), "")
	assert.Assert(t, strings.HasPrefix(message, "rtlgen: interrupted: "), message)
	assert.Assert(t, strings.HasSuffix(message,
		" of 4 points are done and stay in out: the same call goes on with the rest\n"), message)
	files := tree(t, dir)
	done := len(files) - 4 // tables
	assert.Assert(t, done >= 1 && done < 4, "%d points are done", done)
	assert.Equal(t, strings.Count(files["out/recn-uniform/points.csv"], "\n"), 1+done)

	held(t, dir, strings.Fields(call)...)
	whole := t.TempDir()
	held(t, whole, strings.Fields(call)...)
	assert.DeepEqual(t, tree(t, dir), tree(t, whole))
}

// TestFullDisk gives the program no room for files.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	held(t, dir, strings.Fields("run "+small+" -o out")...)
	before := tree(t, dir)
	cmd := exec.Command("sh", "-c", `ulimit -f 0; exec "$0" "$@"`, os.Args[0])
	cmd.Args = append(cmd.Args, strings.Fields("run "+small+" --seeds 1,2 -o out -j 1")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), runAsProgram+"=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	assert.ErrorContains(t, err, "exit status 2")
	refused(t, result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()},
		"cannot measure the point nodes=16 scheme=recn-iq saqs=0 load=1 seed=2: cannot reserve nodes16", "in out/points/.running: file too large",
		"4 of 6 points are done and stay in out")
	assert.DeepEqual(t, tree(t, dir), before)
}

// TestRunFull has all switches, as the complete set of figures, and those settings
// that are given.
func TestRunFull(t *testing.T) {
	dir := t.TempDir()
	held(t, dir, strings.Fields(
		"run recn-uniform --full --set nodes=16 --set saqs=0 --set loads=1 --set warmup=0 --set measure=100 -o out")...)
	var schemes []string
	for _, row := range strings.Split(tree(t, dir)["out/recn-uniform/points.csv"], "\n")[1:] {
		if cells := strings.Split(row, ","); len(cells) > 1 {
			schemes = append(schemes, cells[0]+" "+cells[1])
		}
	}
	assert.DeepEqual(t, schemes, []string{"16 recn-iq", "16 voqsw", "16 voqnet", "16 recn-cioq"})
}

// TestThreadsOfPoint: points at the same time share the processors, if nothing else is asked for.
func TestThreadsOfPoint(t *testing.T) {
	for _, c := range []struct {
		text               string
		cpus, points, want int
	}{{"", 6, 1, 6}, {"", 6, 12, 1}, {"", 6, 0, 6}, {"3", 6, 100, 3}} {
		n, err := threadsOfPoint(c.text, c.cpus, c.points)
		assert.NilError(t, err)
		assert.Equal(t, n, c.want)
	}
}
