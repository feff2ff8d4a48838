// Operations on vectors of W bytes, W/16 blocks. This text is compiled for 16, then for 32, then
// for 64 bytes. An operation is called what package vector calls it, with the number of bytes.
#if W == 16
#define HALF 16
#define I(name) _mm_##name
typedef __m128i mm_16;
typedef __m128 ms_16;
#elif W == 32
#define HALF 16
#define I(name) _mm256_##name
#ifdef __AVX2__
typedef __m256i mm_32;
typedef __m256 ms_32;
#define NATIVE
#endif
#else
#define HALF 32
#define I(name) _mm512_##name
#if defined __AVX512BW__ && defined __AVX512VL__ && defined __AVX512DQ__
typedef __m512i mm_64;
typedef __m512 ms_64;
#define NATIVE
#endif
#endif

#if W == 16 || defined NATIVE
#define VECTOR(type) typedef type N(v##type) __attribute__((vector_size(W), aligned(W), may_alias));
VECTOR(u8) VECTOR(u16) VECTOR(u32) VECTOR(u64)
VECTOR(s8) VECTOR(s16) VECTOR(s32) VECTOR(s64)
#undef VECTOR
typedef N(vu64) N(vec);
typedef N(vu64) N(memvec) __attribute__((aligned(1), may_alias));

#define OP1(name, type, expression) INLINE N(vec) N(name)(N(vec) x) { N(type) a = (N(type))x; return (N(vec))(expression); }
#define OP2(name, type, expression) \
	INLINE N(vec) N(name)(N(vec) x, N(vec) y) { N(type) a = (N(type))x, b = (N(type))y; return (N(vec))(expression); }
#define SHIFT(name, type, expression) INLINE N(vec) N(name)(N(vec) x, u32 k) { N(type) a = (N(type))x; return (N(vec))(expression); }
#define SPLAT(name, type) INLINE N(vec) N(name)(u64 x) { return (N(vec))((N(v##type)){} + (type)x); }

OP1(not, vu64, ~a)
OP2(and, vu64, a & b) OP2(andnot, vu64, a & ~b) OP2(or, vu64, a | b) OP2(xor, vu64, a ^ b)
#if defined __AVX512VL__ && !defined __clang__
INLINE N(vec) N(bitselect)(N(vec) a, N(vec) b, N(vec) c) { return (N(vec))I(ternarylogic_epi64)((N(mm))c, (N(mm))a, (N(mm))b, 0xca); }
#else
INLINE N(vec) N(bitselect)(N(vec) a, N(vec) b, N(vec) c) { return (a & c) | (b & ~c); }
#endif

OP2(add8, vu8, a + b) OP2(add16, vu16, a + b) OP2(add32, vu32, a + b) OP2(add64, vu64, a + b)
OP2(sub8, vu8, a - b) OP2(sub16, vu16, a - b) OP2(sub32, vu32, a - b) OP2(sub64, vu64, a - b)
OP2(mul16, vu16, a *b) OP2(mul32, vu32, a *b) OP2(mul64, vu64, a *b)
OP2(eq8, vu8, a == b) OP2(eq16, vu16, a == b) OP2(eq32, vu32, a == b) OP2(eq64, vu64, a == b)
OP2(lt_s8, vs8, a < b) OP2(lt_s16, vs16, a < b) OP2(lt_s32, vs32, a < b) OP2(lt_s64, vs64, a < b)
OP2(lt_u8, vu8, a < b) OP2(lt_u16, vu16, a < b) OP2(lt_u32, vu32, a < b)
SHIFT(shl16, vu16, a << (u16)k) SHIFT(shl32, vu32, a << k) SHIFT(shl64, vu64, a << (u64)k)
SHIFT(shr16, vu16, a >> (u16)k) SHIFT(shr32, vu32, a >> k) SHIFT(shr64, vu64, a >> (u64)k)
SHIFT(sar64, vs64, a >> (s64)k)

