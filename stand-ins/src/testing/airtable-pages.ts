/** For tests of the stand-in of Airtable: a table of posts, its pages, and the error of an answer. */
import { expect } from 'vitest'
import type { AirtableStandIn } from '../airtable/airtable-stand-in.ts'
import { postsTable } from '../airtable/posts-table.ts'
import type { TableDefinition } from '../airtable/table.ts'
import { askAirtable } from './ask.ts'
import { beginning, startAirtable } from './start-service.ts'

export interface Shown {
  id: string
  createdTime: string
  fields: Record<string, unknown>
}

export const posts = (records: number) => [postsTable({ records, begins: beginning })]

export const pageOf = async (airtable: AirtableStandIn, query: string) => {
  const answer = await askAirtable(airtable, 'GET', `?${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { records: Shown[]; offset?: string }
}

export async function readAllPages(airtable: AirtableStandIn, query = '') {
  const pages: Shown[][] = []
  let offset: string | undefined
  do {
    const more: string = offset === undefined ? '' : `&offset=${encodeURIComponent(offset)}`
    const page = await pageOf(airtable, `${query}${more}`)
    pages.push(page.records)
    offset = page.offset
  } while (offset !== undefined)
  return pages
}

export const errorOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { type: string } | string }
  return { status: answer.status, type: typeof error === 'string' ? error : error.type }
}

export const oneRow = (fields: TableDefinition['fields'], cells: Record<string, unknown> = {}) =>
  startAirtable({ tables: [{ name: 'Posts', fields, records: [cells] }] })
