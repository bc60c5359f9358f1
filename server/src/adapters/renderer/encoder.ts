/**
 * Finds the program that writes the video: an ffmpeg with libx264 and aac. The one that FFMPEG_PATH names is the only one
 * asked, so that a wrong setting is noticed; else the first on the PATH that can do both, else the one of the optional
 * package, which is of 2018: good enough for frames and sound that were made here, and never shown a user's file.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'
import { RenderRefused } from '#ports/renderer.ts'

export interface Encoder {
  /** Absolute. */
  readonly path: string
  /** As it calls itself: '7.1.2', 'N-47683-g0e8eb07980-static'. */
  readonly version: string
  /** It is recent enough (5 or later) to be given an uploaded file. */
  readonly canDecode: boolean
}

interface Places {
  /** FFMPEG_PATH; empty when it is not set. */
  readonly ffmpegPath: string | null | undefined
  readonly searchPath?: string
  readonly findShippedPath?: () => Promise<string | null>
}

const PROBE_MS = 20_000
const ANSWER_BYTES_MAX = 1_000_000
/** The libavcodec of ffmpeg 5: builds made between releases carry no version that could be compared. */
const LIBAVCODEC_OF_5 = 59
const CURES =
  'Install ffmpeg with libx264 and aac (on Debian and Ubuntu: apt-get install ffmpeg), name one in FFMPEG_PATH, or install the optional packages too (npm ci).'

const probes = new Map<string, Promise<Encoder | null>>()

/** Throws `RenderRefused` `no_encoder`. Probes each program once for as long as its file does not change. */
export async function findEncoder({
  ffmpegPath,
  searchPath = process.env.PATH ?? '',
  findShippedPath = pathInPackage,
}: Places): Promise<Encoder> {
  if (ffmpegPath) {
    const named = await probe(resolve(ffmpegPath))
    if (named) return named
    throw new RenderRefused(
      'no_encoder',
      `FFMPEG_PATH names no ffmpeg that has libx264 and aac: ${ffmpegPath}. ${CURES}`,
    )
  }
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    const found = await probe(resolve(folder, programName))
    if (found) return found
  }
  const shipped = await findShippedPath()
  const encoder = shipped === null ? null : await probe(shipped)
  if (encoder) return encoder
  throw new RenderRefused('no_encoder', `There is no video encoder on this machine. ${CURES}`)
}

const programName = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'

/** The package throws on machines that it has no program for, and may be missing altogether. */
async function pathInPackage(): Promise<string | null> {
  try {
    const { default: shipped } = await import('@ffmpeg-installer/ffmpeg')
    return shipped.path
  } catch {
    return null
  }
}

async function probe(path: string): Promise<Encoder | null> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile()) return null
  const key = `${path}\n${file.mtimeMs}\n${file.size}`
  const known = probes.get(key)
  if (known) return await known
  const asked = ask(path)
  probes.set(key, asked)
  const answer = await asked
  // It may have failed for want of memory or time: the next render probes again.
  if (!answer) probes.delete(key)
  return answer
}

/** One call returns both: encoders go to stdout, the banner with version and libraries to stderr. */
async function ask(path: string): Promise<Encoder | null> {
  const answer = await new Promise<{ out: string; banner: string } | null>((done) => {
    execFile(
      path,
      ['-encoders'],
      { timeout: PROBE_MS, killSignal: 'SIGKILL', maxBuffer: ANSWER_BYTES_MAX },
      (error, out, banner) => done(error ? null : { out, banner }),
    ).stdin?.end()
  })
  if (!answer) return null
  const has = (kind: 'V' | 'A', name: string) => new RegExp(`^ ${kind}\\S+ ${name} `, 'm').test(answer.out)
  if (!has('V', 'libx264') || !has('A', 'aac')) return null
  const version = /^ffmpeg version (\S+)/m.exec(answer.banner)?.[1] ?? 'unknown'
  const libavcodec = Number(/^\s*libavcodec\s+(\d+)\./m.exec(answer.banner)?.[1] ?? 0)
  return { path, version, canDecode: libavcodec >= LIBAVCODEC_OF_5 }
}
