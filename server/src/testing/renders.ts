/** Renders for tests: one that goes on when the test says so, its jobs, and the files it leaves. */
import { readdirSync } from 'node:fs'
import { aReel, startRender } from './reels.ts'
import { steps } from './test-renderer.ts'
import { type World, world } from './world.ts'

/** A running render that continues when the test says so. */
export async function going(given: Parameters<typeof world>[0] = {}) {
  const here = await world(given)
  const reel = await aReel(here)
  const work = steps()
  here.renderer.expect(work)
  const renderId = await startRender(here, reel.id)
  const workers = here.work()
  await work.begun
  const cancel = () => here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  return { ...here, here, reel, renderId, steps: work, cancel, workers }
}

/** Files of renders that are not finished. */
export const partsOf = ({ folder }: World) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.part|render-|music$/.test(name))

export const jobsOf = ({ database }: World) =>
  database.queries.selectFrom('jobs').select(['state', 'attempt', 'reason']).execute()
