/** For tests of the demo workspace: how far it is, and every row and file there is beside it. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '@tangelo/contract'
import { expect, vi } from 'vitest'
import { readTables } from './read-tables.ts'
import type { World } from './world.ts'

export const DEMO = '/api/demo'
export const LONG = { timeout: 300_000 }

export const demoIn = async ({ ask }: World): Promise<Demo> => (await ask('admin', 'GET', DEMO)).json()

export async function untilFilled(here: World): Promise<Demo> {
  await vi.waitFor(
    async () => {
      const { state, reels } = await demoIn(here)
      expect(state).toBe('filled')
      expect(reels.done).toBe(reels.total)
    },
    { timeout: 240_000, interval: 200 },
  )
  return demoIn(here)
}

/** Every row of every table, but for the rounds of the clock, which begin when they are due. */
export async function rowsIn({ database }: World) {
  // Alerts are evaluated meanwhile, and counted.
  const { jobs = [], job_kinds: _, alert_evaluations: __, ...rest } = await readTables(database)
  return { ...rest, jobs: jobs.filter(({ kind, key }) => kind !== key) }
}

/** The worker has made every account known to the sources, which it does once and at a moment of its own. */
export async function untilFollowed({ database }: World): Promise<void> {
  await vi.waitFor(
    async () => {
      const { accounts = [] } = await readTables(database)
      expect(accounts.map((account) => account.is_followed)).toEqual(accounts.map(() => 1))
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Every file of the data folder, but for the store itself. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('.sqlite') && statSync(join(folder, name)).isFile())
    .sort()
}
