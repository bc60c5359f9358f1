/** For tests of daily rounds: names, rounds every ten minutes, and when each name was read. */
import { expect } from 'vitest'
import { DAY, type Measured, MINUTE, makeWorldWithSources, snapshotsOf } from './world-with-sources.ts'

/** A world whose workers only read: days of rounds would be slow with all that else comes round. */
export const reading: typeof makeWorldWithSources = (given) =>
  makeWorldWithSources(Object.assign({ workerKinds: ['refresh-round', 'refresh-account'] }, given))

export const names = (count: number, prefix = 'synthetic') =>
  Array.from({ length: count }, (_, at) => `${prefix}_${at}`)

/**
 * Rounds every 10 minutes, for a number of minutes; the clock ticks every 30 s, but in between nothing new becomes due
 * here.
 */
export const rounds = (here: Measured, duration: number, every = 10 * MINUTE) =>
  here.rounds(Math.ceil(duration / every), every)

export const profileOf = async ({ database }: Measured, name: string) =>
  database.queries.selectFrom('profile_syncs').selectAll().where('username_key', '=', name).executeTakeFirstOrThrow()

/** Days of the clock, one number each. */
export const daysOf = (moments: number[] = []) => moments.map((at) => Math.floor(at / DAY))

export async function expectOneReadingEach(here: Measured, count: number) {
  const found = Object.values(await snapshotsOf(here))
  expect(found).toHaveLength(count)
  expect(found.every((moments) => moments.length === 1)).toBe(true)
}
