/** A store for tests of the audit: two weeks of an account from a file, and a figure that was typed in. */
import { integrityCheckService } from '#features/analytics/integrity-check/integrity-check.service.ts'
import { formWith, type World, world } from './world.ts'

export const checkIntegrity = ({ database, clock }: World) => integrityCheckService({ database, clock }).run()

export const WEEKS = [
  'username,date,followers,following,posts,engagement_rate',
  'nasa,2026-11-01,1000,10,100,2.5',
  'nasa,2026-11-15,1200,11,103,3.125',
  '',
].join('\n')

export async function makeWorldWithWeeks() {
  const here = await world()
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(WEEKS))
  await here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1300 })
  return here
}
