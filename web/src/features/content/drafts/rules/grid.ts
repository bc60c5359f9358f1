/** The grid of drafts: what a card shows, where keys lead, what is selected and what a filter lets through. */
import type { ContentItem } from '@tangelo/contract'
import { texts } from '../texts/drafts.ts'

const HASHTAGS_SHOWN = 3 // spec §9: hashtags per card 3

/** The first letter of the location in upper case, 'F' where there is none (spec §2). */
export function initialOf(location: string | null): string {
  const [first] = location?.trim() ?? ''
  return (first ?? texts.card.initial).toUpperCase()
}

export function splitHashtags(hashtags: readonly string[] | null): { shown: readonly string[]; more: number } {
  const all = hashtags ?? []
  return { shown: all.slice(0, HASHTAGS_SHOWN), more: Math.max(0, all.length - HASHTAGS_SHOWN) }
}

/** How many columns there is room for, at most the chosen number. */
export function countColumns(width: number, wanted: number, gap: number, cardMin: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((width + gap) / (cardMin + gap))))
}

/** Where a key leads in a grid of cards; null when it does not move, or there is no card there. */
export function findCardAfterKey(key: string, index: number, columns: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -index,
    End: count - 1 - index,
  }
  const step = steps[key]
  if (step === undefined) return null
  const next = index + step
  // Below the last full row there may be no card right under this one: the last one is.
  if (key === 'ArrowDown' && next >= count && Math.floor(index / columns) < Math.floor((count - 1) / columns))
    return count - 1
  return next >= 0 && next < count && next !== index ? next : null
}

/** The selection after one card was pressed; with Shift everything between it and the one pressed before. */
export function updateSelection(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  { id, from }: { id: string; from: string | null },
): Set<string> {
  const next = new Set(selected)
  const start = from === null ? -1 : ids.indexOf(from)
  const end = ids.indexOf(id)
  if (start !== -1 && end !== -1) {
    for (const between of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(between)
  } else if (!next.delete(id)) next.add(id)
  return next
}

export interface DraftFilter {
  readonly mediaType: string
  readonly q: string
}

/** Whether a draft matches the filter, as on the server. */
export function isAskedFor(post: ContentItem, { mediaType, q }: DraftFilter): boolean {
  if (mediaType && post.mediaType?.toLowerCase() !== mediaType) return false
  const text = q.trim().toLowerCase()
  const hashtags = (post.hashtags ?? []).map((tag) => `#${tag}`)
  return text === '' || [post.caption, post.location, ...hashtags].some((part) => part?.toLowerCase().includes(text))
}
