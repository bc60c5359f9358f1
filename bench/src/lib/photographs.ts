/** Pictures with as much in them as photographs have: every size of detail, hard edges, grain. The same ones each time. */
import sharp from 'sharp'
import { createRandom } from './random.ts'

/** From 512 pixels down to 2. */
const OCTAVES = 9
/** Those that a picture of an eighth of the size can hold. */
const COARSE = 6
const EDGES = 400

/** A JPEG of the given size, as an upload would have made it. */
export async function photograph(seed: number, width: number, height: number, quality = 88): Promise<Buffer> {
  const small = { width: Math.ceil(width / 8), height: Math.ceil(height / 8) }
  const coarse = new Float32Array(small.width * small.height * 3)
  for (let octave = 0; octave < COARSE; octave += 1)
    addTo(coarse, await noise(seed * 100 + octave, 2 ** (OCTAVES - octave - 3), small), strengthOf(octave))
  const sums = new Float32Array(width * height * 3)
  addTo(sums, await enlarge(asBytes(coarse), small, { width, height }), 1)
  for (let octave = COARSE; octave < OCTAVES; octave += 1)
    addTo(sums, await noise(seed * 100 + octave, 2 ** (OCTAVES - octave), { width, height }), strengthOf(octave))
  return sharp(asBytes(sums), { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(edges(seed, width, height)) }])
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

interface Size {
  width: number
  height: number
}

/** Light falls off with the size of what it shows, as it does in nature. */
const strengthOf = (octave: number) => 0.62 ** octave * 0.9

function noise(seed: number, cell: number, size: Size): Promise<Uint8Array> {
  const grid = { width: Math.ceil(size.width / cell) + 1, height: Math.ceil(size.height / cell) + 1 }
  const { next } = createRandom(seed)
  return enlarge(
    Uint8Array.from({ length: grid.width * grid.height * 3 }, () => Math.floor(next() * 256)),
    grid,
    size,
  )
}

const enlarge = (pixels: Uint8Array | Uint8ClampedArray, from: Size, to: Size): Promise<Uint8Array> =>
  sharp(pixels, { raw: { ...from, channels: 3 } })
    .resize({ ...to, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()

function addTo(sums: Float32Array, bytes: Uint8Array, strength: number) {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + ((bytes[at] ?? 128) - 128) * strength
}

function asBytes(sums: Float32Array): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(sums.length)
  for (let at = 0; at < sums.length; at += 1) bytes[at] = 128 + (sums[at] ?? 0)
  return bytes
}

/** Roofs, branches and window frames. */
function edges(seed: number, width: number, height: number): string {
  const { next } = createRandom(seed + 7)
  const shapes = Array.from({ length: EDGES }, () => {
    const [x, y] = [next() * width, next() * height]
    const size = 10 + next() ** 4 * width * 0.3
    const corners = Array.from(
      { length: 3 + Math.floor(next() * 3) },
      () => `${(x + (next() - 0.5) * size).toFixed(1)},${(y + (next() - 0.5) * size).toFixed(1)}`,
    ).join(' ')
    const colour = `rgb(${[0, 0, 0].map(() => Math.floor(next() * 256)).join()})`
    return next() < 0.5
      ? `<polygon points="${corners}" fill="${colour}" fill-opacity="${(0.2 + next() * 0.6).toFixed(2)}"/>`
      : `<polyline points="${corners}" fill="none" stroke="${colour}" stroke-width="${(1 + next() * 6).toFixed(1)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
}
