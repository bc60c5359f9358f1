/** Pure decisions about what is said of a connected account. */
import type { OwnAccount } from './queries.ts'

export type AccessTone = 'good' | 'warning' | 'bad'

/** Red where it no longer works, amber where a person has to act soon or something was not granted. */
export function toneOf({ state, missing, mayPublish, problem }: OwnAccount): AccessTone {
  if (state === 'ended') return 'bad'
  return state === 'expiring' || missing.length > 0 || !mayPublish || problem !== null ? 'warning' : 'good'
}
