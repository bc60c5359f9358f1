/**
 * Whether a video file keeps to what Instagram asks of a reel, point by point. Reads the file's own description, never
 * its pictures; a hostile or broken file fails the check and costs no more memory than its description may be large.
 */
import type { ReelCheck } from '@tangelo/contract'
import { REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'
import { type Mp4Outline, mp4Outline } from './mp4-boxes.ts'
import { audioCodec, videoCodec } from './mp4-codecs.ts'
import { type Mp4Track, tracksIn } from './mp4-tracks.ts'

/** As published for reels by the Instagram platform. */
const ASKED = {
  bytesMax: 300_000_000,
  seconds: { min: 3, max: 15 * 60 },
  widthMax: 1_920,
  shape: { min: 0.01, max: 10 },
  framesPerSecond: { min: 23, max: 60 },
  videoBitsMax: 25_000_000,
  audioBitsMax: 128_000,
  audioRateMax: 48_000,
  audioChannelsMax: 2,
} as const
/** Not asked for by number: longer than any encoder's own choice for the web, and players stall when they seek. */
const GROUP_SECONDS_MAX = 5
/** What encoders cut off at the beginning: too short to notice. */
const TRIMMED_SECONDS_MAX = 0.1
/** Times are rounded to ticks, and a container may end with the longer of its tracks. */
const ROUNDING_SECONDS = 0.05
/** An encoder meets its rate on the average of a longer piece than a reel. */
const RATE_TOLERANCE = 1.15

type Point = ReelCheck['points'][number] & { readonly isAdvice?: boolean }

export async function checkReel(path: string): Promise<ReelCheck> {
  const points = pointsOf(await mp4Outline(path))
  return {
    isFit: points.every((point) => point.isMet || point.isAdvice === true),
    points: points.map(({ name, found, wanted, isMet }) => ({ name, found, wanted, isMet })),
  }
}

function pointsOf(file: Mp4Outline): Point[] {
  const tracks = file.moov ? tracksIn(file.moov) : []
  const video = tracks.find((track) => track.kind === 'vide')
  const audio = tracks.find((track) => track.kind === 'soun')
  const isMp4 = file.boxes[0]?.type === 'ftyp' && file.moov !== null && file.isWhole
  return [
    {
      name: 'Container',
      found: isMp4 ? 'MP4' : file.boxes[0]?.type === 'ftyp' ? 'a damaged MP4' : 'no MP4',
      wanted: 'MP4 or MOV',
      isMet: isMp4,
    },
    indexPoint(file),
    editsPoint(tracks),
    {
      name: 'Size',
      found: megabytes(file.bytes),
      wanted: `at most ${megabytes(ASKED.bytesMax)}`,
      isMet: file.bytes > 0 && file.bytes <= ASKED.bytesMax,
    },
    ...(video ? videoPoints(video) : [missing('Video', 'H.264 or HEVC')]),
    ...(audio ? audioPoints(audio) : [{ ...missing('Audio', 'AAC'), isAdvice: true }]),
  ]
}

function indexPoint({ boxes }: Mp4Outline): Point {
  const at = (type: string) => boxes.findIndex((box) => box.type === type)
  const [moov, mdat] = [at('moov'), at('mdat')]
  const isFirst = moov >= 0 && mdat > moov
  const found = moov < 0 ? 'none' : mdat < 0 ? 'no pictures after it' : isFirst ? 'at the front' : 'at the end'
  return { name: 'Index (moov)', found, wanted: 'at the front', isMet: isFirst }
}

/** Asked for is none. One that only trims what the encoder put before the first picture or sound is advice. */
function editsPoint(tracks: readonly Mp4Track[]): Point {
  const changed = tracks.filter(({ edits, seconds }) =>
    edits.some((edit, _, { length }) => length > 1 || edit.from !== 0 || edit.seconds < seconds - ROUNDING_SECONDS),
  )
  const isSmall = ({ edits, seconds }: Mp4Track) =>
    edits.length === 1 &&
    edits.every(
      ({ from, seconds: shown }) =>
        from >= 0 && from <= TRIMMED_SECONDS_MAX && shown + from >= seconds - TRIMMED_SECONDS_MAX,
    )
  const isAdvice = changed.every(isSmall)
  return {
    name: 'Edit list',
    found: changed.length === 0 ? 'none' : isAdvice ? "only of the encoder's start" : 'shows other than what is stored',
    wanted: 'none',
    isMet: changed.length === 0,
    isAdvice,
  }
}

function videoPoints(track: Mp4Track): Point[] {
  const { name, profile, level, width, height, format } = videoCodec(track)
  const rate = bitsPerSecond(track)
  const { min, max } = ASKED.framesPerSecond
  const usual = track.seconds > 0 ? track.samples / track.seconds : 0
  const group = track.groupSeconds
  const shape = height > 0 ? width / height : 0
  return [
    {
      name: 'Length',
      found: seconds(track.seconds),
      wanted: `${ASKED.seconds.min} s to ${ASKED.seconds.max / 60} min`,
      isMet:
        track.seconds >= ASKED.seconds.min - ROUNDING_SECONDS && track.seconds <= ASKED.seconds.max + ROUNDING_SECONDS,
    },
    {
      name: 'Video codec',
      found: [name, profile, level].filter(Boolean).join(' '),
      wanted: 'H.264 or HEVC',
      isMet: name === 'H.264' || name === 'HEVC',
    },
    {
      name: 'Colours',
      found: format ? `${chromaName(format.chroma)}, ${format.bitDepth} bits` : 'not given',
      wanted: '4:2:0',
      isMet: format?.chroma === 1,
    },
    {
      name: 'Scan',
      found: format ? (format.isProgressive ? 'progressive' : 'interlaced') : 'not given',
      wanted: 'progressive',
      isMet: format?.isProgressive === true,
    },
    {
      name: 'Groups of pictures',
      found: `${track.hasOpenGroups ? 'open' : 'closed'}, ${group === null ? 'every picture' : `at most ${seconds(group)}`}`,
      wanted: `closed, at most ${GROUP_SECONDS_MAX} s`,
      isMet:
        !track.hasOpenGroups && track.samples > 0 && (group === null || group <= GROUP_SECONDS_MAX + ROUNDING_SECONDS),
    },
    {
      name: 'Frame rate',
      found: `${formatRounded(usual)} a second${track.longest > track.shortest * 1.01 ? ', uneven' : ''}`,
      wanted: `${min} to ${max} a second`,
      isMet: usual >= min - 0.1 && usual <= max + 0.1,
    },
    {
      name: 'Picture size',
      found: `${width} × ${height}`,
      wanted: `at most ${ASKED.widthMax} wide; best ${REEL_WIDTH} × ${REEL_HEIGHT}`,
      isMet: width > 0 && width <= ASKED.widthMax && shape >= ASKED.shape.min && shape <= ASKED.shape.max,
    },
    {
      name: 'Video bit rate',
      found: `${formatRounded(rate / 1_000_000)} Mbit/s`,
      wanted: `at most ${ASKED.videoBitsMax / 1_000_000} Mbit/s`,
      isMet: rate > 0 && rate <= ASKED.videoBitsMax,
    },
  ]
}

function audioPoints(track: Mp4Track): Point[] {
  const { isAac, rate, channels } = audioCodec(track)
  const bits = bitsPerSecond(track)
  return [
    { name: 'Audio codec', found: isAac ? 'AAC' : 'not AAC', wanted: 'AAC', isMet: isAac },
    {
      name: 'Audio rate',
      found: `${formatRounded(rate / 1_000)} kHz`,
      wanted: `at most ${ASKED.audioRateMax / 1_000} kHz`,
      isMet: rate > 0 && rate <= ASKED.audioRateMax,
    },
    {
      name: 'Audio channels',
      found: channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels}`,
      wanted: 'mono or stereo',
      isMet: channels > 0 && channels <= ASKED.audioChannelsMax,
    },
    {
      name: 'Audio bit rate',
      found: `${Math.round(bits / 1_000)} kbit/s`,
      wanted: `about ${ASKED.audioBitsMax / 1_000} kbit/s`,
      isMet: bits > 0 && bits <= ASKED.audioBitsMax * RATE_TOLERANCE,
      isAdvice: true,
    },
  ]
}

const missing = (name: string, wanted: string): Point => ({ name, found: 'none', wanted, isMet: false })
const bitsPerSecond = ({ bytes, seconds }: Mp4Track) => (seconds > 0 ? (bytes * 8) / seconds : 0)
const chromaName = (chroma: number) => ['grey', '4:2:0', '4:2:2', '4:4:4'][chroma] ?? 'not given'
const formatRounded = (value: number) => Number(value.toFixed(2)).toString()
const seconds = (value: number) => `${formatRounded(value)} s`
const megabytes = (bytes: number) => `${formatRounded(bytes / 1_000_000)} MB`
