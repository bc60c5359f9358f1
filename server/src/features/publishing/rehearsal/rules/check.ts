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

export const passed = (key: CheckKey, title: string, detail: string): Check => ({
  key,
  state: 'passed',
  title,
  detail,
  fix: null,
})
export const warned = (key: CheckKey, title: string, detail: string, fix: Fix | null = null): Check => ({
  key,
  state: 'warning',
  title,
  detail,
  fix,
})
export const blocked = (key: CheckKey, title: string, detail: string, fix: Fix | null = null): Check => ({
  key,
  state: 'blocked',
  title,
  detail,
  fix,
})
