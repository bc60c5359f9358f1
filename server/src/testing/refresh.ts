/** For tests of refreshes by hand: the request, its state, and the figures that it brings. */
import type { Measured } from './world-with-sources.ts'

export const refresh = ({ ask }: Measured, id = 1) => ask('admin', 'POST', `/api/accounts/${id}/refresh`)
export const stateOf = async ({ ask }: Measured, id = 1) =>
  (await ask('admin', 'GET', `/api/accounts/${id}/refresh`)).json()
export const metricsOf = async ({ ask }: Measured, id = 1) =>
  (await ask('admin', 'GET', `/api/accounts/${id}`)).json().metrics

/** The state of an account that was never read. */
export const NEVER = {
  state: 'idle',
  source: 'graph',
  lastSucceededAt: null,
  failure: null,
  nextDueAt: null,
  allowedAgainAt: null,
  interval: 'daily',
  everyDays: 1,
}
