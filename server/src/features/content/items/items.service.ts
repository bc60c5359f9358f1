/** The content database: what a company has drafted, planned and published, in lists, counts, a calendar and a history. */
import type { ContentChange, ContentCounts, ContentItem } from '@tangelo/contract'
import { ID_MAX } from '@tangelo/contract/limits'
import {
  companyPlanned,
  type IdempotencyService,
  scopeWithin,
  toKeyedRequest,
  type Visible,
  visible,
} from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import type { ItemRow, Link } from './items.rules.ts'
import { itemsStore } from './items.store.ts'
import { withWholeAddresses } from './rules/item-history.ts'
import { asContentItem } from './rules/item-json.ts'
import type { ItemChanges, PlannedChange } from './service/item-changes.ts'
import { resolvePlan } from './service/item-links.ts'
import { type FilterOptions, itemPages, linksIn } from './service/item-pages.ts'
import { visibleItems } from './service/item-writes.ts'
import { countItems } from './view/counts.ts'

export type ItemsService = ReturnType<typeof itemsService>

type NewDraft = PlannedChange & { companyId?: number | undefined }

const HISTORY_ENTRIES_MAX = 200
/** Each entry may hold two long captions: the history is read in chunks, up to this many characters. */
const HISTORY_CHUNK = 20
const HISTORY_CHARACTERS_MAX = 2_000_000

const ASSIGNEES_MAX = 500

export function itemsService({
  database,
  clock,
  companies,
  uploads,
  answers,
  changes,
}: {
  database: Database
  clock: Clock
  answers: IdempotencyService
  companies: Pick<CompaniesService, 'expect' | 'timeZoneOf'>
  uploads: Pick<UploadsService, 'imageFor'>
  changes: Pick<ItemChanges, 'make'>
}) {
  const store = itemsStore(database.queries)

  /** Throws `not_found` alike for a missing item, one that is gone, and one of another company. */
  async function visibleTo(viewer: Viewer, id: string): Promise<Visible<ItemRow>> {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Post')
    return row
  }

  return {
    ...itemPages({ database, clock, companies }),

    /** Of these items those that the viewer sees. */
    itemsOf: (viewer: Viewer, ids: readonly string[]) => visibleItems(database.queries, viewer, ids),

    async counts(viewer: Viewer, options: FilterOptions): Promise<ContentCounts> {
      const scope = scopeWithin(viewer, options.companyId)
      if (scope === 'none') return { draft: 0, approved: 0, published: 0, total: 0, undated: 0, needsApproval: 0 }
      return countItems(database.queries, scope, linksIn(options))
    },

    /** Users of the company; for an administrator all administrators as well. The first 500 by name. */
    async assignees(viewer: Viewer, { companyId }: { companyId?: number | undefined }): Promise<Link[]> {
      const scope = scopeWithin(viewer, companyId)
      const company = scope === 'all' ? viewer.companyId : scope
      if (company === 'none' || company === null) return []
      return store.assignees(company, viewer.role === 'admin', ASSIGNEES_MAX)
    },

    /**
     * Once for each `Idempotency-Key`. Throws `access_denied` for a user of no company, and `invalid_input` for an image of
     * another company.
     */
    async create(viewer: Viewer, body: NewDraft, key: unknown): Promise<ContentItem> {
      const { companyId: named, accountId, assigneeId, needsApproval, ...fields } = body
      const companyId = companyPlanned(viewer, named)
      if (named !== undefined) await companies.expect(companyId)
      const question = toKeyedRequest(viewer, companyId, key, { draft: body })
      const links = { accountId, assigneeId, needsApproval }
      const own = await resolvePlan(database, { viewer, companyId, at: clock.now() }, links)
      const { imageUrl } = fields
      if (typeof imageUrl === 'string') await uploads.imageFor(companyId, imageUrl, 'imageUrl')
      const draft = { ...fields, status: 'Draft' }
      const { id } = await answers.once<{ id: string }>(question, async ({ intent, complete }) => ({
        id: await changes.make(viewer, { companyId, fields: draft, own, intent }, (tx, id) => complete(tx, { id })),
      }))
      return asContentItem(await visibleTo(viewer, id))
    },

    read: async (viewer: Viewer, id: string): Promise<ContentItem> => asContentItem(await visibleTo(viewer, id)),

    /** `origin`: where the pictures that are named in it are served. */
    async history(viewer: Viewer, id: string, origin: string): Promise<ContentChange[]> {
      const item = await visibleTo(viewer, id)
      const entries: ContentChange[] = []
      let characters = 0
      for (let before = ID_MAX; ; ) {
        const rows = await store.history(item, before, HISTORY_CHUNK)
        for (const row of rows) {
          characters += row.changes.length
          if (entries.length > 0 && characters > HISTORY_CHARACTERS_MAX) return entries
          entries.push({
            id: row.id,
            at: momentToText(row.at),
            by: row.user_id === row.known_user_id ? row.by_name : null,
            origin: row.origin,
            kind: row.kind,
            changes: withWholeAddresses(JSON.parse(row.changes), origin),
          })
          before = row.id
        }
        if (rows.length < HISTORY_CHUNK || entries.length >= HISTORY_ENTRIES_MAX) return entries
      }
    },
  }
}
