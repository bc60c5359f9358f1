/**
 * Reminds people of what they publish themselves: at its time a mail and a webhook, with everything to copy. Both are stored in the
 * transaction that says that they were, so each is sent once; then the publication waits until its person says that it is posted.
 */
import { contentHash, type ItemRow } from '#features/content/index.ts'
import type { Mail, MailRequest } from '#features/mail/index.ts'
import { enqueueWebhooks } from '#features/webhooks/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { truncate } from '#platform/truncate.ts'
import type { Clock } from '#ports/clock.ts'
import { RetryAt } from '#ports/queue.ts'
import { kindOf } from '../../sent-media/sent-media.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import { toCopyOf } from '../rules/to-copy.ts'
import type { Commits } from './commits.ts'
import type { Preparing } from './prepare.ts'

export type Reminding = ReturnType<typeof reminding>

export function reminding({
  database,
  clock,
  mail,
  publicUrl,
  commits: { commitIn },
  lockApprovedItem,
}: {
  database: Database
  clock: Clock
  mail: Pick<Mail, 'enqueue'>
  /** Null while none is set: then media are named by their paths. */
  publicUrl: string | null
  commits: Pick<Commits, 'commitIn'>
  lockApprovedItem: Preparing['lockApprovedItem']
}) {
  return async function remind(row: PublicationRow): Promise<PublicationRow> {
    if (row.planned_at > clock.now()) throw new RetryAt('It waits for its time', row.planned_at)
    return database.transaction(async (tx) => {
      const now = clock.now()
      const item = await lockApprovedItem(tx, row)
      if (typeof item === 'string')
        return commitIn(
          tx,
          row,
          { state: 'failed', sentence: item, ended_at: now, waits_for: null, waits_until: null },
          { title: 'Not reminded', detail: item },
        )
      const kind = kindOf(item, JSON.parse(row.options))
      const post = postOf(Object.assign({}, row, { kind }), item)
      let mailed = 0
      // Who planned it, and who works on it; each at most once for this plan.
      const people = [row.user_id, item.assignee_id].filter((id) => id !== null)
      for (const to of await publicationsStore(tx).whoSee(row.company_id, people))
        if (await mail.enqueue(tx, mailOf(row, post, to))) mailed += 1
      const media = post.media.map((path) => `${publicUrl ?? ''}${path}`)
      const data = () => Object.assign({}, post, { media, plannedAt: momentToText(row.planned_at) })
      const event = {
        companyId: row.company_id,
        kind: 'publication.due' as const,
        subject: truncate(item.caption),
        data,
      }
      await enqueueWebhooks(tx, [event], now)
      const detail = mailed === 0 ? NO_MAIL : 'by mail'
      return commitIn(
        tx,
        row,
        {
          reminded_at: now,
          kind,
          waits_for: 'person',
          waits_until: null,
          content_hash: contentHash(item),
          text: post.caption,
          sentence: SENTENCES.reminded(row.account_name),
        },
        { title: 'Reminded', detail },
      )
    })
  }
}

const postOf = (row: PublicationRow, item: ItemRow) =>
  Object.assign(
    { publicationId: row.id, postId: row.item_id, account: row.account_name, kind: row.kind },
    toCopyOf(row, item),
  )

const NO_MAIL =
  'without a mail: no user has a confirmed address for it, or a restore holds it back for an administrator'

const mailOf = (row: PublicationRow, post: ReturnType<typeof postOf>, to: number): MailRequest => ({
  to,
  cause: `publication-due:${row.id}:${row.plan}`,
  dueAt: row.planned_at,
  kind: 'transactional',
  template: 'publication-due',
  data: post,
})
