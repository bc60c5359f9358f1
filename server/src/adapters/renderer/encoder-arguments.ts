/**
 * How the encoder is asked: frames come raw through its standard input, and nothing filters them. Sound comes from a filter that
 * has no input, because with a second input ffmpeg before 7 sleeps for ten milliseconds whenever a frame is not there yet.
 */
import { availableParallelism } from 'node:os'
import type { ReelQuality } from '@tangelo/contract/limits'
import { REEL_FPS, REEL_HEIGHT, REEL_WIDTH } from '@tangelo/contract/limits'

/**
 * What a file is like, measured against 'veryfast' as it comes: half the time, and no difference to be seen at this rate.
 * 'best' looks longer for what moved.
 */
const LOOKING = {
  standard: 'subme=1:me=dia:ref=1:partitions=i8x8',
  best: 'subme=2:me=dia:ref=1:partitions=i8x8',
} as const
/** Players can jump to every second second, and nothing refers across. */
const GROUP_FRAMES = 2 * REEL_FPS
/**
 * One more than there are cores, so that a frame can be handed over while all of them work: 6 % less time on two cores than
 * with as many as there are. Each makes the encoder keep 25 MB more of frames in memory.
 */
const THREADS_MAX = 4
const COLOURS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
/** Begins at 0 without an edit list, which Instagram does not want. Of what old programs write so, the start stutters. */
const UNEDITED = ['-use_editlist', '0', '-movflags', '+faststart+negative_cts_offsets']
const EDITED = ['-movflags', '+faststart']

export interface Encoding {
  readonly quality: ReelQuality
  readonly seconds: number
  /** 48 kHz, stereo, as long as the reel; null for silence. */
  readonly audioPath: string | null
  readonly path: string
  /** Not of 2018. */
  readonly isRecent: boolean
}

export function encoderArguments({ quality, seconds, audioPath, path, isRecent }: Encoding): string[] {
  const frames = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${REEL_WIDTH}x${REEL_HEIGHT}`]
  const sound = audioPath === null ? 'anullsrc=r=48000:cl=stereo' : `amovie=${escapePath(audioPath)}:f=wav`
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-progress', 'pipe:1', '-y'],
    ...[...frames, '-framerate', String(REEL_FPS), ...COLOURS, '-i', 'pipe:0'],
    ...['-filter_complex', `${sound},atrim=duration=${seconds}[sound]`],
    ...['-map', '0:v', '-map', '[sound]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-profile:v', 'high'],
    ...['-x264-params', LOOKING[quality], '-threads', String(threads())],
    ...['-g', String(GROUP_FRAMES), '-keyint_min', String(GROUP_FRAMES), '-sc_threshold', '0', '-flags', '+cgop'],
    ...['-pix_fmt', 'yuv420p', ...COLOURS],
    ...['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'],
    ...['-map_metadata', '-1', ...(isRecent ? UNEDITED : EDITED), '-f', 'mp4', path],
  ]
}

/** Read twice: as the value of an option, and before that as a part of a graph. */
const escapePath = (path: string) => path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&')

const threads = () => Math.min(THREADS_MAX, availableParallelism() + 1)