OP1(widen_low8, mm, I(unpacklo_epi8)(a, (N(mm)){})) OP1(widen_high8, mm, I(unpackhi_epi8)(a, (N(mm)){}))
OP1(widen_low16, mm, I(unpacklo_epi16)(a, (N(mm)){})) OP1(widen_high16, mm, I(unpackhi_epi16)(a, (N(mm)){}))
OP1(widen_low32, mm, I(unpacklo_epi32)(a, (N(mm)){})) OP1(widen_high32, mm, I(unpackhi_epi32)(a, (N(mm)){}))
OP1(widen_mask_low8, mm, I(unpacklo_epi8)(a, a)) OP1(widen_mask_high8, mm, I(unpackhi_epi8)(a, a))
OP1(widen_mask_low16, mm, I(unpacklo_epi16)(a, a)) OP1(widen_mask_high16, mm, I(unpackhi_epi16)(a, a))
OP1(widen_mask_low32, mm, I(unpacklo_epi32)(a, a)) OP1(widen_mask_high32, mm, I(unpackhi_epi32)(a, a))
OP2(pack_u16, mm, I(packus_epi16)(a, b)) OP2(pack_u32, mm, I(packus_epi32)(a, b))
OP2(pack_s16, mm, I(packs_epi16)(a, b)) OP2(pack_s32, mm, I(packs_epi32)(a, b))
OP2(even32, ms, I(shuffle_ps)(a, b, 0x88)) OP2(odd32, ms, I(shuffle_ps)(a, b, 0xdd))
// Places above 15 give 0: an addition that saturates makes the highest bit of them 1.
OP2(lookup8, mm, I(shuffle_epi8)(a, I(adds_epu8)(b, (N(mm))((N(vu8)){} + (u8)0x70))))
#if defined __AVX512BITALG__ && defined __AVX512VL__
OP1(popcnt8, mm, I(popcnt_epi8)(a))
#else
INLINE N(vec) N(popcnt8)(N(vec) x) {
	N(vu8) a = (N(vu8))x;
	a = a - (a >> 1 & 0x55);
	a = (a & 0x33) + (a >> 2 & 0x33);
	return (N(vec))((a + (a >> 4)) & 15);
}
#endif
OP1(add_pairs8, vu16, (a & 255) + (a >> 8))
OP1(add_pairs16, vu32, (a & 65535) + (a >> 16))

#define SERIAL(name, expression) \
	INLINE N(vec) N(name)(N(vec) x, N(vec) y) { \
		N(vec) out = {}; \
		for (int i = 0; i < W / 8; i++) { \
			u64 a = x[i], b = y[i]; \
			out[i] = (expression); \
		} \
		return out; \
	}
SERIAL(rem64, a % b) SERIAL(sar_by64, (u64)((s64)a >> (b & 63))) SERIAL(rotl_by64, rotl64(a, b))
#undef SERIAL

SPLAT(splat8, u8) SPLAT(splat16, u16) SPLAT(splat32, u32) SPLAT(splat64, u64)
#if W == 16
#define const_16(low, high) ((vec_16){low, high})
#elif W == 32
#define const_32(low, high) ((vec_32){low, high, low, high})
#else
#define const_64(low, high) ((vec_64){low, high, low, high, low, high, low, high})
#endif
INLINE N(vec) N(load)(const u8 *from) { return AT(N(memvec), from); }
INLINE void N(store)(u8 *to, N(vec) x) { AT(N(memvec), to) = x; }

