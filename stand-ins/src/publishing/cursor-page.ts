/** Lists that are read page by page, each page from a cursor on. */
import type { Answer } from '../http/send.ts'
import { publishingErrors } from './publishing-errors.ts'

/** One page of a list, from the place that the address names. */
export function cursorPage(
  items: readonly { id: string; fields: Record<string, unknown> }[],
  url: URL,
  limit: number,
): Answer {
  const query = url.searchParams
  const place = (name: 'after' | 'before') => {
    const cursor = query.get(name)
    return cursor === null ? undefined : items.findIndex(({ id }) => cursorOf(id) === cursor)
  }
  const [after, before] = [place('after'), place('before')]
  if (after === -1 || before === -1) return publishingErrors.badParameter('Invalid parameter: after')
  const start = after !== undefined ? after + 1 : Math.max(0, (before ?? limit) - limit)
  const shown = items.slice(start, before ?? start + limit).slice(0, limit)
  const [first, last] = [shown.at(0), shown.at(-1)]
  if (!first || !last) return { status: 200, body: { data: [] } }
  const hasMore = start + shown.length < items.length
  const link = (name: string, cursor: string) => {
    const next = new URL(url)
    next.searchParams.delete('before')
    next.searchParams.set(name, cursor)
    return next.href
  }
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
  return {
    status: 200,
    body: {
      data: shown.map(({ fields }) => fields),
      paging: { cursors, ...(hasMore && { next: link('after', cursors.after) }) },
    },
  }
}

const cursorOf = (id: string) => Buffer.from(`at${id}`).toString('base64url')
