/** Apify as a source for tests: against a stand-in for one test, or one that answers these items. */
import { type ApifyOptions, apifyStandIn } from '@tangelo/stand-ins'
import { clock, forOneTest, usual } from '../../../testing/instagram-suite.ts'
import { type ApifySourceOptions, apifySource } from '../apify.ts'

export async function startApify(change: Partial<ApifySourceOptions> = {}, world: Partial<ApifyOptions> = {}) {
  const standIn = await forOneTest(apifyStandIn({ ...usual(), ...world }).start())
  const { url, token } = standIn
  return { standIn, source: apifySource({ url, token, callsPerHour: 60, clock, ...change }) }
}