// Whether a bit is set, and the highest bit of each byte.
#if W == 64
INLINE u32 N(any)(N(vec) x) { return _mm512_test_epi64_mask((mm_64)x, (mm_64)x) != 0; }
INLINE u64 N(bits)(N(vec) x) { return _mm512_movepi8_mask((mm_64)x); }
#else
#if W == 32
INLINE u32 N(any)(N(vec) x) { return !_mm256_testz_si256((mm_32)x, (mm_32)x); }
#else
INLINE u32 N(any)(N(vec) x) { return !_mm_testz_si128((mm_16)x, (mm_16)x); }
// Half a vector.
INLINE vec_16 load_half_16(const u8 *from) { return (vec_16){AT(m64, from), 0}; }
INLINE void store_half_16(u8 *to, vec_16 x) { AT(m64, to) = x[0]; }
#endif
INLINE u64 N(bits)(N(vec) x) { return (u32)I(movemask_epi8)((N(mm))x); }
#endif

#else // The processor has no vectors of this size: two halves.

typedef struct { H(vec) low, high; } N(vec);
#define OP1(name) INLINE N(vec) N(name)(N(vec) a) { return (N(vec)){H(name)(a.low), H(name)(a.high)}; }
#define OP2(name) INLINE N(vec) N(name)(N(vec) a, N(vec) b) { return (N(vec)){H(name)(a.low, b.low), H(name)(a.high, b.high)}; }
#define SHIFT(name) INLINE N(vec) N(name)(N(vec) a, u32 k) { return (N(vec)){H(name)(a.low, k), H(name)(a.high, k)}; }
#define SPLAT(name) INLINE N(vec) N(name)(u64 x) { return (N(vec)){H(name)(x), H(name)(x)}; }
OP1(not) OP2(and) OP2(andnot) OP2(or) OP2(xor)
INLINE N(vec) N(bitselect)(N(vec) a, N(vec) b, N(vec) c) { return (N(vec)){H(bitselect)(a.low, b.low, c.low), H(bitselect)(a.high, b.high, c.high)}; }
OP2(add8) OP2(add16) OP2(add32) OP2(add64) OP2(sub8) OP2(sub16) OP2(sub32) OP2(sub64) OP2(mul16) OP2(mul32) OP2(mul64)
OP2(eq8) OP2(eq16) OP2(eq32) OP2(eq64) OP2(lt_s8) OP2(lt_s16) OP2(lt_s32) OP2(lt_s64) OP2(lt_u8) OP2(lt_u16) OP2(lt_u32)
SHIFT(shl16) SHIFT(shl32) SHIFT(shl64) SHIFT(shr16) SHIFT(shr32) SHIFT(shr64) SHIFT(sar64)
OP1(widen_low8) OP1(widen_high8) OP1(widen_low16) OP1(widen_high16) OP1(widen_low32) OP1(widen_high32)
OP1(widen_mask_low8) OP1(widen_mask_high8) OP1(widen_mask_low16) OP1(widen_mask_high16) OP1(widen_mask_low32) OP1(widen_mask_high32)
OP2(pack_u16) OP2(pack_u32) OP2(pack_s16) OP2(pack_s32) OP2(even32) OP2(odd32)
OP2(lookup8) OP1(popcnt8) OP1(add_pairs8) OP1(add_pairs16) OP2(rem64) OP2(sar_by64) OP2(rotl_by64)
SPLAT(splat8) SPLAT(splat16) SPLAT(splat32) SPLAT(splat64)
#if W == 32
#define const_32(low, high) ((vec_32){const_16(low, high), const_16(low, high)})
#else
#define const_64(low, high) ((vec_64){const_32(low, high), const_32(low, high)})
#endif
INLINE N(vec) N(load)(const u8 *from) { return (N(vec)){H(load)(from), H(load)(from + HALF)}; }
INLINE void N(store)(u8 *to, N(vec) x) { H(store)(to, x.low); H(store)(to + HALF, x.high); }
INLINE u32 N(any)(N(vec) x) { return H(any)(H(or)(x.low, x.high)); }
INLINE u64 N(bits)(N(vec) x) { return H(bits)(x.low) | H(bits)(x.high) << HALF; }
#endif

#undef OP1
#undef OP2
#undef SHIFT
#undef SPLAT
#undef I
#undef HALF
#undef NATIVE
