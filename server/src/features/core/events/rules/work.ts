/** Jobs as the list of work shows them. Pure. */
import type { Work } from '@tangelo/contract'
import { WORK_KINDS, type WorkKind } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import { truncate } from '#platform/truncate.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { JobView } from '#ports/job-view.ts'

/** What the list of work needs to know of renders: they are called off by their own room, which gives the credit back. */
export interface Renders {
  captions(ids: readonly string[]): Promise<ReadonlyMap<string, { itemId: string; caption: string | null }>>
  cancel(viewer: Viewer, id: string): Promise<unknown>
}

export const isShown = (kind: string): kind is WorkKind => WORK_KINDS.some((shown) => shown === kind)

export const accountOf = ({ kind, key }: JobView) => (kind === 'refresh-account' ? Number(key) : null)

export const renderOf = ({ kind, key }: JobView) => (kind === 'render-reel' ? key : null)

export const importOf = ({ kind, key }: JobView) => (kind === 'drive-import' ? key : null)

export const isLive = ({ state }: JobView) => state === 'waiting' || state === 'running'

export function asWork(
  job: JobView,
  names: ReadonlyMap<number, string>,
  reels: Awaited<ReturnType<Renders['captions']>>,
  folders: ReadonlyMap<string, string>,
): Work {
  const accountId = accountOf(job)
  const renderId = renderOf(job)
  const reel = renderId === null ? undefined : reels.get(renderId)
  const name = accountId === null ? undefined : names.get(accountId)
  const state = job.state === 'running' || job.state === 'waiting' ? job.state : 'failed'
  return {
    id: job.id,
    kind: job.kind as WorkKind, // only shown kinds come here
    subject: name !== undefined ? `@${name}` : reel ? truncate(reel.caption) : (folders.get(job.key) ?? null),
    accountId: name === undefined ? null : accountId,
    renderId,
    reelId: reel?.itemId ?? null,
    state,
    progress: job.kind === 'refresh-account' ? null : job.progress,
    message: job.reason,
    createdAt: momentToText(job.createdAt),
    runAt: state === 'waiting' ? momentToText(job.runAt) : null,
  }
}
