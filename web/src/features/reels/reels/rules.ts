/** Decisions about reels that need no server: how one is called, what a refusal means, what a list becomes. */
import type { Reel } from '@tangelo/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { creditsTexts } from '#features/billing/index.ts'
import { ApiError, NetworkError, type Page, readServerField, readServerMessage } from '#lib/api.ts'
import { formatExactMoment } from '#lib/format.ts'
import { readCurrentVersion } from '#lib/three-way-merge.ts'
import { texts } from './texts.ts'

export type ReelPages = InfiniteData<Page<Reel[]>, string | null>

const NAME_LETTERS_MAX = 60

/** The first line of its caption; without one, the day it was made. */
export function nameOf({ caption, createdTime }: Pick<Reel, 'caption' | 'createdTime'>): string {
  const line = caption
    ?.slice(0, 400)
    .split('\n')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .find(Boolean)
  if (!line) return texts.card.name(formatExactMoment(createdTime))
  const letters = [...line]
  if (letters.length <= NAME_LETTERS_MAX) return line
  const start = letters.slice(0, NAME_LETTERS_MAX).join('')
  // At the end of a word where there is one: not every script has spaces.
  const wordEnd = start.lastIndexOf(' ')
  return `${wordEnd > start.length / 2 ? start.slice(0, wordEnd) : start}...`
}

/** spec §4: Draft outline, Approved default, other secondary. */
export function statusVariant(status: string): 'outline' | 'solid' | 'wash' {
  const word = status.trim().toLowerCase()
  if (word === 'draft') return 'outline'
  return word === 'approved' ? 'solid' : 'wash'
}

/** Whether its video is being made just now. */
export function isRendering({ render }: Pick<Reel, 'render'>): boolean {
  return render?.status === 'processing'
}

/** The answer carried no render: as good as none. */
export class NoAnswer extends Error {
  constructor() {
    super(texts.generate.noAnswer)
    this.name = 'NoAnswer'
  }
}

/** The running render when a second one was requested; null for any other failure. */
export function renderUnderWay(error: unknown): string | null {
  if (readServerField(error, 'error') !== 'render_under_way') return null
  return readServerField(error, 'renderId') ?? null
}

function isWithoutCredits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402
}

/** The server has decided, so a retry is a new intention. After a broken connection the server may still have done it. */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && readServerField(error, 'error') !== 'in_progress'
}

interface FailureText {
  readonly title: string
  readonly description: string
}

const notEnough: FailureText = { title: creditsTexts.notEnough, description: creditsTexts.notEnoughDescription }

/** The message for a video that could not be requested. */
export function generateFailure(error: unknown): FailureText {
  if (isWithoutCredits(error)) return notEnough
  return { title: texts.generate.failed, description: causeOf(error) }
}

/** What to say of a reel that could not be made of images. */
export function createFailure(error: unknown): FailureText {
  if (isWithoutCredits(error)) return notEnough
  return { title: texts.uploadDialog.createError, description: causeOf(error) }
}

/** The reel as another user left it, from a conflict response; null for any other failure. */
export const readCurrentReel = (error: unknown): Reel | null => readCurrentVersion(error, isReel)

function isReel(value: unknown): value is Reel {
  return typeof value === 'object' && value !== null && 'settings' in value && 'version' in value && 'images' in value
}

/** What to say of images that could not be given to a reel. */
export function saveFailure(error: unknown): FailureText {
  if (error instanceof NetworkError) {
    return { title: texts.uploadDialog.saveUnreachable, description: texts.generate.noAnswer }
  }
  const description =
    readCurrentReel(error) !== null
      ? texts.uploadDialog.changedMeanwhile
      : texts.uploadDialog.saveFailedDescription(readServerMessage(error))
  return { title: texts.uploadDialog.saveFailed, description }
}

export function deleteFailure(error: unknown): FailureText {
  const said = readServerMessage(error)
  const isSilent = error instanceof ApiError && said === undefined && error.statusText !== ''
  const description = isSilent ? texts.remove.failedStatus(error.statusText) : (said ?? texts.remove.failedDescription)
  return { title: texts.remove.failed, description }
}

/** Why reels could not be loaded. A proxy in front of the server answers with a page of its own, which is no message. */
export function loadFailure(error: Error): string {
  if (error instanceof NetworkError) return error.message
  return readServerMessage(error) ?? texts.list.failedUnknown
}

/** Why, in the server's words where it has any. */
export function causeOf(error: unknown): string {
  if (error instanceof NetworkError || error instanceof NoAnswer) return texts.generate.noAnswer
  return readServerMessage(error) ?? texts.generate.failedUnknown
}

/** All reels of the pages so far. One that moved between two pages is shown once. */
export function flattenReels(pages: readonly Page<Reel[]>[]): Reel[] {
  const byId = new Map<string, Reel>()
  for (const { rows } of pages) for (const reel of rows) if (!byId.has(reel.id)) byId.set(reel.id, reel)
  return [...byId.values()]
}

/** The list with this reel as it is now: in its place, or first when it is new. An older one comes with its page. */
export function replaceReel(data: ReelPages, reel: Reel): ReelPages {
  const isKnown = data.pages.some(({ rows }) => rows.some(({ id }) => id === reel.id))
  const first = data.pages[0]?.rows[0]
  if (!isKnown && first && Date.parse(reel.createdTime) < Date.parse(first.createdTime)) return data
  return {
    ...data,
    pages: data.pages.map((page, index) =>
      isKnown
        ? { ...page, rows: page.rows.map((row) => (row.id === reel.id ? reel : row)) }
        : { ...page, rows: index === 0 ? [reel, ...page.rows] : page.rows, total: shiftTotal(page.total, 1) },
    ),
  }
}

export function removeReel(data: ReelPages, reelId: string): ReelPages {
  const isKnown = data.pages.some(({ rows }) => rows.some(({ id }) => id === reelId))
  if (!isKnown) return data
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      rows: page.rows.filter(({ id }) => id !== reelId),
      total: shiftTotal(page.total, -1),
    })),
  }
}

function shiftTotal(total: number | null, by: number): number | null {
  return total === null ? null : total + by
}
