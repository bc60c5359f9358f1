/**
 * One run of the encoder. It reads frames from its standard input and ends when that ends: also when this process is killed,
 * so none is ever left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { RenderRefused } from '#ports/renderer.ts'

export interface EncoderProcess {
  /** Resolves when the encoder has taken the frame, whose bytes must stay as they are until then. */
  write(frame: Uint8Array): Promise<void>
  /** Resolves when the file is whole, with how many frames are in it. Throws `RenderRefused`. */
  finish(): Promise<number>
  /** Ends it at once, whatever it has written. Resolves when it is gone, or cannot be ended; may be called again. */
  end(): Promise<void>
}

const ENDS_WITHIN_MS = 10_000
/** Of what it complains about, only the beginning says why. */
const COMPLAINTS_MAX = 4_000
const FULL = /No space left on device|Disk quota exceeded|File too large/i

/**
 * It takes and gives back the memory of several frames for each that it encodes. What it gave back stays its own here, or it
 * would be cleared anew every time, which is a twelfth of its work. Read by glibc; others do not know these names.
 */
export const encoderOptions = () => ({
  windowsHide: true,
  env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '268435456' },
})

/** Below everything else that runs here: requests to the server do not wait for it. */
export function inBackground<Child extends ChildProcess>(child: Child): Child {
  // Its threads come later, and have what it has.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

interface Outcome {
  readonly code: number | null
  readonly framesTaken: number
  readonly complaints: string
  readonly cause?: Error
}

export function encoderProcess(path: string, args: readonly string[]): EncoderProcess {
  const child = inBackground(spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], ...encoderOptions() }))
  const gone = outcomeOf(child)
  // An encoder that ends early breaks the pipe: its outcome has the cause.
  child.stdin.on('error', () => undefined)
  const refuse = async (): Promise<never> => {
    throw refusal(await gone)
  }
  return {
    write: (frame) =>
      new Promise<void>((resolve, reject) => {
        child.stdin.write(frame, (error) => (error ? refuse().catch(reject) : resolve()))
      }),
    async finish() {
      child.stdin.end()
      const outcome = await gone
      if (outcome.code !== 0 || FULL.test(outcome.complaints)) throw refusal(outcome)
      return outcome.framesTaken
    },
    async end() {
      child.kill('SIGKILL')
      // One that waits for a disk that does not answer ends with the disk.
      await Promise.race([gone, pause(ENDS_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let complaints = ''
  let framesTaken = 0
  let unread = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(0, COMPLAINTS_MAX)
  })
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unread + text).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('frame=')) framesTaken = Number(line.slice('frame='.length))
  })
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve({ code: null, framesTaken, complaints, cause }))
    child.once('close', (code) => resolve({ code, framesTaken, complaints }))
  })
}

function refusal({ complaints, code, cause }: Outcome): RenderRefused {
  if (FULL.test(complaints))
    return new RenderRefused(
      'disk_full',
      'There is no room left on the disk of this server for the video. Free some, then generate the reel again.',
    )
  const ended = code === null ? 'was ended from outside' : `ended with code ${code}`
  return new RenderRefused(
    'encoder_failed',
    `The video encoder ${cause ? 'could not be started' : ended} before the video was whole. Generate the reel again.`,
    { cause: cause ?? new Error(complaints.trim() || 'It said nothing') },
  )
}
