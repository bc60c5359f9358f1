/** What a reel costs beside encoding its frames and nothing else, turn by turn. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'
import { planOf } from '@tangelo/kernel/timeline'
import { type Encoder, findEncoder } from '../../../server/src/adapters/renderer/encoder.ts'
import { encoderArguments } from '../../../server/src/adapters/renderer/encoder-arguments.ts'
import { encoderOptions, inBackground } from '../../../server/src/adapters/renderer/encoder-process.ts'
import type { Lifetime } from './lifetime.ts'
import { cpuSeconds, memoryMegabytes } from './process-cost.ts'
import { prepareReel, reelSettings } from './reel-frames.ts'
import type { Rendered, RenderRequest } from './reel-renderer.ts'
import { median } from './statistics.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, say, spread } from './table.ts'

const CPU_RATIO_MAX = 1.15
const WALL_RATIO_MAX = 1.1
const MEMORY_MB_MAX = 450

interface Cost {
  cpu: number
  wall: number
}

export async function costFigures(
  life: Lifetime,
  pictures: Buffer[],
  rounds: number,
): Promise<{ figures: Figure[]; wallSeconds: number }> {
  const folder = life.folder('reel')
  const raw = join(folder, 'frames.yuv')
  const painting = await paintFrames(raw, pictures)
  const encoder = await findEncoder({ ffmpegPath: process.env.FFMPEG_PATH })
  const renderer = await rendererProcess(life, folder)
  // The first render loads what every later one finds there.
  await renderer.render(pictures.slice(0, 1), 1)
  const [encoding, hard]: [Cost[], Cost[]] = [[], []]
  const rendering: (Cost & { memory: number; all: number; reel: Rendered })[] = []
  for (let round = 0; round < rounds; round += 1) {
    hard.push(await encodeOnly(encoder, raw, folder, 'hard'))
    encoding.push(await encodeOnly(encoder, raw, folder, 'stream'))
    rendering.push(await renderer.render(pictures, 3))
    const [alone, whole] = [encoding.at(-1), rendering.at(-1)]
    if (alone && whole)
      say(
        `  round ${round + 1}: CPU ${formatNumber(whole.cpu)} s beside ${formatNumber(alone.cpu)}, wall ${formatNumber(whole.wall)} s beside ${formatNumber(alone.wall)} (hard peer ${formatNumber(hard.at(-1)?.wall ?? Number.NaN)}), ${formatNumber(whole.memory)} MB`,
      )
  }
  await renderer.end()
  const ratios = (of: keyof Cost, beside = encoding) =>
    rendering.map((whole, at) => whole[of] / (beside[at]?.[of] ?? Number.NaN))
  const figures = [
    atMost('CPU, of encode-only', median(ratios('cpu')), CPU_RATIO_MAX, '×', spread(ratios('cpu'))),
    atMost('wall on 2 cores, of encode-only', median(ratios('wall')), WALL_RATIO_MAX, '×', spread(ratios('wall'))),
    atMost(
      'memory at its peak, grown by and of the encoder',
      Math.max(...rendering.map(({ memory }) => memory)),
      MEMORY_MB_MAX,
      'MB',
      ` (both processes whole: ${formatNumber(Math.max(...rendering.map(({ all }) => all)))} MB)`,
    ),
    aside('encode-only', costOf(encoding)),
    aside(
      'the hard peer: a file in memory, tuned',
      `${costOf(hard)}; of that, a reel takes ${formatNumber(median(ratios('cpu', hard)))} × CPU, ${formatNumber(median(ratios('wall', hard)))} × wall`,
    ),
    aside('a whole reel', costOf(rendering)),
    aside('drawing a frame', `${formatNumber(painting)} ms`),
    aside(
      'event-loop delay while one renders',
      `p99 ${formatNumber(median(rendering.map(({ reel }) => reel.loopDelayMs.p99)))} ms, longest ${formatNumber(Math.max(...rendering.map(({ reel }) => reel.loopDelayMs.longest)))} ms`,
    ),
    atLeast('reels that Instagram would take', rendering.filter(({ reel }) => reel.isFit).length, rounds, ''),
  ]
  return { figures, wallSeconds: median(rendering.map(({ wall }) => wall)) }
}

const costOf = (all: Cost[]) =>
  `CPU ${formatNumber(median(all.map(({ cpu }) => cpu)))} s, wall ${formatNumber(median(all.map(({ wall }) => wall)))} s`

/** Answers the milliseconds of one frame. */
async function paintFrames(path: string, pictures: Buffer[]): Promise<number> {
  say('Drawing the frames for encode-only.')
  const { timeline, painter } = await prepareReel(pictures, reelSettings(pictures.length))
  const file = openSync(path, 'w')
  let ms = 0
  for (let frame = 0; frame < timeline.frames; frame += 1) {
    const since = performance.now()
    const painted = painter.paint(planOf(timeline, frame))
    ms += performance.now() - since
    writeSync(file, painted)
  }
  closeSync(file)
  return ms / timeline.frames
}

