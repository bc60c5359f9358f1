/**
 * Sound as numbers, and what is done to it before it goes under a reel: two channels at 48 kHz, looped or cut to the length of
 * the reel, faded at both ends, and no louder than an encoder can take. Pure: the same sound always gives the same track.
 */

export interface Sound {
  readonly rate: number
  /** One or more, all of one length; 1 is full scale. */
  readonly channels: readonly Float32Array[]
}

export const TRACK_RATE = 48_000
/** The highest of any music: a minute of it is 90 MB here. */
export const RATE_MAX = 192_000
/** -1 dB: a lossy encoder goes a little over what it is given. */
const PEAK_MAX = 0.891
const FADE_IN_SECONDS = 0.02
const FADE_OUT_SECONDS = 1
/** Where the end of the music goes over into its beginning. */
const JOIN_SECONDS = 0.02
/** Below that it is no music, and would be a hum when it is looped. */
const LOOPED_SECONDS_MIN = 0.1

/** Neighbours on each side that a new sample is made of, when nothing is left out. */
const REACH = 16
const PHASES = 512
const KAISER_BETA = 9
/** A little below half of the lower rate: what lies above would come back as a wrong tone. */
const CUTOFF = 0.94

/** Which of the channels stand left, right, in the middle, and behind; WAV and FLAC order them alike, Vorbis otherwise. */
const PLACES = {
  wave: { 3: [0, 1, 2], 4: [0, 1, null, 2, 3], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 4, 5], 8: [0, 1, 2, 4, 5] },
  vorbis: { 3: [0, 2, 1], 4: [0, 1, null, 2, 3], 5: [0, 2, 1, 3, 4], 6: [0, 2, 1, 3, 4], 8: [0, 2, 1, 5, 6] },
} as const
const BESIDES = Math.SQRT1_2

export function stereo({ rate, channels }: Sound, order: keyof typeof PLACES): Sound {
  const [left, right] = channels
  if (!left) return { rate, channels: [] }
  if (!right || channels.length === 2) return { rate, channels: [left, right ?? left] }
  const known: Record<number, readonly (number | null)[]> = PLACES[order]
  const [leftAt = 0, rightAt = 1, middleAt, behindLeft, behindRight] = known[channels.length] ?? []
  const at = (place: number | null | undefined) => (place == null ? undefined : channels[place])
  const mixChannel = (front: Float32Array | undefined, behind: Float32Array | undefined) =>
    left.map((_, frame) => (front?.[frame] ?? 0) + BESIDES * ((at(middleAt)?.[frame] ?? 0) + (behind?.[frame] ?? 0)))
  return { rate, channels: [mixChannel(at(leftAt), at(behindLeft)), mixChannel(at(rightAt), at(behindRight))] }
}

/** Two channels of `seconds`, from a sound of two; null when there is none. */
export function track(sound: Sound, { seconds, volume }: { seconds: number; volume: number }) {
  const frames = Math.round(seconds * TRACK_RATE)
  if (!sound.channels[0]?.length) return null
  const [left, right] = sound.channels.map((channel) =>
    loopChannel(resampleChannel(channel.map(finite), sound.rate), frames),
  )
  if (!left || !right) return null
  const peak = volume * Math.max(peakOf(left), peakOf(right))
  const gain = peak > PEAK_MAX ? (volume * PEAK_MAX) / peak : volume
  const fadeChannel = (channel: Float32Array) => channel.map((sample, frame) => sample * gain * fade(frame, frames))
  return { left: fadeChannel(left), right: fadeChannel(right) }
}

/** A file of floats may hold anything. */
const finite = (sample: number) => (Number.isFinite(sample) ? Math.min(8, Math.max(-8, sample)) : 0)
const peakOf = (channel: Float32Array) => channel.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)

function fade(frame: number, frames: number): number {
  const fadeIn = Math.min(FADE_IN_SECONDS * TRACK_RATE, frames / 2)
  const fadeOut = Math.min(FADE_OUT_SECONDS * TRACK_RATE, frames / 2)
  return Math.min(1, frame / fadeIn, (frames - 1 - frame) / fadeOut)
}

function loopChannel(channel: Float32Array, frames: number): Float32Array {
  const wanted = new Float32Array(frames)
  if (channel.length >= frames || channel.length < LOOPED_SECONDS_MIN * TRACK_RATE) {
    wanted.set(channel.subarray(0, frames))
    return wanted
  }
  const join = JOIN_SECONDS * TRACK_RATE
  const period = channel.length - join
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame % period
    const sample = channel[at] ?? 0
    const isJoined = frame >= period && at < join
    wanted[frame] = isJoined ? sample * (at / join) + (channel[period + at] ?? 0) * (1 - at / join) : sample
  }
  return wanted
}

/** By a windowed sinc: each new sample from its neighbours, without tones that were not there. */
function resampleChannel(channel: Float32Array, rate: number): Float32Array {
  if (rate === TRACK_RATE) return channel
  const step = rate / TRACK_RATE
  const scale = Math.min(1, 1 / step) * CUTOFF
  const reach = Math.ceil(REACH / Math.min(1, 1 / step))
  const weights = weightsFor(reach, scale)
  const taps = reach * 2
  const result = new Float32Array(Math.floor(channel.length / step))
  for (let frame = 0; frame < result.length; frame += 1) {
    const at = frame * step
    const whole = Math.floor(at)
    const exact = (at - whole) * PHASES
    const phase = Math.floor(exact)
    const between = exact - phase
    const row = phase * taps
    const first = whole - reach + 1
    let sum = 0
    for (let tap = Math.max(0, -first); tap < taps; tap += 1) {
      const low = weights[row + tap] ?? 0
      const high = weights[row + taps + tap] ?? 0
      sum += (channel[first + tap] ?? 0) * (low + (high - low) * between)
    }
    result[frame] = sum
  }
  return result
}

/** A row for each phase, and one more to go over into. */
function weightsFor(reach: number, scale: number): Float64Array {
  const taps = reach * 2
  const weights = new Float64Array((PHASES + 1) * taps)
  for (let phase = 0; phase <= PHASES; phase += 1)
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - reach + 1 - phase / PHASES
      const window = Math.abs(distance) >= reach ? 0 : kaiser(distance / reach)
      weights[phase * taps + tap] = scale * sinc(distance * scale) * window
    }
  return weights
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
const kaiser = (x: number) => bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)

/** The modified Bessel function of order zero, by its series. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let count = 1; term > sum * 1e-12; count += 1) {
    term *= (x / (2 * count)) ** 2
    sum += term
  }
  return sum
}
