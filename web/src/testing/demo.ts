import type { Demo } from '@tangelo/contract'

/** No demo workspace was ever opened. */
export const noDemo: Demo = {
  state: 'none',
  accounts: { done: 0, total: 200 },
  drafts: { done: 0, total: 60 },
  reels: { done: 0, total: 5 },
  progress: 0,
  secondsLeft: null,
  message: null,
  companyIds: [],
  isAlone: false,
  openedAt: null,
}
