/** How much of a library the screen holds, so that it can search in it. */
import { expect, test } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { json, network } from '../../../testing/network.ts'
import { wholeLibrary } from './queries/library.ts'

const TEXT = 'x'.repeat(9_000_000)

/** A library whose every page has one prompt and leads to the next. */
function endless(total: number, prompt: string) {
  const headers = { 'X-Total-Count': String(total), Link: '</api/prompts?cursor=next>; rel="next"' }
  return network({ 'GET /api/prompts': () => json([{ title: '', prompt }], 200, headers) })
}

test('of more prompts than are held, only the first page is asked for', async () => {
  const asked = endless(6_001, 'Short.')
  const client = createQueryClient()
  expect(await client.fetchQuery(wholeLibrary())).toBeNull()
  expect(asked).toHaveLength(1)
})

test('of more text than is held, no more is asked for', async () => {
  const asked = endless(6_000, TEXT)
  expect(await createQueryClient().fetchQuery(wholeLibrary())).toBeNull()
  expect(asked).toHaveLength(2)
})
