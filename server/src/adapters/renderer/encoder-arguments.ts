/** How the encoder is asked: frames come raw through its standard input, sound from a file or none. No filter is used. */
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
/** More make the encoder keep more frames in memory, and hardly any faster. */
const THREADS_MAX = 4
const COLOURS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

export interface Encoding {
  readonly quality: ReelQuality
  readonly seconds: number
  /** 48 kHz, stereo, as long as the reel; null for silence. */
  readonly audioPath: string | null
  readonly path: string
  /** The encoder is of these years, not of 2018. */
  readonly isCurrent: boolean
}

/**
 * Instagram wants no edit list. Without one, the pictures must begin at 0 by themselves, which an encoder of 2018 gets wrong
 * by two frames: its file keeps the list.
 */
const NO_EDIT_LIST = ['-movflags', '+faststart+negative_cts_offsets', '-use_editlist', '0']

export function encoderArguments({ quality, seconds, audioPath, path, isCurrent }: Encoding): string[] {
  const frames = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${REEL_WIDTH}x${REEL_HEIGHT}`]
  const silence = ['-f', 'lavfi', '-t', String(seconds), '-i', 'anullsrc=r=48000:cl=stereo']
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-progress', 'pipe:1', '-y'],
    ...[...frames, '-framerate', String(REEL_FPS), ...COLOURS, '-i', 'pipe:0'],
    ...(audioPath === null ? silence : ['-f', 'wav', '-i', audioPath]),
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-profile:v', 'high'],
    ...['-x264-params', LOOKING[quality], '-threads', String(threads())],
    ...['-g', String(GROUP_FRAMES), '-keyint_min', String(GROUP_FRAMES), '-sc_threshold', '0', '-flags', '+cgop'],
    ...['-pix_fmt', 'yuv420p', ...COLOURS],
    ...['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'],
    ...(isCurrent ? NO_EDIT_LIST : ['-movflags', '+faststart']),
    ...['-map_metadata', '-1', '-f', 'mp4', path],
  ]
}

/** As many as x264 would take by itself, up to a bound. */
const threads = () => Math.min(THREADS_MAX, Math.ceil(availableParallelism() * 1.5))
