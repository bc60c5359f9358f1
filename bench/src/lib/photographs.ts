/** Pictures with as much in them as photographs have: every size of detail, hard edges, grain. The same ones each time. */
import sharp from 'sharp'
import { seeded } from './random.ts'

const OCTAVES = 9
const EDGES = 400

/** A JPEG of the given size, as an upload would have made it. */
export async function photograph(seed: number, width: number, height: number): Promise<Buffer> {
  const sums = new Float32Array(width * height * 3)
  for (let octave = 0; octave < OCTAVES; octave += 1) await addOctave(sums, seed * 100 + octave, octave, width, height)
  const pixels = Buffer.from(Uint8Array.from(sums, (sum) => Math.min(255, Math.max(0, Math.round(128 + sum)))))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(edges(seed, width, height)) }])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Light falls off with the size of what it shows, as it does in nature: half the size, half the strength. */
async function addOctave(sums: Float32Array, seed: number, octave: number, width: number, height: number) {
  const cell = 2 ** (OCTAVES - octave)
  const across = Math.ceil(width / cell) + 1
  const down = Math.ceil(height / cell) + 1
  const { next } = seeded(seed)
  const noise = Uint8Array.from({ length: across * down * 3 }, () => Math.floor(next() * 256))
  const { data } = await sharp(noise, { raw: { width: across, height: down, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const strength = 0.62 ** octave * 0.9
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + ((data[at] ?? 128) - 128) * strength
}

/** Roofs, branches and window frames. */
function edges(seed: number, width: number, height: number): string {
  const { next } = seeded(seed + 7)
  const shapes = Array.from({ length: EDGES }, () => {
    const [x, y] = [next() * width, next() * height]
    const size = 10 + next() ** 4 * width * 0.3
    const corners = Array.from(
      { length: 3 + Math.floor(next() * 3) },
      () => `${(x + (next() - 0.5) * size).toFixed(1)},${(y + (next() - 0.5) * size).toFixed(1)}`,
    )
    const colour = `rgb(${[0, 0, 0].map(() => Math.floor(next() * 256)).join()})`
    return next() < 0.5
      ? `<polygon points="${corners.join(' ')}" fill="${colour}" fill-opacity="${(0.2 + next() * 0.6).toFixed(2)}"/>`
      : `<polyline points="${corners.join(' ')}" fill="none" stroke="${colour}" stroke-width="${(1 + next() * 6).toFixed(1)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
}
