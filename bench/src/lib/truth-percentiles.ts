/** A place among peers: how often the interval holds the true percentile. */
import { placeAmong } from '../../../server/src/features/analytics/analysis/rules/place.ts'
import { createRandom } from './random.ts'
import { type Judged, percent, shareOf, type TruthSection } from './truth-section.ts'

const WORLDS = 4_000
const PEERS = [8, 12, 22, 50]
const COVERED = 0.95
const TOLERANCE = 0.02

/** Values are drawn evenly from 0 to 1, so that an account's own value is its true percentile: ranks know no other shape. */
export const percentiles: TruthSection = {
  name: 'percentiles',
  batches: (scale) => PEERS.map((peers) => ({ name: String(peers), worlds: WORLDS * scale })),
  judge(batch, seed): Judged {
    const { next } = createRandom(seed * 1_000 + Number(batch))
    const own = next()
    const { low, high } = placeAmong(own, Array.from({ length: Number(batch) }, next))
    return { covered: Number(low !== null && high !== null && low <= own && own <= high) }
  },
  conclude(judged) {
    const measured = PEERS.map((peers) => {
      const worlds = judged(String(peers))
      return { peers, worlds: worlds.length, covered: shareOf(worlds, 'covered') }
    })
    return {
      figures: measured.map(({ peers, covered }) => ({
        name: `percentile intervals that hold the truth: ${peers} peers`,
        measured: percent(covered),
        bar: `${percent(COVERED)} ± 2`,
        isMet: Math.abs(covered - COVERED) <= TOLERANCE,
      })),
      published: { percentiles: measured },
    }
  },
}
