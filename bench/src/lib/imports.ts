/** A large file through the import, while readers go on reading: rows per second, memory, and what the readers notice. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTIONS } from './latency.ts'
import type { Lifetime } from './lifetime.ts'
import type { LoadClient } from './load.ts'
import { memoryGrowth, residentMb, watchMemory } from './memory.ts'
import { type ProductSettings, startProduct } from './product.ts'
import type { People, Questions } from './requests.ts'
import { percentile } from './statistics.ts'
import { aside, atLeast, atMost, type Figure, formatNumber, say } from './table.ts'
import { type CsvOptions, type RowOrder, upload, writeCsv } from './upload.ts'

const ROWS_PER_SECOND_MIN = 60_000
const GROWTH_MB_MAX = 150
const READ_MS_MAX = 50
const EVENT_LOOP_MS_MAX = 25
/** Readers that share two cores with the import and with each other's client. */
const READERS_PER_SECOND = 200

export interface ImportOptions {
  order: RowOrder
  rows: Omit<CsvOptions, 'order'>
  readers: 'none' | 'paced' | 'at full speed'
}

export async function importFigures(
  { life, client, people, questions }: { life: Lifetime; client: LoadClient; people: People; questions: Questions },
  settings: ProductSettings,
  { order, rows: wanted, readers }: ImportOptions,
): Promise<Figure[]> {
  const file = join(settings.dataFolder, 'bench.csv')
  const rows = await writeCsv(file, { ...wanted, order })
  // A server of its own each time, so that the memory of one import is not counted to the next.
  const product = await startProduct(life, { ...settings, as: 'probed' })
  const reading = (seconds: number) =>
    client.run({
      port: product.port,
      requests: questions.mixed,
      connections: CONNECTIONS,
      warmUpMs: 0,
      durationMs: seconds * 1000,
      perSecond: readers === 'paced' ? READERS_PER_SECOND : null,
    })
  await reading(WARM_UP_SECONDS)
  const before = residentMb(product.pid)
  const most = watchMemory(product.pid)
  product.beginWatching()
  let isOver = false
  const importing = upload(product.port, people.admin, file).finally(() => {
    isOver = true
  })
  const latencies: number[] = []
  if (readers !== 'none') while (!isOver) latencies.push(...(await reading(SLICE_SECONDS)).latencies)
  const { result, sendingSeconds, workingSeconds } = await importing
  const { p99: late, max } = await product.eventLoopDelay()
  const peak = most()
  await product.stop()
  rmSync(file)
  if (result.snapshots !== rows || result.refusedCount > 0)
    throw new Error(`Of ${rows} rows ${result.snapshots} were stored and ${result.refusedCount} refused`)

  const name = `import of ${formatNumber(rows)} rows ${order}${readers === 'none' ? '' : `, readers ${readers}`}`
  const overall = rows / (sendingSeconds + workingSeconds)
  const figures = [
    // Readers at full speed take what they get of two cores: that the import goes on beside them is shown, without a bar.
    readers === 'at full speed'
      ? aside(name, `${formatNumber(rows / workingSeconds)} rows/s (${formatNumber(overall)} with the upload)`)
      : atLeast(
          name,
          rows / workingSeconds,
          ROWS_PER_SECOND_MIN,
          'rows/s',
          ` (${formatNumber(overall)} with the upload)`,
        ),
    memoryGrowth(`${name}: memory growth`, before, peak, GROWTH_MB_MAX),
    atMost(`${name}: event-loop delay p99`, late, EVENT_LOOP_MS_MAX, 'ms', ` (longest ${Math.round(max)} ms)`),
  ]
  if (latencies.length > 0) {
    const sorted = latencies.sort((a, b) => a - b)
    const note = ` (p50 ${formatNumber(percentile(sorted, 0.5))} ms, ${formatNumber(sorted.length / (sendingSeconds + workingSeconds))}/s)`
    const p99 = percentile(sorted, 0.99)
    figures.push(
      readers === 'paced'
        ? atMost(`${name}: reads p99`, p99, READ_MS_MAX, 'ms', note)
        : aside(`${name}: reads p99`, `${formatNumber(p99)} ms${note}`),
    )
  }
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

const WARM_UP_SECONDS = 2
/** Readers come in slices, so that they stop soon after the import does. */
const SLICE_SECONDS = 1
