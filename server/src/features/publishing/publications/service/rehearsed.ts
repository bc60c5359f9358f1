/** Gathers what a rehearsal looks at: the item, its media, its approval, the account and what the service says of it. */
import type { PublicationOptions } from '@tangelo/contract'
import type { PublicationKind, PublicationWay } from '@tangelo/contract/limits'
import { pickMedia } from '#features/clients/index.ts'
import { approvalStanding, contentHash, type ItemRow, readItems } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import { rehearse } from '../../rehearsal/rehearsal.rules.ts'
import { type Check, checksOfReminder } from '../../rehearsal/rules/check.ts'
import type { Rehearsed, Way } from '../../rehearsal/rules/rehearsed.ts'
import { captionOf } from '../../rehearsal/rules/words.ts'
import { kindOf, mediaOf } from '../../sent-media/sent-media.rules.ts'
import type { SentMedia } from '../../sent-media/sent-media.service.ts'
import { slotsStore } from '../../slots/slots.store.ts'
import type { PublicationRow } from '../publications.store.ts'
import type { Opened } from './access.ts'

export type Rehearsal = ReturnType<typeof rehearsal>

export interface Looked {
  kind: PublicationKind
  text: string
  addresses: string[]
  contentHash: string
  checks: Check[]
}

export function rehearsal({
  database,
  clock,
  media,
}: {
  database: Database
  clock: Clock
  media: Pick<SentMedia, 'facts' | 'way'>
}) {
  async function item(id: string): Promise<ItemRow | undefined> {
    const [row] = await readItems(database.queries, [id])
    return row?.is_gone === 0 ? row : undefined
  }

  async function look(
    row: ItemRow,
    {
      accountId,
      username,
      options,
      at,
      opened,
      quota,
      how = 'publish',
    }: {
      accountId: number
      username: string
      options: PublicationOptions
      at: number
      opened: Opened | 'ended' | 'gone'
      quota: Rehearsed['quota']
      how?: PublicationWay | undefined
    },
  ): Promise<Looked> {
    const kind = kindOf(row, options)
    const addresses = mediaOf(row, kind, options)
    const facts = await media.facts(addresses)
    const standing = await approvalStanding(database.queries, row, clock.now())
    const seen = new Set(pickMedia(row).map(({ address }) => address))
    const slots = slotsStore(database.queries)
    const settings = await slots.settings(accountId)
    const isOpen = typeof opened !== 'string'
    const canUpload = isOpen && opened.login.takesUploads
    const isVideo = kind === 'reel' || (facts.length > 0 && facts.every(({ type }) => type === 'video'))
    const way: Way | null = isVideo && canUpload ? 'upload' : media.way()
    const text = captionOf(row.caption, row.hashtags === null ? [] : JSON.parse(row.hashtags))
    const post: Rehearsed = {
      kind,
      text,
      tagged: row.tagged_users === null ? [] : JSON.parse(row.tagged_users),
      collaborators: options.collaborators ?? [],
      location: row.location,
      takesPlaces: isOpen && opened.login.takesPlaces,
      altTexts: options.altTexts ?? [],
      firstComment: options.firstComment ?? null,
      cover: options.coverMs === undefined ? null : { source: 'frame', ms: options.coverMs },
      media: facts,
      crops: options.crops ?? false,
      way,
      canUpload,
      account: {
        username,
        state: isOpen ? (opened.mayPublish ? 'connected' : 'denied') : opened === 'ended' ? 'expired' : 'gone',
        expiresAt: isOpen ? opened.expiresAt : null,
        pausedBecause: settings?.paused_at == null ? null : (settings.paused_because ?? ''),
      },
      approval: standing === 'approved' && !addresses.every((address) => seen.has(address)) ? 'unseen' : standing,
      quota,
      now: clock.now(),
      at,
      how,
      timeZone: (await slots.company(row.company_id))?.time_zone ?? 'UTC',
    }
    const found = rehearse(post)
    const checks = how === 'remind' ? checksOfReminder(found) : found
    return { kind, text, addresses, contentHash: contentHash(row), checks }
  }

  return {
    item,
    look,

    /** Right before it goes out. Null for an item that is gone. */
    async ofPublication(row: PublicationRow, opened: Opened): Promise<Looked | null> {
      const found = await item(row.item_id)
      if (!found || found.company_id !== row.company_id) return null
      return look(found, {
        accountId: row.account_id,
        username: row.account_name,
        options: JSON.parse(row.options),
        at: Math.max(row.planned_at, clock.now()),
        opened,
        quota: 'later',
      })
    },
  }
}
