/** Every change to prompts: it shows wherever a prompt is held before the server is asked again. */
import type { Prompt, RouteInput } from '@tangelo/contract'
import type { DefaultOf } from '@tangelo/contract/limits'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#lib/api.ts'
import { idempotencyKeys } from '#lib/idempotency-keys.ts'
import { isShort } from '../../items/queries/refresh.ts'
import { isFound } from '../rules/prompts.ts'
import { libraryKey, type Pages, providerKey, wholeKey } from './library.ts'

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

const keys = idempotencyKeys()

/** Saves once for the same prompt until an answer has come. */
export function useSavePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewPrompt) => {
      const intention = JSON.stringify(body)
      const prompt = await call('POST /api/prompts/save', { body }, { idempotencyKey: keys.keyOf(intention) })
      keys.forget(intention)
      return prompt
    },
    onSuccess: (prompt) => addHeld(client, prompt),
    onSettled: () => refreshLibrary(client),
  })
}

export function useUpdatePrompt() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: string; readonly title?: string; readonly prompt?: string }) =>
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
  const changeRows = (rows: readonly Prompt[]): Prompt[] => rows.flatMap((row) => change(row) ?? [])
  client.setQueryData<readonly Prompt[] | null>(wholeKey, (held) => held && changeRows(held))
  client.setQueriesData<Pages>({ queryKey: libraryKey }, (held) => {
    const rows = held?.pages.map((page) => changeRows(page.rows))
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
