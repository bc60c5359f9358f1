/** WAV files as they come (PCM of 8 to 32 bits, or floats) and as they are written here: 48 kHz, stereo, 16 bits. */
import { RATE_MAX, type Sound } from './music-sound.ts'

interface Wave {
  readonly rate: number
  readonly channels: number
  readonly bits: number
  readonly isFloat: boolean
  /** Samples of each channel. */
  readonly frames: number
  readonly data: Buffer
}

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const CHANNELS_MAX = 32
const HEADER_BYTES = 44
/** A WAV without sound in it may have any number of other chunks. */
const CHUNKS_MAX = 1_000

/** Null when its sound is something else than plain samples. */
export function waveOf(bytes: Buffer): Wave | null {
  let format: Omit<Wave, 'frames' | 'data'> | null = null
  let at = 12
  for (let count = 0; at + 8 <= bytes.length && count < CHUNKS_MAX; count += 1) {
    const name = bytes.toString('latin1', at, at + 4)
    const end = Math.min(bytes.length, at + 8 + bytes.readUInt32LE(at + 4))
    const body = bytes.subarray(at + 8, end)
    if (name === 'fmt ') format = formatOf(body)
    if (name === 'data' && format) {
      const frames = Math.floor(body.length / ((format.channels * format.bits) / 8))
      return frames > 0 ? { ...format, frames, data: body } : null
    }
    at = end + ((end - at) % 2)
  }
  return null
}

function formatOf(body: Buffer) {
  if (body.length < 16) return null
  const tag = body.readUInt16LE(0)
  const kind = tag === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : tag
  const [channels, rate, bits] = [body.readUInt16LE(2), body.readUInt32LE(4), body.readUInt16LE(14)]
  const isKnown = kind === PCM ? [8, 16, 24, 32].includes(bits) : kind === FLOAT && [32, 64].includes(bits)
  if (!isKnown || channels < 1 || channels > CHANNELS_MAX || rate < 1_000 || rate > RATE_MAX) return null
  return { rate, channels, bits, isFloat: kind === FLOAT }
}

/** The first so many seconds. */
export function waveSound(wave: Wave, seconds: number): Sound {
  const { rate, channels, bits, data } = wave
  const frames = Math.min(wave.frames, Math.ceil(seconds * rate))
  const read = readerOf(wave)
  return {
    rate,
    channels: Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, frame) => read(data, ((frame * channels + channel) * bits) / 8)),
    ),
  }
}

function readerOf({ bits, isFloat }: Wave): (data: Buffer, at: number) => number {
  if (isFloat) return bits === 32 ? (data, at) => data.readFloatLE(at) : (data, at) => data.readDoubleLE(at)
  if (bits === 8) return (data, at) => (data.readUInt8(at) - 128) / 128
  const full = 2 ** (bits - 1)
  return (data, at) => data.readIntLE(at, bits / 8) / full
}

export function waveFile(left: Float32Array, right: Float32Array, rate: number): Buffer {
  const dataBytes = left.length * 4
  const file = Buffer.alloc(HEADER_BYTES + dataBytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(PCM, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(dataBytes, 40)
  for (let frame = 0; frame < left.length; frame += 1) {
    file.writeInt16LE(Math.round((left[frame] ?? 0) * 32_767), HEADER_BYTES + frame * 4)
    file.writeInt16LE(Math.round((right[frame] ?? 0) * 32_767), HEADER_BYTES + frame * 4 + 2)
  }
  return file
}
