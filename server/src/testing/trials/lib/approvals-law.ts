/** What a trial knows of approvals: the law alone, the requests that were sent, and the answers that were given to them. */
import type { ItemRow } from '#features/content/index.ts'

export interface Answer {
  request: Sent
  post: string
  bytes: string
  kind: 'approved' | 'changes'
  finalAt: number
  isUndone: boolean
  isUsed: boolean
  isAnnounced: boolean
}

export interface Sent {
  id: number
  linkId: number
  token: string
  posts: string[]
  expiresAt: number
  isWithdrawn: boolean
  /** What a page that was opened earlier carries, by post. */
  pages: Map<string, Page>
}

export interface Page {
  item: string
  /** To answer with, and to take an answer back with. */
  nonce: string
  undoNonce: string
  answers: number
  bytes: string
  plannedFor: string | null
}

/** A post as the law sees it. */
export interface Post {
  status: string
  bytes: string
}

const SECOND = 1_000

export const keyOf = (status: string | null) => (status ?? 'draft').trim().toLowerCase()
export const bytesOf = ({ caption, video_url }: Pick<ItemRow, 'caption' | 'video_url'>) =>
  `${caption ?? ''} ${video_url ?? ''}`
export const isGuarded = (status: string) => status === 'approved' || status === 'published'

export type Law = ReturnType<typeof lawOf>

export function lawOf({ now }: { now: () => number }) {
  const given: Answer[] = []
  let isRuleOn = false

  /** The latest answer about these bytes that still stands is a yes, and it is final. */
  function live(post: string, bytes: string): Answer | null {
    const latest = given.findLast(
      (one) => one.post === post && one.bytes === bytes && !one.isUndone && !one.request.isWithdrawn,
    )
    if (latest?.kind !== 'approved') return null
    return latest.isUsed || latest.isAnnounced || latest.finalAt <= now() ? latest : null
  }

  return {
    setRule(isOn: boolean) {
      isRuleOn = isOn
    },
    /** What the law says about a write: null where it does not ask. */
    judge(post: string, before: Post | null, after: Post): 'passes' | 'barred' | null {
      if (!isRuleOn || !isGuarded(after.status)) return null
      // A table brings what was published long ago.
      if (before === null && after.status === 'published') return null
      const isAsked = before?.status !== after.status || (after.status === 'approved' && before.bytes !== after.bytes)
      if (!isAsked) return null
      return live(post, after.bytes) ? 'passes' : 'barred'
    },
    /** From now on the approval of these bytes cannot be undone. */
    relyOn(post: string, bytes: string) {
      const answer = live(post, bytes)
      if (answer) answer.isUsed = true
    },
    isLive: (request: Sent) => !request.isWithdrawn && request.expiresAt > now(),
    standing: (request: Sent, post: string, bytes: string) =>
      given.findLast((one) => one.request === request && one.post === post && one.bytes === bytes && !one.isUndone),
    turnsOf: (request: Sent, post: string) =>
      given
        .filter((one) => one.request === request && one.post === post)
        .reduce((sum, one) => sum + (one.isUndone ? 2 : 1), 0),
    note(request: Sent, post: string, bytes: string, kind: Answer['kind']) {
      const finalAt = now() + 30 * SECOND
      given.push({ request, post, bytes, kind, finalAt, isUndone: false, isUsed: false, isAnnounced: false })
    },
    isUndoable: (answer: Answer | undefined) =>
      answer !== undefined && answer.finalAt > now() && !answer.isUsed && !answer.isAnnounced,
    /** What is final by now reaches the team. */
    announce() {
      for (const one of given)
        if (one.finalAt <= now() && !one.isUndone && !one.request.isWithdrawn) one.isAnnounced = true
    },
    answers: () => given.length,
  }
}
