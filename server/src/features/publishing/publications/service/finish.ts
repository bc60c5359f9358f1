/** After a post is known: its item says so here and in its table, its address is read, and its first comment follows. Safe to repeat. */
import type { PublicationOptions } from '@tangelo/contract'
import { type ItemChange, type ItemRow, lockItems, type WriteThrough, writeItems } from '#features/content/index.ts'
import { publishEvents, releaseBlobs } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { sentMediaStore } from '../../sent-media/sent-media.store.ts'
import { publicationsChanged } from '../../slots/slots.rules.ts'
import type { PublicationRow } from '../publications.store.ts'
import type { Opened, PublishingAccess } from './access.ts'
import type { Commits } from './commits.ts'

/** The address of a post is not worth more. */
const ADDRESS_TRIES = 3

export type Finishing = ReturnType<typeof finishing>

export function finishing({
  database,
  clock,
  commits: { commit, commitIn, tryAgain },
  access,
  writeThrough,
}: {
  database: Database
  clock: Clock
  commits: Commits
  access: PublishingAccess
  writeThrough: Pick<WriteThrough, 'compare'>
}) {
  async function readAddress(row: PublicationRow, { login, access: own }: Opened, signal: AbortSignal) {
    if (row.permalink !== null || row.media_id === null) return row
    const read = await login.readPost(own, row.media_id, signal)
    if (read.is === 'accepted') return commit(row, { permalink: read.value.permalink, tries: 0 })
    return row.tries < ADDRESS_TRIES ? tryAgain(row, 'The address of the post is read again') : row
  }

  /** Once, even where its answer is lost: a second comment would be seen. */
  async function comment(row: PublicationRow, { login, access: own }: Opened, signal: AbortSignal) {
    const { firstComment = '' }: PublicationOptions = JSON.parse(row.options)
    if (firstComment.trim() === '' || row.media_id === null) return row
    const lost = { title: 'First comment', detail: 'Its answer was lost: look whether it is there' }
    if (row.comment_state === 'sending') return commit(row, { comment_state: 'refused' }, lost)
    if (row.comment_state !== null) return row
    const sending = await commit(row, { comment_state: 'sending' })
    const sent = await login.comment(own, { mediaId: row.media_id, text: firstComment }, signal)
    if (sent.is === 'accepted')
      return commit(sending, { comment_state: 'sent' }, { title: 'First comment', detail: null })
    const detail = sent.is === 'refused' ? sent.refusal.message : lost.detail
    return commit(sending, { comment_state: 'refused' }, { title: 'First comment', detail })
  }

  return {
    /** In the transaction that ends the publication. */
    end: (row: PublicationRow): Promise<PublicationRow> =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const into = { queries: tx, engine: database.engine }
        const item = (await lockItems(into, [row.item_id])).get(row.item_id)
        const change = item && item.is_gone === 0 && item.company_id === row.company_id ? changeOf(row, item, now) : {}
        if (item && Object.keys(change).length > 0) {
          const author = { origin: 'here' as const, name: row.user_name, userId: row.user_id }
          const [after] = await writeItems(into, [{ before: item, change, at: now, ifUnapproved: 'hold' }], author, now)
          if (after) await writeThrough.compare(tx, [after])
          await publishEvents(tx, [{ companyId: row.company_id, kind: 'content-changed' }], now)
        }
        await releaseBlobs(tx, await sentMediaStore(tx).forget(row.id), now)
        await publishEvents(tx, [publicationsChanged(row.company_id)], now)
        return commitIn(tx, row, { ended_at: now }, null)
      }),

    /** What follows on the account. Without access it is left out: the post is out. */
    async follow(row: PublicationRow, signal: AbortSignal): Promise<PublicationRow> {
      const opened = await access.open(row.account_id, row.company_id)
      if (typeof opened === 'string') return row
      // Who posts by hand comments by hand.
      if (row.how === 'remind') return readAddress(row, opened, signal)
      return comment(await readAddress(row, opened, signal), opened, signal)
    },
  }
}

/** What the item says of its post from now on; a person may have marked it as published already. */
const changeOf = (row: PublicationRow, { status_key, permalink }: ItemRow, now: number): ItemChange => ({
  ...(status_key !== 'published' && {
    status: 'Published',
    publishDate: momentToText(row.published_at ?? now),
  }),
  ...(row.permalink !== null && row.permalink !== permalink && { permalink: row.permalink }),
})
