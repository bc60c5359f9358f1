/** How soon an installation with data is ready, and what it holds in memory without requests. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lifetime } from './lifetime.ts'
import { residentMb } from './memory.ts'
import { type ProductSettings, repository, startProduct } from './product.ts'
import { median } from './statistics.ts'
import { aside, atMost, type Figure, say, spread } from './table.ts'

const READY_MS_MAX = 1_000
const IDLE_MB_MAX = 190

export async function startUpFigures(
  life: Lifetime,
  settings: ProductSettings,
  { starts, restSeconds }: { starts: number; restSeconds: number },
): Promise<Figure[]> {
  const isBuilt = existsSync(join(repository, 'web/dist/index.html'))
  const as = isBuilt ? 'npm start' : 'plain'
  // Not counted: it may bring the build up to date, and it fills the disk's cache.
  await (await startProduct(life, { ...settings, as })).stop()
  const times: number[] = []
  for (let run = 0; run < starts; run += 1) {
    const product = await startProduct(life, { ...settings, as })
    times.push(product.readyMs)
    await product.stop()
  }
  const command = isBuilt ? '`npm start`' : '`node server/src/main.ts` (the screen is not built)'
  const ready = atMost(`${command} to ready`, median(times), READY_MS_MAX, 'ms', spread(times))
  say(`  ${ready.name} ${ready.measured}`)

  const product = await startProduct(life, { ...settings, as })
  await pause(restSeconds * 1000)
  const megabytes = residentMb(product.pid)
  await product.stop()
  const name = `idle memory (RSS) after ${restSeconds} s`
  const idle = megabytes === null ? aside(name, 'not given by this system') : atMost(name, megabytes, IDLE_MB_MAX, 'MB')
  say(`  ${idle.name} ${idle.measured}`)
  return [ready, idle]
}
