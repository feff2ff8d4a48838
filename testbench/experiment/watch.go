package experiment

import (
	"context"
	"fmt"
)

// Watch looks at points that others measure.
type Watch struct {
	store    *Store
	missing  []Point
	versions map[string]string // of netlists, by Point.design
}

// NewWatch looks at those of the points that the store does not have.
func NewWatch(ctx context.Context, points []Point, store *Store, lab Lab) (*Watch, error) {
	w := &Watch{store: store, missing: points, versions: map[string]string{}}
	for _, p := range points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, ok := w.versions[p.design()]; ok {
			continue
		}
		version, err := lab.Version(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		w.versions[p.design()] = version
	}
	return w, nil
}

// Missing is how many points have no result yet.
func (w *Watch) Missing() int {
	var missing []Point
	for _, p := range w.missing {
		if _, ok := w.store.read(p, w.versions[p.design()]); !ok {
			missing = append(missing, p)
		}
	}
	w.missing = missing
	return len(missing)
}
