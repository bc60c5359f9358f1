/** The hours in which posts of an account did better, as far as its analysis shows it. */
import type { Analysis } from '../queries/analysis.ts'

export interface Hours {
  readonly from: number
  /** The hour they end before, inside the same day. */
  readonly to: number
}

/** None unless a difference was found. Hours that go past midnight are two. */
export function findStrongHours({ verdict, cells }: Analysis['posting']): Hours[] {
  if (verdict !== 'found') return []
  return cells
    .filter(({ family, significant, effect }) => family === 'hours' && significant && (effect ?? 0) > 0)
    .flatMap(({ from, to }) => {
      if (to > from) return [{ from, to }]
      return to === 0
        ? [{ from, to: 24 }]
        : [
            { from, to: 24 },
            { from: 0, to },
          ]
    })
}
