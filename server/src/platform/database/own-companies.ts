/** "All companies" are one's own: the demo workspace is in no list and no total beside them (D46, docs/decisions/0040). */
import { sql } from 'kysely'

/**
 * True for rows of one's own companies; while those have no accounts, for all rows, so that the demo workspace fills the figures of
 * an installation that has none. Belongs into every query over the accounts of all companies.
 */
export const inOwnCompanies = (companyId: string) => isOwn(companyId, ['accounts'])

/**
 * The same for content, which is left out beside accounts of one's own, too: a first reel leaves the accounts of the demo workspace
 * where they are, a first account none of its posts.
 */
export const inOwnContent = (companyId: string) => isOwn(companyId, ['accounts', 'content_items'])

const isOwn = (companyId: string, kept: readonly ('accounts' | 'content_items')[]) =>
  sql<boolean>`${sql.ref(companyId)} not in (
    select demo.id from companies as demo where demo.is_demo = 1 and (${sql.join(kept.map(hasOwn), sql` or `)})
  )`

const hasOwn = (table: 'accounts' | 'content_items') =>
  sql`exists (select 1 from ${sql.table(table)} as kept join companies as own on own.id = kept.company_id where own.is_demo = 0)`

/** True for rows of the demo workspace: no source is asked about its accounts (D11). */
export const inDemo = (companyId: string) =>
  sql<boolean>`${sql.ref(companyId)} in (select demo.id from companies as demo where demo.is_demo = 1)`
