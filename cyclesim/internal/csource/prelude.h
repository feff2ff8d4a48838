// What the instructions of WebAssembly are in C: gcc from 12 on, clang from 14 on, amd64
// with SSE 4.1.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;

#define VECTOR(type) typedef type v_##type __attribute__((vector_size(16)))
VECTOR(u8); VECTOR(u16); VECTOR(u32); VECTOR(u64);
VECTOR(s8); VECTOR(s16); VECTOR(s32); VECTOR(s64);
typedef char b128 __attribute__((vector_size(16)));      // as the built-in functions want them
typedef short w128 __attribute__((vector_size(16)));
typedef int d128 __attribute__((vector_size(16)));
typedef v_u64 v128;

typedef u16 m16 __attribute__((aligned(1), may_alias));
typedef u32 m32 __attribute__((aligned(1), may_alias));
typedef u64 m64 __attribute__((aligned(1), may_alias));
typedef v128 m128 __attribute__((aligned(1), may_alias));
typedef u8 m8;

#define AT(type, address, offset) (*(type *)(memory + (u64)(address) + offset))

static inline u32 ctz32(u32 a) { return a ? __builtin_ctz(a) : 32; }
static inline u64 ctz64(u64 a) { return a ? __builtin_ctzll(a) : 64; }
static inline u64 rotl64(u64 a, u64 k) { return a << (k & 63) | a >> (-k & 63); }

#define OP1(name, type, expression) static inline v128 name(v128 x) { type a = (type)x; return (v128)(expression); }
#define OP2(name, type, expression) \
	static inline v128 name(v128 x, v128 y) { type a = (type)x, b = (type)y; return (v128)(expression); }
#define SHIFT(name, type, expression) static inline v128 name(v128 x, u32 k) { type a = (type)x; return (v128)(expression); }
#define SPLAT(name, type, from) static inline v128 name(from x) { return (v128)((v_##type){} + (type)x); }
#define EXTEND(name, from, to, ...) \
	static inline v128 name(v128 x) { \
		v_##from a = (v_##from)x; \
		return (v128)__builtin_convertvector(__builtin_shufflevector(a, a, __VA_ARGS__), v_##to); \
	}

SPLAT(i8x16_splat, u8, u32) SPLAT(i16x8_splat, u16, u32) SPLAT(i32x4_splat, u32, u32) SPLAT(i64x2_splat, u64, u64)

OP2(i8x16_eq, v_u8, a == b) OP2(i8x16_lt_s, v_s8, a < b) OP2(i8x16_lt_u, v_u8, a < b)
OP2(i16x8_eq, v_u16, a == b) OP2(i16x8_lt_s, v_s16, a < b) OP2(i16x8_lt_u, v_u16, a < b)
OP2(i32x4_eq, v_u32, a == b) OP2(i32x4_lt_s, v_s32, a < b) OP2(i32x4_lt_u, v_u32, a < b)
OP2(i64x2_eq, v_u64, a == b) OP2(i64x2_lt_s, v_s64, a < b)

OP1(v128_not, v_u64, ~a)
OP2(v128_and, v_u64, a & b) OP2(v128_andnot, v_u64, a & ~b) OP2(v128_or, v_u64, a | b) OP2(v128_xor, v_u64, a ^ b)
static inline v128 v128_bitselect(v128 a, v128 b, v128 c) { return (a & c) | (b & ~c); }
static inline u32 v128_any_true(v128 a) { return !__builtin_ia32_ptestz128((v_s64)a, (v_s64)a); }
static inline u32 i8x16_bitmask(v128 a) { return __builtin_ia32_pmovmskb128((b128)a); }

OP2(i8x16_add, v_u8, a + b) OP2(i8x16_sub, v_u8, a - b)
OP2(i16x8_add, v_u16, a + b) OP2(i16x8_sub, v_u16, a - b) OP2(i16x8_mul, v_u16, a *b)
OP2(i32x4_add, v_u32, a + b) OP2(i32x4_sub, v_u32, a - b) OP2(i32x4_mul, v_u32, a *b)
OP2(i64x2_add, v_u64, a + b) OP2(i64x2_sub, v_u64, a - b) OP2(i64x2_mul, v_u64, a *b)

SHIFT(i16x8_shl, v_u16, a << (u16)(k & 15)) SHIFT(i16x8_shr_u, v_u16, a >> (u16)(k & 15))
SHIFT(i32x4_shl, v_u32, a << (k & 31)) SHIFT(i32x4_shr_u, v_u32, a >> (k & 31))
SHIFT(i64x2_shl, v_u64, a << (u64)(k & 63)) SHIFT(i64x2_shr_u, v_u64, a >> (u64)(k & 63))
SHIFT(i64x2_shr_s, v_s64, a >> (s64)(k & 63))

// Places above 15 give 0: an addition that saturates makes the highest bit of them 1.
OP2(i8x16_swizzle, b128, __builtin_ia32_pshufb128(a, (b128)__builtin_ia32_paddusb128(b, (b128)i8x16_splat(0x70))))
OP2(i8x16_narrow_i16x8_s, w128, __builtin_ia32_packsswb128(a, b))
OP2(i8x16_narrow_i16x8_u, w128, __builtin_ia32_packuswb128(a, b))
OP2(i16x8_narrow_i32x4_s, d128, __builtin_ia32_packssdw128(a, b))
OP2(i16x8_narrow_i32x4_u, d128, __builtin_ia32_packusdw128(a, b))

EXTEND(i16x8_extend_low_u, u8, u16, 0, 1, 2, 3, 4, 5, 6, 7)
EXTEND(i16x8_extend_high_u, u8, u16, 8, 9, 10, 11, 12, 13, 14, 15)
EXTEND(i16x8_extend_low_s, s8, s16, 0, 1, 2, 3, 4, 5, 6, 7)
EXTEND(i16x8_extend_high_s, s8, s16, 8, 9, 10, 11, 12, 13, 14, 15)
EXTEND(i32x4_extend_low_u, u16, u32, 0, 1, 2, 3)
EXTEND(i32x4_extend_high_u, u16, u32, 4, 5, 6, 7)
EXTEND(i32x4_extend_low_s, s16, s32, 0, 1, 2, 3)
EXTEND(i32x4_extend_high_s, s16, s32, 4, 5, 6, 7)
EXTEND(i64x2_extend_low_u, u32, u64, 0, 1)
EXTEND(i64x2_extend_high_u, u32, u64, 2, 3)
EXTEND(i64x2_extend_low_s, s32, s64, 0, 1)
EXTEND(i64x2_extend_high_s, s32, s64, 2, 3)

OP1(i16x8_extadd_i8x16_u, v_u16, (a & 255) + (a >> 8))
OP1(i32x4_extadd_i16x8_u, v_u32, (a & 65535) + (a >> 16))
static inline v128 i8x16_popcnt(v128 x) {
	v_u8 a = (v_u8)x;
	a = a - (a >> 1 & 0x55);
	a = (a & 0x33) + (a >> 2 & 0x33);
	return (v128)((a + (a >> 4)) & 15);
}
