// What programs need besides operations on vectors: gcc from 12 on, clang from 14 on, amd64
// with SSE 4.1.
#include <immintrin.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;

// Numbers in memory, at any address.
typedef u8 m8;
typedef u16 m16 __attribute__((aligned(1), may_alias));
typedef u32 m32 __attribute__((aligned(1), may_alias));
typedef u64 m64 __attribute__((aligned(1), may_alias));

#define AT(type, address) (*(type *)(address))
#define INLINE static inline __attribute__((always_inline))
#define KERNEL __attribute__((noinline, visibility("hidden"))) void

// Compilers call these two for what they take to be a copy.
__attribute__((weak, used, visibility("hidden"))) void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
	void *start = to;
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
	return start;
}
__attribute__((weak, used, visibility("hidden"))) void *memset(void *to, int value, __SIZE_TYPE__ n) {
	void *start = to;
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(value) : "memory");
	return start;
}

INLINE u64 ctz64(u64 a) { return a ? __builtin_ctzll(a) : 64; }
INLINE u64 rotl64(u64 a, u64 k) { return a << (k & 63) | a >> (-k & 63); }

// A word that depends on cycle, seed and k.
INLINE u64 arbitrary(u8 *memory, u64 k) { return rotl64((AT(m64, memory + CYCLE) + AT(m64, memory + SEED)) * k, 29); }

// Counts a failure of a property, and logs the first one. Lanes without a copy do not count.
static __attribute__((noinline, cold)) void fail(u8 *memory, u8 *count, u8 *id, u32 property) {
	if (AT(m32, id) == UNUSED_LANE)
		return;
	if (!AT(m64, count)) {
		u32 entry = AT(m32, memory + FAILED)++;
		AT(m32, memory + LOG + 8 * (u64)entry) = AT(m32, id);
		AT(m32, memory + LOG + 8 * (u64)entry + 4) = property;
	}
	AT(m64, count)++;
}

// Where a lane of a group has its element of that size.
INLINE u64 lane_offset(u64 lanes, u64 lane, u64 size) {
	if (lanes <= 16)
		return lane * size;
	u64 at = lane % 16 * size;
	return at / 16 * lanes + lane / 16 * 16 + at % 16;
}

static __attribute__((noinline, cold)) void fail_lanes(u8 *memory, u8 *count, u8 *id, u32 property, u64 which, u32 lanes) {
	for (; which; which &= which - 1) {
		u64 lane = ctz64(which);
		fail(memory, count + lane_offset(lanes, lane, 8), id + lane_offset(lanes, lane, 4), property);
	}
}

static __attribute__((noinline, cold)) void cover_lanes(u8 *count, u64 which, u32 lanes) {
	for (; which; which &= which - 1)
		AT(m64, count + lane_offset(lanes, ctz64(which), 8))++;
}

// Vectors cannot be addressed by vectors everywhere: indices, values and results of the lanes lie
// in memory, in the order of places in a frame.
#define GATHER(bytes, size, lanes) \
	static __attribute__((noinline)) void gather_##bytes##_##size##_##lanes(const u8 *from, u64 scale, const u8 *index, u8 *to) { \
		for (u64 block = 0; block < (lanes + 15) / 16; block++, from += 16, index += 16, to += 16) { \
			_Pragma("GCC unroll 16") \
			for (u64 lane = 0; lane < (lanes < 16 ? lanes : 16); lane++) { \
				u64 at = (u64)AT(INDEX_##bytes, index + lane_offset(lanes, lane, bytes)) * scale + lane_offset(lanes, lane, size); \
				AT(VALUE_##size, to + lane_offset(lanes, lane, size)) = AT(VALUE_##size, from + at); \
			} \
		} \
	}
#define SCATTER(bytes, size, lanes) \
	static __attribute__((noinline)) void scatter_##bytes##_##size##_##lanes(u8 *to, u64 scale, const u8 *index, const u8 *value, u64 which) { \
		for (; which; which &= which - 1) { \
			u64 lane = ctz64(which); \
			u64 at = (u64)AT(INDEX_##bytes, index + lane_offset(lanes, lane, bytes)) * scale + lane_offset(lanes, lane, size); \
			AT(VALUE_##size, to + at) = AT(VALUE_##size, value + lane_offset(lanes, lane, size)); \
		} \
	}
#define VALUE_1 m8
#define VALUE_2 m16
#define VALUE_4 m32
#define VALUE_8 m64
#define INDEX_1 m8
#define INDEX_2 m16
#define INDEX_4 m32
#define INDEX_8 m32
