/** Every question about prompts and every change to them. */
import type { Prompt, RouteInput } from '@tangelo/contract'
import { type DefaultOf, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, call, callPage, type Page } from '#lib/api.ts'
import { isShort } from '../items/queries/refresh.ts'
import { isFound } from './rules/prompts.ts'

const PAGE_ROWS = 48
const LIBRARY_FRESH_MS = 300_000 // spec §7: cached 5 minutes
const CHOICES_SHOWN = 8
/** What a tab can hold without being felt. */
const HELD_ROWS_MAX = 6_000
const HELD_CHARACTERS_MAX = 16_000_000

const promptsKey = ['prompts'] as const
const libraryKey = [...promptsKey, 'library'] as const
const wholeKey = [...promptsKey, 'whole'] as const
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

export function useGeneratePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      signal,
      ...body
    }: RouteInput<'POST /api/prompts/generate'>['body'] & { readonly signal: AbortSignal }) =>
      call('POST /api/prompts/generate', { body }, { signal }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: providerKey }),
  })
}

export type NewPrompt = RouteInput<'POST /api/prompts/save'>['body']

export function useSavePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPrompt) => call('POST /api/prompts/save', { body }),
    onSuccess: (prompt) => addHeld(client, prompt),
    onSettled: () => refreshLibrary(client),
  })
}

export function useUpdatePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: string; readonly title: string; readonly prompt: string }) =>
      call('PUT /api/prompts/:promptId', { params: { promptId: id }, body }),
    onSuccess: (prompt) => changeHeld(client, (row) => (row.id === prompt.id ? prompt : row)),
    onSettled: () => refreshLibrary(client),
  })
}

/** A prompt that is gone already is gone. */
export function useRemovePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: Prompt): Promise<void> => {
      try {
        await call('DELETE /api/prompts/:promptId', { params: { promptId: id } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: (_, { id, isOwnDefault }) =>
      changeHeld(client, (row) => (row.id === id ? null : isOwnDefault ? clearOwnDefault(row) : row)),
    onSettled: () => refreshLibrary(client),
  })
}

export function useSetDefault() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: string; readonly of: DefaultOf; readonly isDefault: boolean }) =>
      call('PUT /api/prompts/:promptId/default', { params: { promptId: id }, body }),
    onSuccess: (prompt, change) =>
      changeHeld(client, (row) => (row.id === prompt.id ? prompt : updateSibling(row, prompt, change))),
    onSettled: () => refreshLibrary(client),
  })
}

/** A prompt beside one whose being a default was changed: a user has one of their own at most, and so has a company. */
function updateSibling(
  row: Prompt,
  changed: Prompt,
  change: { readonly of: DefaultOf; readonly isDefault: boolean },
): Prompt {
  if (change.of === 'user')
    return change.isDefault ? { ...row, isDefault: false, isOwnDefault: false } : clearOwnDefault(row)
  if (!change.isDefault || row.companyId !== changed.companyId) return row
  return { ...row, isDefault: row.isOwnDefault, isCompanyDefault: false }
}

/** Where the viewer has no own default, that of the company counts. */
function clearOwnDefault(row: Prompt): Prompt {
  return { ...row, isDefault: row.isCompanyDefault, isOwnDefault: false }
}

/** Shows a prompt as its change makes it wherever it is held, or removes it; nothing is fetched. */
function changeHeld(client: QueryClient, change: (row: Prompt) => Prompt | null): void {
  const changed = (rows: readonly Prompt[]): Prompt[] => rows.flatMap((row) => change(row) ?? [])
  client.setQueryData<readonly Prompt[] | null>(wholeKey, (held) => held && changed(held))
  client.setQueriesData<Pages>({ queryKey: libraryKey }, (held) => {
    const rows = held?.pages.map((page) => changed(page.rows))
    return held && rows && mapRows(held, rows)
  })
}

/** The newest prompt is first in every list. */
function addHeld(client: QueryClient, prompt: Prompt): void {
  client.setQueryData<readonly Prompt[] | null>(wholeKey, (held) => held && [prompt, ...held])
  for (const [key, held] of client.getQueriesData<Pages>({ queryKey: libraryKey })) {
    if (!held || !isFound(prompt, String(key.at(-1)))) continue
    const rows = held.pages.map((page, at) => (at === 0 ? [prompt, ...page.rows] : page.rows))
    client.setQueryData(key, mapRows(held, rows))
  }
}

/** The same pages with other rows. The sum of all rows follows. */
function mapRows(held: Pages, rows: readonly Prompt[][]): Pages {
  const more = rows.flat().length - held.pages.flatMap((page) => page.rows).length
  return {
    ...held,
    pages: held.pages.map((page, at) => ({
      ...page,
      rows: rows[at] ?? [],
      total: page.total === null ? null : page.total + more,
    })),
  }
}

/**
 * Refetches the library in the background: a list that the user has scrolled far into only where it is being
 * fetched already, and may miss the change.
 */
function refreshLibrary(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: libraryKey,
    predicate: ({ state }) => isShort(state.data) || state.fetchStatus === 'fetching',
  })
}
