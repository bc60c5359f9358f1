/**
 * `npm run bench -- analysis`: what it costs to look at a photograph of 10 MB without an AI provider. Ends with 1 when a bar is
 * missed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analysisReaders } from './lib/analysis-readers.ts'
import type { AnalysisRequest, Looked } from './lib/analyst.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { residentMb, watchMemory } from './lib/memory.ts'
import { photograph } from './lib/photographs.ts'
import { median } from './lib/statistics.ts'
import { aside, atMost, formatNumber, reportFigures, say, spread } from './lib/table.ts'

/** 24 million pixels, hardly compressed: about 10 MB. */
const SIZE = { width: 6_000, height: 4_000 }
const QUALITY = 97
const QUICK_SIZE = { width: 1_600, height: 1_200 }
const CPU_MS_MAX = 400
const GROWTH_MB_MAX = 120
const EVENT_LOOP_MS_MAX = 50
const ROUNDS = 10
const AT_ONCE = 2
const READING_SECONDS = 20

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  const { width, height } = values.quick ? QUICK_SIZE : SIZE
  const rounds = values.quick ? 2 : ROUNDS
  await withLifetime(async (life) => {
    say('Making the photograph.')
    const picture = await photograph(7, width, height, QUALITY)
    const { ask, pid } = analyst(life)
    const small = await ask({ picture: await photograph(8, 640, 480), count: 1, atOnce: 1 })
    const before = residentMb(pid)
    const mostAlone = watchMemory(pid)
    const alone: number[] = []
    for (let round = 0; round < rounds; round += 1) alone.push((await ask({ picture, count: 1, atOnce: 1 })).cpuMs)
    const peakAlone = mostAlone()
    const most = watchMemory(pid)
    const together = await ask({ picture, count: rounds, atOnce: AT_ONCE })
    const peak = most()
    if (small.characters === 0 || together.characters === 0) throw new Error('Nothing was said about the photograph')
    const figures = [
      atMost('one analysis: processor time', median(alone), CPU_MS_MAX, 'ms', spread(alone)),
      aside('the first one, a small one, with all that is loaded for it', `${formatNumber(small.cpuMs)} ms`),
      before === null || peakAlone === null || peak === null
        ? aside('memory growth', 'not given by this system')
        : atMost(
            'memory growth, one after the other',
            peakAlone - before,
            GROWTH_MB_MAX,
            'MB',
            ` (${formatNumber(before)} to ${formatNumber(peakAlone)}; two at once to ${formatNumber(peak)})`,
          ),
      atMost(
        'event-loop delay, two at once: p99',
        together.loopDelayMs.p99,
        EVENT_LOOP_MS_MAX,
        'ms',
        ` (longest ${formatNumber(together.loopDelayMs.longest)} ms)`,
      ),
      aside('two at once: each takes', `${formatNumber(together.wallMs / rounds)} ms`),
      ...(await analysisReaders(life, picture, values.quick ? 2 : READING_SECONDS)),
    ]
    reportFigures(
      `${width} × ${height} pixels, ${formatNumber(picture.length / 1024 ** 2)} MB, ${rounds} rounds`,
      figures,
    )
  })
}

/** The process that looks; it ends with the run. */
function analyst(life: Lifetime) {
  const child = fork(join(import.meta.dirname, 'lib/analyst.ts'), {
    serialization: 'advanced',
    // As `npm start` has it: few arenas, so that what is given back is given back.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  })
  life.child(child)
  const { pid } = child
  if (pid === undefined) throw new Error('The process that looks at pictures did not start')
  return {
    pid,
    async ask(request: AnalysisRequest): Promise<Looked> {
      child.send(request)
      const [looked]: Looked[] = await once(child, 'message')
      if (!looked) throw new Error('The process that looks at pictures said nothing')
      return looked
    },
  }
}

await main()
