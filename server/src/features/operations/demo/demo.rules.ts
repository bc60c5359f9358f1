/** What the demo workspace has, how far it is filled, and in whose name. */
import type { Demo } from '@tangelo/contract'
import { momentToText } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'
import type { Viewer } from '#platform/viewer.ts'
import { ACCOUNTS_PER_CLIENT, CLIENTS } from './rules/clients.ts'
import { DRAFTS_PER_CLIENT } from './rules/drafts.ts'

const TOTALS = {
  accounts: CLIENTS.length * ACCOUNTS_PER_CLIENT,
  drafts: CLIENTS.length * DRAFTS_PER_CLIENT,
  reels: CLIENTS.length,
} as const

/** What each part takes of the time. */
const SHARES = { accounts: 0.45, drafts: 0.3, reels: 0.25 } as const
/** Before, the speed says nothing. */
const SPEED_KNOWN_AT = 0.05
const STOPPED = 'Filling the demo workspace was stopped. Open it again, or remove it.'

type Workspace = Row<'demo_workspace'> & {
  /** The job that fills it waits or runs. */
  is_under_way: boolean | 0 | 1
}

/** `rendered`: how many of its reels have a video. */
export function describeDemo(
  workspace: Workspace | undefined,
  { rendered, companyIds, isAlone, now }: { rendered: number; companyIds: number[]; isAlone: boolean; now: number },
): Demo {
  const done = { accounts: workspace?.accounts ?? 0, drafts: workspace?.drafts ?? 0, reels: rendered }
  const parts = Object.entries(SHARES) as [keyof typeof SHARES, number][]
  const progress = Math.min(
    1,
    parts.reduce((sum, [part, share]) => sum + (share * done[part]) / TOTALS[part], 0),
  )
  const elapsed = workspace ? (now - workspace.begun_at) / 1_000 : 0
  const state = workspace ? stateOf(workspace) : 'none'
  const isSpeedKnown = state === 'filling' && progress >= SPEED_KNOWN_AT
  return {
    state,
    accounts: { done: done.accounts, total: TOTALS.accounts },
    drafts: { done: done.drafts, total: TOTALS.drafts },
    reels: { done: done.reels, total: TOTALS.reels },
    progress,
    secondsLeft: isSpeedKnown ? Math.ceil((elapsed / progress) * (1 - progress)) : null,
    message: state === 'failed' ? (workspace?.failure ?? STOPPED) : null,
    companyIds,
    isAlone,
    openedAt: workspace ? momentToText(workspace.begun_at) : null,
  }
}

/** A job that was cancelled, or is tried again, leaves the row as it was. */
function stateOf({ state, is_under_way }: Workspace): Workspace['state'] {
  if (state !== 'filling' && state !== 'failed') return state
  return is_under_way ? 'filling' : 'failed'
}

/** In whose name a company of the demo is filled: it sees that company alone. */
export const demoViewer = ({ id, name }: { id: number; name: string }): Viewer => ({
  userId: null,
  username: 'Demo',
  role: 'pro',
  companyId: id,
  companyName: name,
  mustChangePassword: false,
  address: null,
  via: 'server',
  isDemo: true,
})
