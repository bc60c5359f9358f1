/** Requests of a trial: sent to a client, answered, undone and withdrawn, each time as the law says. */
import { nonceOf, toSeen } from '#features/clients/approvals/approvals.rules.ts'
import { contentHash } from '#features/content/index.ts'
import type { ApprovingCompany } from '../../approving-company.ts'
import { Broken, expectSame } from '../../trial.ts'
import type { Answer, Law, Page, Sent } from './approvals-law.ts'
import { happens, readKnownPosts } from './approvals-posts.ts'

const DAY = 86_400_000

export interface AnswersReport {
  answers: number
  undone: number
}

export function requestsOf(company: ApprovingCompany, law: Law, report: AnswersReport) {
  const { approvals, answers: clients, viewer } = company
  const sent: Sent[] = []

  async function lookAt(request: Sent, post: string): Promise<Page> {
    const item = (await readKnownPosts(company)).get(post)
    const asked = (await company.findRequestItems(request.id)).find(({ item_id }) => item_id === post)
    if (!item || !asked) throw new Broken('An asked post is not there')
    const { row, bytes } = item
    const hash = contentHash(row)
    const nonce = nonceOf(request.token, asked, toSeen('waiting', hash, row))
    const undoNonce = nonceOf(request.token, asked, toSeen('approved', hash, row))
    const answers = law.turnsOf(request, post)
    return { item: String(asked.id), nonce, undoNonce, answers, bytes, plannedFor: row.publish_date }
  }

  /** Nothing stands in the way of an answer about these bytes. */
  async function isOpen(request: Sent, post: string, bytes: string): Promise<boolean> {
    return law.isLive(request) && !(await isDeleted(post)) && !law.standing(request, post, bytes)
  }

  const isDeleted = async (post: string) => (await readKnownPosts(company)).get(post)?.status === 'delete'

  const linkOf = ({ linkId, id }: Sent) => ({ id: linkId, targetId: id })

  function note(request: Sent, post: string, bytes: string, kind: Answer['kind']) {
    report.answers += 1
    law.note(request, post, bytes, kind)
  }

  return {
    /** Which post of which request; null where there is none yet. */
    aim(step: { request: number; post: number }): { request: Sent; post: string } | null {
      const request = sent[step.request % Math.max(1, sent.length)]
      const post = request?.posts[step.post % request.posts.length]
      return request && post !== undefined ? { request, post } : null
    },

    async send(some: string[]): Promise<void> {
      const items = await readKnownPosts(company)
      const isPossible = some.every((id) => ['draft', 'approved'].includes(items.get(id)?.status ?? ''))
      const common = {
        clientName: 'Ana',
        timeZone: 'Europe/Lisbon',
        message: null,
        days: 14,
        password: null,
        mailTo: null,
      }
      const isSent = await happens(async () => {
        const { request, url } = await approvals.create(viewer, { ...common, posts: some }, undefined, (token) => token)
        const expiresAt = company.now() + 14 * DAY
        const { id, linkId } = request
        sent.push({ id, linkId, token: url, posts: some, expiresAt, isWithdrawn: false, pages: new Map() })
      })
      expectSame('a request', isSent, isPossible)
    },

    async answer(request: Sent, post: string, kind: Answer['kind'], isFresh: boolean): Promise<void> {
      const now = await lookAt(request, post)
      const page = isFresh ? now : (request.pages.get(post) ?? now)
      request.pages.set(post, now)
      const isPossible = await isOpen(request, post, now.bytes)
      const isLatest = page.answers === now.answers && page.bytes === now.bytes && page.plannedFor === now.plannedFor
      const body = { item: page.item, nonce: page.nonce, answer: kind, name: 'Ana' }
      const isTaken = await happens(() => clients.answer(linkOf(request), request.token, body))
      expectSame(`an answer to ${post}`, isTaken, isPossible && isLatest)
      if (isTaken) note(request, post, now.bytes, kind)
    },

    async decideAtOnce(request: Sent, post: string): Promise<void> {
      const { item, nonce, bytes } = await lookAt(request, post)
      const isPossible = await isOpen(request, post, bytes)
      const kinds = ['approved', 'changes'] as const
      const taken = await Promise.all(
        kinds.map((kind) =>
          happens(() => clients.answer(linkOf(request), request.token, { item, nonce, answer: kind, name: kind })),
        ),
      )
      expectSame('how many of two deciders are heard', taken.filter(Boolean).length, isPossible ? 1 : 0)
      const kind = kinds[taken.indexOf(true)]
      if (kind) note(request, post, bytes, kind)
    },

    async undo(request: Sent, post: string): Promise<void> {
      const { item, undoNonce, bytes } = await lookAt(request, post)
      const answer = law.standing(request, post, bytes)
      const isPossible = law.isLive(request) && !(await isDeleted(post)) && law.isUndoable(answer)
      const isUndone = await happens(() => clients.undo(linkOf(request), request.token, { item, nonce: undoNonce }))
      expectSame('an undo', isUndone, isPossible)
      if (isUndone && answer) {
        answer.isUndone = true
        report.undone += 1
      }
    },

    async withdraw(at: number, byLink: boolean): Promise<void> {
      const request = sent[at]
      if (!request) return
      if (byLink) await company.revoke(request.linkId)
      else await approvals.withdraw(viewer, request.id)
      request.isWithdrawn = true
    },
  }
}
