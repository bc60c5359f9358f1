/** One thing that a rehearsal looked at. */
import type { CheckKey, CheckState, Fix } from '@tangelo/contract/limits'

export interface Check {
  key: CheckKey
  state: CheckState
  /** A few words. */
  title: string
  /** One or two sentences; for a check that did not pass, with how to mend it. */
  detail: string
  fix: Fix | null
}

export const pass = (key: CheckKey, title: string, detail: string): Check => ({
  key,
  state: 'passed',
  title,
  detail,
  fix: null,
})
export const warn = (key: CheckKey, title: string, detail: string, fix: Fix | null = null): Check => ({
  key,
  state: 'warning',
  title,
  detail,
  fix,
})
export const block = (key: CheckKey, title: string, detail: string, fix: Fix | null = null): Check => ({
  key,
  state: 'blocked',
  title,
  detail,
  fix,
})

/** What concerns the way to Instagram alone, or what its app asks for. */
const OF_THE_WAY: readonly CheckKey[] = ['account', 'access', 'way', 'cover', 'location', 'quota']
/** What holds a person back as well. */
const ALSO_BY_HAND: readonly CheckKey[] = ['approval', 'time']

/** Of a post that its person publishes by hand: Instagram's own app converts and cuts, so most checks are no more than advice. */
export const checksOfReminder = (checks: readonly Check[]): Check[] =>
  checks.flatMap(({ key, state, title, detail, fix }) => {
    if (OF_THE_WAY.includes(key)) return []
    const isAdvice = state === 'blocked' && !ALSO_BY_HAND.includes(key)
    return [{ key, state: isAdvice ? 'warning' : state, title, detail, fix }]
  })