/**
 * The same frames, arguments and priority, with nothing else to do. A stream is what a program that draws frames can give the encoder
 * as it comes; the hard peer is given what no renderer has, a file in memory, and the renderer's own tuning of its memory.
 */
async function encodeOnly(encoder: Encoder, raw: string, folder: string, peer: 'stream' | 'hard'): Promise<Cost> {
  const path = join(folder, 'encode-only.mp4')
  const args = encoderArguments({
    quality: 'standard',
    seconds: 15.5,
    audioPath: null,
    path,
    isRecent: encoder.canDecode,
  })
  const [program, given, options] =
    peer === 'stream'
      ? ['sh', ['-c', 'cat "$0" | "$@"', raw, encoder.path, ...args], {}]
      : [encoder.path, args.map((argument) => (argument === 'pipe:0' ? raw : argument)), encoderOptions()]
  const before = cpuSeconds(process.pid)
  const own = process.cpuUsage()
  const since = performance.now()
  const encoding = inBackground(spawn(program, given, { ...options, stdio: ['ignore', 'ignore', 'inherit'] }))
  const [code] = await once(encoding, 'close')
  const wall = (performance.now() - since) / 1_000
  const { user, system } = process.cpuUsage(own)
  if (code !== 0 || statSync(path).size === 0) throw new Error(`The encoder ended with ${code}`)
  return { wall, cpu: cpuSeconds(process.pid) - before - (user + system) / 1e6 }
}

async function rendererProcess(life: Lifetime, folder: string) {
  const child: ChildProcess = fork(fileURLToPath(new URL('./reel-renderer.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'],
    // As `npm start` has it.
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: '1000000', NODE_COMPILE_CACHE: join(folder, 'compiled') },
  })
  const end = life.child(child)
  const { pid } = child
  if (pid === undefined) throw new Error('The renderer could not be started')
  return {
    end,
    async render(pictures: Buffer[], seconds: number) {
      const before = { cpu: cpuSeconds(pid), memory: memoryMegabytes(pid).own }
      let [memory, all] = [0, 0]
      const looking = setInterval(() => {
        const { own, children } = memoryMegabytes(pid)
        all = Math.max(all, own + children)
        memory = Math.max(memory, own - before.memory + children)
      }, 50)
      const over = new AbortController()
      const answer = once(child, 'message')
      child.send({ pictures, folder, seconds } satisfies RenderRequest)
      const [reel]: Rendered[] = await Promise.race([
        answer,
        once(child, 'exit', { signal: over.signal }).then(() => []),
      ])
      over.abort()
      clearInterval(looking)
      if (!reel) throw new Error('The renderer ended')
      return { reel, memory, all, wall: reel.wallSeconds, cpu: cpuSeconds(pid) - before.cpu }
    },
  }
}
