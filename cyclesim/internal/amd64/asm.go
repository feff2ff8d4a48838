package amd64

import (
	"encoding/binary"
	"fmt"
)

// Label is a place in the code or in the pool of constants.
type Label int32

// NoLabel is no place.
const NoLabel Label = 0

// Asm is code under construction.
type Asm struct {
	code   []byte
	bound  []int // the offset of each label, -1 if it is not known yet
	fixups []fixup
	pool   map[string]Label
	order  []string // of the constants
	// AVX512 has instructions of AVX2 written as those of AVX-512 where that is shorter.
	AVX512 bool

	recorded bool
	lines    []Line
}

// fixup is a distance of 32 bits that is not known yet: from end, to a label and further.
type fixup struct {
	at, end int
	label   Label
	further int32
}

// Alignment is that of constants, relative to the start of the code.
const Alignment = 64

// New is code without instructions.
func New() *Asm { return &Asm{bound: []int{-1}, pool: map[string]Label{}} }

func (a *Asm) put(b ...byte) { a.code = append(a.code, b...) }

// number adds a number in the given number of bytes, lowest first.
func (a *Asm) number(k int64, bytes int) {
	for range bytes {
		a.code = append(a.code, byte(k))
		k >>= 8
	}
}

// relative adds the distance of a label from the end of the instruction.
func (a *Asm) relative(l Label, further int32, follow int) {
	a.fixups = append(a.fixups, fixup{len(a.code), len(a.code) + 4 + follow, l, further})
	a.number(0, 4)
}

// Len is the number of bytes so far.
func (a *Asm) Len() int { return len(a.code) }

// NewLabel is a label that is bound later.
func (a *Asm) NewLabel() Label {
	a.bound = append(a.bound, -1)
	return Label(len(a.bound) - 1)
}

// Bind puts a label here.
func (a *Asm) Bind(l Label) { a.bound[l] = len(a.code) }

// Here is a new label here.
func (a *Asm) Here() Label {
	l := a.NewLabel()
	a.Bind(l)
	return l
}

// Constant is where a constant lies, aligned to Alignment. Equal ones are kept once.
func (a *Asm) Constant(value []byte) Label {
	l, ok := a.pool[string(value)]
	if !ok {
		l = a.NewLabel()
		a.pool[string(value)] = l
		a.order = append(a.order, string(value))
	}
	return l
}

// Cond is a condition that an earlier comparison left: of unsigned numbers, but for equality.
type Cond uint8

// The conditions, by the processor's numbers: x^1 is the opposite of x.
const (
	Below    Cond = 2
	NotBelow Cond = 3
	Equal    Cond = 4
	NotEqual Cond = 5
	NotAbove Cond = 6
	Above    Cond = 7
)

// Jump continues at a label.
func (a *Asm) Jump(l Label) {
	a.note("jmp label%d", l)
	if a.near(l, 2) {
		a.put(0xeb, byte(a.bound[l]-len(a.code)-2))
		return
	}
	a.put(0xe9)
	a.relative(l, 0, 0)
}

// JumpIf continues at a label if a condition holds.
func (a *Asm) JumpIf(c Cond, l Label) {
	a.note("j%s label%d", c.text(), l)
	if a.near(l, 2) {
		a.put(0x70+byte(c), byte(a.bound[l]-len(a.code)-2))
		return
	}
	a.put(0x0f, 0x80+byte(c))
	a.relative(l, 0, 0)
}

// near reports whether a later label is in reach of a short jump.
func (a *Asm) near(l Label, bytes int) bool {
	return a.bound[l] >= 0 && len(a.code)+bytes-a.bound[l] <= 128
}

// Opposite is the condition that holds if c does not.
func (c Cond) Opposite() Cond { return c ^ 1 }

// Call calls the code at a label, which ends with Ret.
func (a *Asm) Call(l Label) {
	a.note("call label%d", l)
	a.put(0xe8)
	a.relative(l, 0, 0)
}

// CallRAX calls the code at the address in rax.
func (a *Asm) CallRAX() {
	a.note("call rax")
	a.put(0xff, 0xd0)
}

// Ret returns from a call.
func (a *Asm) Ret() {
	a.note("ret")
	a.put(0xc3)
}

// Push and Pop move a register to and from the stack.
func (a *Asm) Push(r Reg) {
	a.note("push %s", reg64(r))
	a.stack(0x50, r)
}

// Pop is the counterpart of Push.
func (a *Asm) Pop(r Reg) {
	a.note("pop %s", reg64(r))
	a.stack(0x58, r)
}

func (a *Asm) stack(code byte, r Reg) {
	if r >= R8 {
		a.put(0x41)
	}
	a.put(code + byte(r&7))
}

// ReserveStack takes room from the stack, as much as is said later.
func (a *Asm) ReserveStack() (bytes func(n int)) {
	const some = 1 << 30
	a.Emit(Sub, R64(RSP), Imm(some))
	at, line := len(a.code)-4, len(a.lines)-1
	return func(n int) {
		binary.LittleEndian.PutUint32(a.code[at:], uint32(n))
		if line >= 0 {
			a.lines[line].Text = fmt.Sprintf("sub rsp, %d", n)
		}
	}
}

// Lock has the next instruction access memory in one piece, seen by all processors in order.
func (a *Asm) Lock() {
	a.note("lock")
	a.put(0xf0)
}

// Pause tells the processor that a loop waits for another one.
func (a *Asm) Pause() {
	a.note("pause")
	a.put(0xf3, 0x90)
}

// Syscall calls the system: it changes rax, rcx and r11.
func (a *Asm) Syscall() {
	a.note("syscall")
	a.put(0x0f, 0x05)
}

// ClearUpper clears the upper halves of all vectors: code for vectors of 16 bytes without VEX is
// slow otherwise.
func (a *Asm) ClearUpper() {
	a.note("vzeroupper")
	a.put(0xc5, 0xf8, 0x77)
}

// Align adds what is never executed up to a multiple of n, a power of 2.
func (a *Asm) Align(n int) {
	if len(a.code)%n != 0 {
		a.note("(never executed)")
	}
	for len(a.code)%n != 0 {
		a.put(0xcc)
	}
}

// Offset is where a label is that has been bound, from the start of the code on.
func (a *Asm) Offset(l Label) int { return a.bound[l] }

// Finish adds the constants and gives the code, which runs at any address that is a multiple of
// Alignment.
func (a *Asm) Finish() []byte {
	for _, value := range a.order {
		a.Align(min(Alignment, ceilPower(len(value))))
		a.Bind(a.pool[value])
		a.note("constant")
		a.put([]byte(value)...)
	}
	for _, f := range a.fixups {
		to := a.bound[f.label]
		if to < 0 {
			panic(fmt.Sprintf("BUG: label %d is nowhere", f.label))
		}
		distance := to + int(f.further) - f.end
		if distance != int(int32(distance)) {
			panic("BUG: the code is longer than a relative address reaches")
		}
		binary.LittleEndian.PutUint32(a.code[f.at:], uint32(distance))
	}
	return a.code
}

func ceilPower(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
