/** Names that people put on accounts. A company has each in one spelling, for as long as an account has it. */
import type { AccountTag } from '@tangelo/contract'
import { TAGS_PER_ACCOUNT_MAX, TAGS_PER_COMPANY_MAX } from '@tangelo/contract/limits'
import { type AuditLog, companiesWithin, detailsOf, type NewAuditEntry, publishEvents } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { tooManyTags } from '../accounts.rules.ts'
import type { AccountsService } from '../accounts.service.ts'
import { tagsStore } from '../store/tags.ts'
import { showAgain } from './render-accounts.ts'

export type TagsService = ReturnType<typeof tagsService>

interface TagChange {
  accountIds: readonly number[]
  add: readonly string[]
  remove: readonly string[]
}

export function tagsService({
  database,
  clock,
  audit,
  accounts,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  accounts: AccountsService
}) {
  const store = tagsStore(database.queries, database.engine)

  return {
    async list(viewer: Viewer, companyId?: readonly number[]): Promise<AccountTag[]> {
      const scope = companiesWithin(viewer, companyId)
      return scope.length === 0 ? [] : store.countTags(scope)
    },

    /** All accounts or none: throws `not_found` where one is not visible, `too_many_tags` beyond a limit. */
    async change(viewer: Viewer, change: TagChange): Promise<{ changed: number; tags: AccountTag[] }> {
      const ids = [...new Set(change.accountIds)]
      const companies = [...new Set((await accounts.allVisibleTo(viewer, ids)).map(({ company_id }) => company_id))]
      const changed = await database.transaction(async (tx) => {
        const inside = tagsStore(tx, database.engine)
        await inside.holdCompanies(companies)
        const held = await inside.hold(ids)
        const after: number[] = []
        for (const [companyId, some] of Map.groupBy(held, ({ company_id }) => company_id)) {
          const spellings = await inside.spellings(companyId)
          const touched = some.flatMap((account) => {
            const before: string[] = JSON.parse(account.tags)
            const tags = tagsAfter(before, change, spellings)
            return JSON.stringify([...tags.values()]) === account.tags ? [] : [{ account, tags }]
          })
          if (touched.some(({ tags }) => tags.size > TAGS_PER_ACCOUNT_MAX))
            throw conflict('too_many_tags', `An account has at most ${TAGS_PER_ACCOUNT_MAX} tags`)
          await inside.set(
            companyId,
            touched.map(({ account, tags }) => ({ id: account.id, tags })),
          )
          if ((await inside.spellings(companyId)).size > TAGS_PER_COMPANY_MAX) throw tooManyTags()
          if (touched.length === 0) continue
          const all = touched.map(({ account }) => account)
          await audit.record(tx, viewer, toTaggedEntry(companyId, all, change))
          await publishEvents(tx, [{ companyId, kind: 'accounts-changed' }], clock.now())
          after.push(...all.map(({ id }) => id))
        }
        if (after.length > 0) await showAgain(tx, after)
        return after.length
      })
      return { changed, tags: await store.countTags(companies) }
    },
  }
}

/** In order of their names; a name that is removed and added stays. */
function tagsAfter(
  before: readonly string[],
  { add, remove }: TagChange,
  spellings: ReadonlyMap<string, string>,
): Map<string, string> {
  const tags = new Map(before.map((tag) => [tag.toLowerCase(), tag]))
  for (const tag of remove) tags.delete(tag.toLowerCase())
  for (const tag of add) {
    const key = tag.toLowerCase()
    if (!tags.has(key)) tags.set(key, spellings.get(key) ?? tag)
  }
  return new Map([...tags].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function toTaggedEntry(
  companyId: number,
  accounts: readonly { id: number; username: string }[],
  { add, remove }: TagChange,
): NewAuditEntry {
  const [first] = accounts
  const isOne = accounts.length === 1 && first !== undefined
  return {
    act: 'account.tagged',
    object: { kind: 'account', id: isOne ? first.id : null, name: isOne ? first.username : null },
    companyId,
    details: detailsOf({
      accounts: accounts.length,
      added: add.length === 0 ? undefined : add.join(', '),
      removed: remove.length === 0 ? undefined : remove.join(', '),
    }),
  }
}
