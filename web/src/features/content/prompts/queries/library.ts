/** Every question about prompts. */
import type { Prompt } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, type Page } from '#lib/api.ts'
import { isFound } from '../rules/prompts.ts'

const PAGE_ROWS = 48
const LIBRARY_FRESH_MS = 300_000 // spec §7: cached 5 minutes
const CHOICES_SHOWN = 8
/** What a tab can hold without being felt. */
const HELD_ROWS_MAX = 6_000
const HELD_CHARACTERS_MAX = 16_000_000

const promptsKey = ['prompts'] as const
export const libraryKey = [...promptsKey, 'library'] as const
export const wholeKey = [...promptsKey, 'whole'] as const
export const providerKey = [...promptsKey, 'provider'] as const

/** The library page by page, newest first; searched by the server. spec §7: 1 retry, no refetch on focus. */
export function libraryPages(q: string) {
  return infiniteQueryOptions({
    queryKey: [...libraryKey, q],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        'GET /api/prompts',
        { query: { limit: PAGE_ROWS, q: q || undefined, cursor: pageParam ?? undefined } },
        { signal },
      ),
    getNextPageParam: (page: Page<Prompt[]>) => page.nextCursor,
    staleTime: LIBRARY_FRESH_MS,
    retry: 1,
    retryDelay: 0,
  })
}

export type Pages = InfiniteData<Page<Prompt[]>, string | null>

/**
 * Every prompt, newest first, so that a search need not wait for the server; null where they are too many or too long to be
 * held here, which is found out once.
 */
export function wholeLibrary() {
  return queryOptions({
    queryKey: wholeKey,
    queryFn: async ({ signal }): Promise<readonly Prompt[] | null> => {
      const prompts: Prompt[] = []
      let characters = 0
      let cursor: string | null = null
      do {
        const query: { limit: number; cursor?: string } = { limit: PAGE_ROWS_MAX, ...(cursor ? { cursor } : {}) }
        const page: Page<Prompt[]> = await callPage('GET /api/prompts', { query }, { signal })
        prompts.push(...page.rows)
        for (const { title, prompt } of page.rows) characters += title.length + prompt.length
        cursor = page.nextCursor
        const rows = Math.max(page.total ?? 0, prompts.length)
        if (rows > HELD_ROWS_MAX || characters > HELD_CHARACTERS_MAX) return null
      } while (cursor)
      return prompts
    },
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : LIBRARY_FRESH_MS),
  })
}

/**
 * What a search shows while the server looks: what is found in all prompts where they are held, else in those that were
 * shown; and those as they were where none of them is found.
 */
export function filterPrompts(
  search: string,
  whole: readonly Prompt[] | null,
  before: Pages | undefined,
): Pages | undefined {
  if (whole) {
    const found = whole.filter((prompt) => isFound(prompt, search))
    return { pages: [{ rows: found.slice(0, PAGE_ROWS), nextCursor: null, total: found.length }], pageParams: [null] }
  }
  const rows = before?.pages.flatMap((page) => page.rows).filter((prompt) => isFound(prompt, search)) ?? []
  const nextCursor = before?.pages.at(-1)?.nextCursor ?? null
  if (rows.length > 0) return { pages: [{ rows, nextCursor, total: null }], pageParams: [null] }
  return before && { ...before, pages: before.pages.map((page) => ({ ...page, total: null })) }
}

/** Prompts whose title or text holds these letters, for choosing one. */
export function promptChoices(q: string) {
  return queryOptions({
    queryKey: [...promptsKey, 'choices', q],
    queryFn: ({ signal }) =>
      call('GET /api/airtable/prompts', { query: { q: q || undefined, limit: CHOICES_SHOWN } }, { signal }),
    staleTime: 0,
  })
}

export function promptById(promptId: string) {
  return queryOptions({
    queryKey: [...promptsKey, 'one', promptId],
    queryFn: ({ signal }) => call('GET /api/prompts/:promptId', { params: { promptId } }, { signal }),
    staleTime: 0,
  })
}

/** The text provider, and how much it was used today. */
export function provider() {
  return queryOptions({
    queryKey: providerKey,
    queryFn: ({ signal }) => call('GET /api/prompts/provider', {}, { signal }),
    staleTime: 0,
  })
}
