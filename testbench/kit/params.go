package kit

import (
	"fmt"
	"reflect"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
)

// ParamsOf fills in the parameters of a golden model: the int field LinkLatency
// of P gets the parameter link_latency, SAQs gets saqs. What the block does not
// have stays 0. A parameter without a field is ignored: the model does not depend
// on it.
func ParamsOf[P any](v blocks.Values) P {
	var p P
	fields := map[string]reflect.Value{}
	s := reflect.ValueOf(&p).Elem()
	for _, f := range reflect.VisibleFields(s.Type()) {
		if f.Type.Kind() == reflect.Int {
			fields[strings.ToLower(f.Name)] = s.FieldByIndex(f.Index)
		}
	}
	if len(fields) == 0 {
		panic(fmt.Sprintf("BUG: %T has no parameters", p))
	}
	for name, x := range v {
		if f, ok := fields[strings.ReplaceAll(name, "_", "")]; ok {
			f.SetInt(int64(x))
		}
	}
	return p
}
