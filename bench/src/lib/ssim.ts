/** How alike two pictures of one size are, by what the eye sees of light and structure (Wang et al. 2004): 1 is the same. */

const WINDOW = 8
const STEP = 4
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/** Luma of bt709, from red, green, blue and `stride - 3` further bytes for each pixel. */
export function lumaOf(pixels: Uint8Array, stride: 3 | 4): Float32Array {
  return Float32Array.from({ length: pixels.length / stride }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * stride, pixel * stride + 3)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
}

/** The mean over all windows of eight by eight, four pixels apart. */
export function ssim(one: Float32Array, other: Float32Array, width: number): number {
  const height = one.length / width
  let sum = 0
  let windows = 0
  for (let top = 0; top + WINDOW <= height; top += STEP) {
    for (let left = 0; left + WINDOW <= width; left += STEP) {
      sum += likeness(one, other, width, { left, top })
      windows += 1
    }
  }
  return sum / windows
}

interface Corner {
  left: number
  top: number
}

function likeness(one: Float32Array, other: Float32Array, width: number, { left, top }: Corner): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + WINDOW; y += 1) {
    for (let at = y * width + left; at < y * width + left + WINDOW; at += 1) {
      const x = one[at] ?? 0
      const z = other[at] ?? 0
      a += x
      b += z
      aa += x * x
      bb += z * z
      ab += x * z
    }
  }
  const n = WINDOW * WINDOW
  const [meanA, meanB] = [a / n, b / n]
  const [varianceA, varianceB, covariance] = [aa / n - meanA ** 2, bb / n - meanB ** 2, ab / n - meanA * meanB]
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2))
  )
}
