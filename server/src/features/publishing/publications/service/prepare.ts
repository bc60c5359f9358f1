/** From planned to ready: waiting for the account, the check of the item as it is now, and its container. */
import type { PublicationOptions } from '@tangelo/contract'
import { MISSED_TOLERANCE_MINUTES } from '@tangelo/contract/limits'
import { contentHash, type ItemRow, lockItems, withoutApproval } from '#features/content/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { RetryAt } from '#ports/queue.ts'
import { captionOf } from '../../rehearsal/rules/words.ts'
import type { SentMedia } from '../../sent-media/sent-media.service.ts'
import { sentMediaStore } from '../../sent-media/sent-media.store.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import { beginsAt, isMissed } from '../publications.rules.ts'
import type { PublicationRow } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import type { Opened, PublishingAccess } from './access.ts'
import type { Commits } from './commits.ts'
import { containers } from './container.ts'
import type { Rehearsal } from './rehearsed.ts'

export type Preparing = ReturnType<typeof preparing>

export function preparing({
  database,
  clock,
  commits,
  media,
  access,
  rehearsal,
}: {
  database: Database
  clock: Clock
  commits: Commits
  media: SentMedia
  access: PublishingAccess
  rehearsal: Rehearsal
}) {
  const { commit, commitIn, fail, hold, wait } = commits
  const settingsStore = slotsStore(database.queries)

  /** Throws while the account or the installation has to wait. Answers the row without what it has waited for. */
  async function expectFree(row: PublicationRow): Promise<PublicationRow> {
    const now = clock.now()
    const settings = await settingsStore.settings(row.account_id)
    if (settings?.paused_at != null)
      await hold(row, 'paused', SENTENCES.paused(row.account_name, settings.paused_because ?? ''))
    const until = Math.max(settings?.waits_until ?? 0, (await settingsStore.installationWaitsUntil()) ?? 0)
    if (until > now) await wait(row, until, 'Instagram takes no more calls for a while. It goes on by itself.')
    const tolerance = settings?.tolerance_minutes ?? MISSED_TOLERANCE_MINUTES.usual
    if (isMissed(row, tolerance, now)) await hold(row, 'missed', SENTENCES.missed(row.account_name))
    return row.waits_for === null && row.waits_until === null
      ? row
      : commit(row, { waits_for: null, waits_until: null, sentence: SENTENCES.planned(row.account_name) })
  }

  /** Throws while access has ended and no user has signed in to Instagram again; null where the account is not connected any more. */
  async function open(row: PublicationRow): Promise<Opened | null> {
    const opened = await access.open(row.account_id, row.company_id)
    if (opened === 'ended') return hold(row, 'sign_in', SENTENCES.signIn(row.account_name))
    return opened === 'gone' ? null : opened
  }

  /**
   * In the caller's transaction: the item as it is, when it may go out. A sentence where it may not. The approval that it relies on
   * is final from here on.
   */
  async function lockApprovedItem(
    tx: Queries,
    row: Pick<PublicationRow, 'item_id' | 'company_id'>,
  ): Promise<ItemRow | string> {
    const item = (await lockItems({ queries: tx, engine: database.engine }, [row.item_id])).get(row.item_id)
    if (!item || item.is_gone === 1 || item.company_id !== row.company_id || item.status_key === 'delete')
      return SENTENCES.gone
    const after: ItemRow = Object.assign({}, item, { status: 'Published', status_key: 'published' })
    const barred = await withoutApproval(tx, [{ before: item, after }], clock.now(), { use: true })
    return barred.has(item.id) ? SENTENCES.approval : item
  }

  async function check(planned: PublicationRow): Promise<PublicationRow> {
    const begins = beginsAt(planned.planned_at)
    if (begins > clock.now()) throw new RetryAt('It waits for its time', begins)
    const row = await expectFree(planned)
    const opened = await open(row)
    if (!opened) return fail(row, SENTENCES.account(row.account_name))
    const options: PublicationOptions = JSON.parse(row.options)
    const looked = await rehearsal.ofPublication(row, opened)
    if (looked === null) return fail(row, SENTENCES.gone)
    const block = looked.checks.find(({ state }) => state === 'blocked')
    // Waits that end by themselves are met where they matter.
    if (block && block.key !== 'quota') return fail(row, `Not sent: ${block.title}. ${block.detail}`)
    const prepared = await media.prepare(looked.addresses, looked.kind)
    return database.transaction(async (tx) => {
      const item = await lockApprovedItem(tx, row)
      if (typeof item === 'string') return failIn(tx, row, item)
      const hash = contentHash(item)
      // Edited while its media were read: the next look sees what it is now.
      if (hash !== looked.contentHash) throw new RetryAt(SENTENCES.edited, clock.now())
      await sentMediaStore(tx).set(
        row.id,
        prepared.map(({ address, hash, type, width, height, bytes }, position) => ({
          publication_id: row.id,
          position,
          address,
          hash,
          type,
          width,
          height,
          bytes,
        })),
      )
      const text = looked.kind === 'story' ? '' : captionOf(item.caption, listIn(item.hashtags))
      const passed = looked.checks.filter(({ state }) => state === 'passed').length
      return commitIn(
        tx,
        row,
        {
          state: 'checked',
          kind: looked.kind,
          content_hash: hash,
          text,
          tries: 0,
          waits_for: null,
          waits_until: null,
          options: JSON.stringify(options),
        },
        { title: 'Checked', detail: `${passed} of ${looked.checks.length} passed` },
      )
    })
  }

  const failIn = (tx: Queries, row: PublicationRow, sentence: string) =>
    commitIn(
      tx,
      row,
      { state: 'failed', sentence, ended_at: clock.now(), waits_for: null, waits_until: null },
      { title: 'Not published', detail: sentence },
    )

  /** The item is another one than was checked: it is checked again. */
  const replan = (row: PublicationRow): Promise<PublicationRow> =>
    commit(
      row,
      {
        state: 'planned',
        container_id: null,
        container_at: null,
        upload_url: null,
        tries: 0,
        looks: 0,
        waits_for: null,
        waits_until: null,
        sentence: SENTENCES.planned(row.account_name),
      },
      { title: 'Checked again', detail: SENTENCES.edited },
    )

  const { makeContainer, fill } = containers({ database, clock, commits, media, rehearsal, expectFree, open, replan })
  return { expectFree, open, lockApprovedItem, check, makeContainer, fill, replan }
}

const listIn = (json: string | null): string[] => (json === null ? [] : JSON.parse(json))
