package ir_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{
		"A": "a", "Push": "push", "WrSlot": "wr_slot", "RxMsgTP": "rx_msg_tp", "CQHead": "cq_head",
		"StatNoFree": "stat_no_free", "In8Data": "in8_data",
	} {
		assert.Equal(t, ir.Snake(name), want)
	}
}
