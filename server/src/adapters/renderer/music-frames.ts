/** Reads the frames of MPEG audio (mp3) and of AAC as a bare stream (ADTS): only that gives their length. */

interface Frame {
  readonly bytes: number
  readonly samples: number
  readonly rate: number
}
type FrameAt = (bytes: Buffer, at: number) => Frame | null

const V1 = 3
const MP3_RATES = [44_100, 48_000, 32_000]
/** In kbit/s, of layers 1, 2 and 3 of MPEG 1, and of layer 1, and 2 and 3, of MPEG 2 and 2.5. */
const MP3_BITS = {
  v1: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  v2: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const
const AAC_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
/** Three in a row are no accident. */
const FRAMES_IN_A_ROW = 3
/** What may lie between two frames, and before the first: what is further on is a tag at the end, or something else. */
const GAP_BYTES_MAX = 64 * 1024
/** In all: looking for the next frame takes time. */
const GAPS_BYTES_MAX = 1024 * 1024

const mp3Frame: FrameAt = (bytes, at) => {
  const [first, second, third] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  const bits = third >> 4
  const rateAt = (third >> 2) & 3
  if (first !== 0xff || second >> 5 !== 7 || version === 1 || layer === 4) return null
  const kbits = MP3_BITS[version === V1 ? 'v1' : 'v2'][layer - 1]?.[bits - 1]
  const fullRate = MP3_RATES[rateAt]
  if (!kbits || !fullRate) return null
  const rate = fullRate / (version === V1 ? 1 : version === 2 ? 2 : 4)
  const padding = (third >> 1) & 1
  if (layer === 1) return { bytes: (Math.floor((12_000 * kbits) / rate) + padding) * 4, samples: 384, rate }
  const samples = layer === 3 && version !== V1 ? 576 : 1_152
  return { bytes: Math.floor((samples * 125 * kbits) / rate) + padding, samples, rate }
}

const aacFrame: FrameAt = (bytes, at) => {
  // Twelve bits of ones, any version, no layer.
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0 || at + 7 > bytes.length) return null
  const rate = AAC_RATES[((bytes[at + 2] ?? 0) >> 2) & 15]
  const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff
  if (!rate || length < 7) return null
  return { bytes: length, samples: 1_024 * (((bytes[at + 6] ?? 0) & 3) + 1), rate }
}

/** Null when it is neither. */
export function readFramedSeconds(bytes: Buffer): { kind: 'mp3' | 'aac'; seconds: number } | null {
  const from = afterTags(bytes)
  for (const [kind, frameAt] of [['mp3', mp3Frame] as const, ['aac', aacFrame] as const]) {
    const seconds = walkFrames(bytes, from, frameAt)
    if (seconds !== null) return { kind, seconds }
  }
  return null
}

/** ID3v2 at the beginning, with the pictures of albums in it; some writers put two. */
export function afterTags(bytes: Buffer): number {
  let at = 0
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((bytes[at + place] ?? 0) & 127), 0)
    at += 10 + size + ((bytes[at + 5] ?? 0) & 0x10 ? 10 : 0)
  }
  return at
}

function walkFrames(bytes: Buffer, from: number, frameAt: FrameAt): number | null {
  let seconds = 0
  let covered = 0
  let end = from
  let at = nextFrame(bytes, from, frameAt)
  while (at !== null && at - from - covered < GAPS_BYTES_MAX) {
    const frame = frameAt(bytes, at)
    if (!frame) {
      at = nextFrame(bytes, at + 1, frameAt)
      continue
    }
    // The last one may break off: no decoder gives sound for that.
    if (at + frame.bytes <= bytes.length) seconds += frame.samples / frame.rate
    covered += frame.bytes
    at += frame.bytes
    end = at
  }
  // Otherwise it is another format that happens to contain some music.
  return covered * 2 > end - from ? seconds : null
}

function nextFrame(bytes: Buffer, from: number, frameAt: FrameAt): number | null {
  const end = from + GAP_BYTES_MAX
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < end; at = bytes.indexOf(0xff, at + 1))
    if (isFollowed(bytes, at, frameAt)) return at
  return null
}

function isFollowed(bytes: Buffer, start: number, frameAt: FrameAt): boolean {
  let at = start
  for (let count = 0; count < FRAMES_IN_A_ROW; count += 1) {
    const frame = frameAt(bytes, at)
    if (!frame) return count > 0 && at >= bytes.length
    at += frame.bytes
  }
  return true
}
