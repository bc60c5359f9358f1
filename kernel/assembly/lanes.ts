/**
 * Two steps that every pixel takes four times. Relaxed SIMD, where it is enabled, does each in one instruction instead of
 * three to five; what it leaves open (-1 times -1, indices beyond 15 without the highest bit) does not occur here, so that
 * both builds draw the same.
 */

/** Q15 times Q15, rounded. */
// @ts-ignore: decorators are the compiler's own
@inline
export function times(a: v128, b: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i16x8.relaxed_q15mulr_s(a, b)
  return i16x8.q15mulr_sat_s(a, b)
}

/** The bytes that `indices` name; 0 for an index with its highest bit set. */
// @ts-ignore: decorators are the compiler's own
@inline
export function pickBytes(bytes: v128, indices: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i8x16.relaxed_swizzle(bytes, indices)
  return i8x16.swizzle(bytes, indices)
}
