/** "All companies" are one's own: the demo workspace is in no list and no total beside them (D46, docs/decisions/0040). */
import { sql } from 'kysely'

/**
 * True for rows of one's own companies; while those have neither accounts nor content, for all rows, so that the demo workspace
 * fills an installation that has nothing else to show. Belongs into every query over all companies.
 */
export const inOwnCompanies = (companyId: string) =>
  sql<boolean>`${sql.ref(companyId)} not in (
    select demo.id from companies as demo where demo.is_demo = 1 and (
      exists (select 1 from accounts as kept join companies as own on own.id = kept.company_id where own.is_demo = 0)
      or exists (select 1 from content_items as kept join companies as own on own.id = kept.company_id where own.is_demo = 0)
    )
  )`

/** True for rows of the demo workspace: no source is asked about its accounts (D11). */
export const inDemo = (companyId: string) =>
  sql<boolean>`${sql.ref(companyId)} in (select demo.id from companies as demo where demo.is_demo = 1)`
