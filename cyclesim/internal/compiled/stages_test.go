package compiled_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// kindOf is the kind of the text of a step.
func kindOf(name string) string {
	list := compiled.Steps()
	return list[slices.IndexFunc(list, func(s compiled.Step) bool { return s.Name == name })].Text
}

// readAgain is what the text of a stage says.
func readAgain(s compiled.Stage) (fmt.Stringer, error) {
	switch kindOf(s.Step) {
	case translate.VectorProgram:
		return vector.Read(s.Text, min(s.Lanes, vector.BlockLanes))
	case emitamd64.Instructions:
		return avx.Read(s.Text)
	}
	return word.Read(s.Text)
}

// TestSteps: each step comes after those that it needs, says what it does and what it is for, and has a text
// or says why not.
func TestSteps(t *testing.T) {
	t.Parallel()
	var before []string
	for _, step := range compiled.Steps() {
		for _, name := range step.Need {
			assert.Assert(t, slices.Contains(before, name), "%s needs %s before it", step.Name, name)
		}
		assert.Assert(t, step.Name != "" && step.Doc != "", "%v", step)
		assert.Assert(t, (step.Text == "") != (step.Why == ""), "%s has a text, or says why not", step.Name)
		for room := range strings.SplitSeq(step.Room, ", ") {
			_, err := os.Stat(filepath.Join("..", room, "doc.go"))
			assert.NilError(t, err, "the room of %s", step.Name)
		}
		before = append(before, step.Name)
	}
}

// TestStages: each kernel that becomes code has gone through all steps, programs become
// shorter, and the text of each is read again.
func TestStages(t *testing.T) {
	t.Parallel()
	var alone, side16 []string
	for _, step := range translate.Steps() {
		if step.Text == "" {
			continue
		}
		switch step.Only {
		case "", "c":
			alone, side16 = append(alone, step.Name), append(side16, step.Name)
		case translate.OnlySingles:
			alone = append(alone, step.Name)
		case translate.OnlyGroups:
			side16 = append(side16, step.Name)
		}
	}
	lowered, final, groups := 0, 0, 0
	for seed := uint64(540); seed < 544; seed++ {
		d, _ := side(seed, 16, 1)
		stages, err := compiled.Stages(d, machine.Config{Seed: seed})
		assert.NilError(t, err)
		type made struct {
			kernel string
			lanes  int // 0 for what is the same for all
		}
		steps := map[made][]string{}
		for _, s := range stages {
			assert.Assert(t, strings.HasPrefix(s.Kernel, s.Module+".") || strings.HasPrefix(s.Kernel, s.Module+"#"), s.Kernel)
			assert.Assert(t, s.Doc != "", s.Step)
			of := made{s.Kernel, s.Lanes}
			steps[of] = append(steps[of], s.Step)
			if s.Step == "c" {
				continue
			}
			again, err := readAgain(s)
			assert.NilError(t, err, "seed %d, %s, %s", seed, s.Kernel, s.Step)
			assert.Equal(t, again.String(), s.Text, "seed %d, %s, %s", seed, s.Kernel, s.Step)
		}
		for _, s := range stages {
			of := slices.Concat(steps[made{s.Kernel, 0}], steps[made{s.Kernel, s.Lanes}])
			switch {
			case s.Step == "lowered":
				lowered += strings.Count(s.Text, "\n")
			case !slices.Contains(of, "c"): // inlined everywhere, or empty
			case s.Step == "early-edge":
				final += strings.Count(s.Text, "\n")
				want := alone
				if s.Lanes > 1 {
					want, groups = side16, groups+1
				}
				assert.DeepEqual(t, of, want)
			}
		}
	}
	assert.Assert(t, groups > 0)
	assert.Assert(t, final < lowered, "%d instructions, %d at first", final, lowered)
}

// TestNativeStages: the programs up to machine code are read again, and the bytes of the listing are those of
// the code that runs when nobody looks.
func TestNativeStages(t *testing.T) {
	t.Parallel()
	if err := compiled.NativeRuns(); err != nil {
		t.Skip(err)
	}
	seen := map[string]int{}
	for seed := uint64(540); seed < 544; seed++ {
		d, _ := side(seed, 16, 1)
		cfg := machine.Config{Seed: seed, NoChecks: seed%2 == 1, Threads: int(seed % 2)}
		for _, vectorBytes := range []int{32, 64} {
			image, err := compiled.Image(d, cfg, vectorBytes)
			assert.NilError(t, err)
			stages, err := compiled.StagesFor(d, cfg, vectorBytes)
			assert.NilError(t, err)
			for _, s := range stages {
				seen[s.Step]++
				if s.Step != "encoding" {
					again, err := readAgain(s)
					assert.NilError(t, err, "seed %d, %s, %s", seed, s.Kernel, s.Step)
					assert.Equal(t, again.String(), s.Text, "seed %d, %s, %s", seed, s.Kernel, s.Step)
					continue
				}
				for line := range strings.Lines(s.Text) {
					var at int
					_, err := fmt.Sscanf(line, "%x", &at)
					assert.NilError(t, err)
					for n, field := range strings.Fields(line[8:40]) {
						var b byte
						if _, err := fmt.Sscanf(field, "%02x", &b); err != nil || len(field) != 2 {
							break
						}
						assert.Equal(t, b, image[at+n], "seed %d, %s: %s", seed, s.Kernel, line)
					}
				}
			}
		}
	}
	for _, step := range []string{"lowered", "vectors", "selection", "pairs", "order", "encoding"} {
		assert.Assert(t, seen[step] > 0, "%s: %v", step, seen)
	}
}

// TestWithout: whatever step is left out, the values are the same.
func TestWithout(t *testing.T) {
	t.Parallel()
	if err := compiled.NativeRuns(); err != nil {
		t.Skip(err)
	}
	assert.DeepEqual(t, compiled.Optional(),
		[]string{"inlining", "tables", "fields", "choices", "guards", "branches", "pairs", "order", "windows", "threads",
			"resting", "dozing"})
	widths := [][]int{{32, 16}}
	if compiled.WithAVX512() && !testing.Short() {
		widths = append(widths, []int{64, 32, 16})
	}
	for i, step := range compiled.Optional() {
		for _, lanes := range widths {
			seed := uint64(560 + i)
			d, rows := side(seed, 32, 30)
			cfg := machine.Config{Seed: seed, NoChecks: true, Without: []string{step}}
			want, err := reference.New(d, cfg)
			assert.NilError(t, err)
			got, err := compiled.NewNativeWith(d, cfg, compiled.Checked, compiled.Lanes(lanes...), compiled.DozingSoon)
			assert.NilError(t, err)
			assert.NilError(t, lockstep.Run(got, want, d, rows, 3), "without %s, %v lanes", step, lanes)
			if step == "resting" {
				assert.Equal(t, got.Rested(), 0)
			}
		}
	}
}
