/**
 * `npm run bench -- analysis-truth`: how often the analysis of an account is wrong, measured on invented accounts whose truth is
 * known. Imports the pure rules, uses two worker threads, and writes what it measured to contract/src/analytics/truth-bench.ts,
 * which the product shows. Ends with 1 when a bar is missed. `--only posting,moves`, `--quick` (a tenth, writes nothing).
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { METHOD_VERSION } from '../../server/src/features/analytics/analysis/rules/method.ts'
import { reportFigures, say } from './lib/table.ts'
import { publishTruth } from './lib/truth-publication.ts'
import type { Judged, TruthSection } from './lib/truth-section.ts'
import { sections } from './lib/truth-sections.ts'
import type { WorldsRequest } from './lib/truth-worker.ts'

const THREADS = 2
const QUICK_SCALE = 0.1
/** Worlds of one request to a thread. */
const WORLDS_AT_ONCE = 25

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
  const only = values.only?.split(',')
  const chosen = sections.filter(({ name }) => only?.includes(name) ?? true)
  if (chosen.length === 0) throw new Error(`--only takes ${sections.map(({ name }) => name).join(', ')}`)
  const scale = values.quick ? QUICK_SCALE : 1
  const judged = await judgeWorlds(chosen, scale)
  const results = chosen.map((section) => section.conclude((batch) => judged.get(`${section.name} ${batch}`) ?? []))
  if (!values.quick) publishTruth(Object.assign({}, ...results.map(({ published }) => published)))
  reportFigures(
    `Method ${METHOD_VERSION}, ${chosen.map(({ name }) => name).join(', ')}`,
    results.flatMap(({ figures }) => figures),
  )
}

/** Every world of the sections, by section and batch, in the order of their seeds. */
async function judgeWorlds(chosen: readonly TruthSection[], scale: number): Promise<Map<string, Judged[]>> {
  const requests: WorldsRequest[] = chosen.flatMap((section) =>
    section.batches(scale).flatMap(({ name: batch, worlds }) => {
      const seeds = Array.from({ length: worlds }, (_, world) => world + 1)
      return Array.from({ length: Math.ceil(worlds / WORLDS_AT_ONCE) }, (_, at) => ({
        section: section.name,
        batch,
        seeds: seeds.slice(at * WORLDS_AT_ONCE, (at + 1) * WORLDS_AT_ONCE),
      }))
    }),
  )
  const answers = requests.map((): Judged[] => [])
  let next = 0
  const workUntilDone = async () => {
    const worker = new Worker(new URL('./lib/truth-worker.ts', import.meta.url))
    for (let at = next++; at < requests.length; at = next++) {
      worker.postMessage(requests[at])
      const [judged]: Judged[][] = await once(worker, 'message')
      answers[at] = judged ?? []
      if (at % 40 === 0) say(`${requests[at]?.section}: ${requests[at]?.batch} (${at} of ${requests.length})`)
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: THREADS }, workUntilDone))
  const judged = new Map<string, Judged[]>()
  requests.forEach(({ section, batch }, at) => {
    const key = `${section} ${batch}`
    judged.set(key, [...(judged.get(key) ?? []), ...(answers[at] ?? [])])
  })
  return judged
}

await main()
