/** Content items of one company, the same in every run, put into an empty store through the product's one writing place. */
import { CONTENT_MEDIA_TYPES } from '@tangelo/contract/limits'
import { start } from '../../../server/src/composition/start.ts'
import { emptyItem, type ItemChange, TABLE_AUTHOR, writeItems } from '../../../server/src/features/content/index.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import type { LoadRequest } from './load.ts'
import { environmentOf, type ProductSettings } from './product.ts'
import { createRandom, type Random } from './random.ts'
import type { People } from './requests.ts'
import { midnight, SUBJECTS } from './sample-data.ts'

const COMPANY = 1
/** Items per transaction. */
const AT_ONCE = 500
/** Three years, so that a month holds some thousand of 200,000. */
const DAYS = 1_095
const MINUTE_MS = 60_000

const STATUSES = ['Draft', 'Draft', 'Approved', 'Published', 'Published', 'Delete', 'In review'] as const
const SENTENCES = [
  'What grows, what breaks, and how we mend it.',
  'New pictures every morning, long stories on Sundays.',
  'Recipes for people who come home late, and for those who never left.',
  'Made with friends in three time zones, photographed in one.',
  'Tell us which of the two you would choose, and why.',
] as const

const itemId = (index: number): string => `rec${String(index).padStart(14, '0')}`

export async function fillWithItems(settings: ProductSettings, items: number): Promise<void> {
  const config = readConfig(environmentOf(settings))
  const { database, services, close } = await start(config, { importsIn: 'this thread' })
  try {
    await services.auth.bootstrap(config.admin)
    const now = Date.now()
    for (let first = 0; first < items; first += AT_ONCE) {
      const indices = Array.from({ length: Math.min(AT_ONCE, items - first) }, (_, at) => first + at)
      const writes = indices.map((index) => {
        const at = midnight(DAYS, now) + Math.floor((index / items) * DAYS) * 24 * 60 * MINUTE_MS + (index % 1_000)
        const before = emptyItem({ id: itemId(index), companyId: COMPANY, at })
        return { before, isNew: true, change: sampleItem(index, now), at, tableChangedAt: at }
      })
      await database.transaction((tx) =>
        writeItems({ queries: tx, engine: database.engine }, writes, TABLE_AUTHOR, now),
      )
    }
  } finally {
    await close()
  }
}

/** Two of seven are drafts; a quarter of all has no date. */
function sampleItem(index: number, now: number): ItemChange {
  const random = createRandom(index + 1)
  const day = new Date(midnight(random.whole(-60, DAYS), now)).toISOString()
  return {
    status: random.pick(STATUSES),
    caption: captionBy(random),
    taggedUsers: random.next() < 0.3 ? [`${random.pick(SUBJECTS)}.${index % 500}`] : [],
    mediaType: random.pick(CONTENT_MEDIA_TYPES),
    location: random.next() < 0.5 ? `The ${random.pick(SUBJECTS)} of ${random.pick(SUBJECTS)}` : null,
    likes: random.whole(0, 90_000),
    comments: random.whole(0, 2_000),
    publishDate: random.next() < 0.25 ? null : random.next() < 0.5 ? day.slice(0, 10) : day,
    hashtags: Array.from({ length: random.whole(0, 8) }, () => random.pick(SUBJECTS)),
  }
}

/** 100 to 900 characters. */
const captionBy = (random: Random) =>
  Array.from({ length: random.whole(2, 15) }, () => random.pick(SENTENCES)).join(' ')

export interface ContentQuestions {
  counts: LoadRequest[]
  drafts: LoadRequest[]
  captions: LoadRequest[]
  statuses: LoadRequest[]
  all: LoadRequest[]
  calendar: LoadRequest[]
  media: LoadRequest[]
  searched: LoadRequest[]
}

const PAGE_ROWS = 100
const CHANGED_ITEMS = 500

/** Every request by an administrator, who sees all companies, and by a planner, who sees one. */
export function contentQuestions({ admin, planner }: People, items: number): ContentQuestions {
  const random = createRandom(3)
  const both = [admin, planner] as const
  const get = (path: string): LoadRequest[] => both.map((headers) => ({ method: 'GET', path, headers }))
  const changed = Array.from({ length: CHANGED_ITEMS }, () => random.whole(0, items - 1))
  /** Each round differs from the one before it, so that every change is one. */
  const rounds = (bodyOf: (round: string) => object) =>
    ['Approved', 'Draft'].flatMap((round) =>
      changed.map((index, at) => ({
        method: 'PUT' as const,
        path: `/api/airtable/posts/${itemId(index)}`,
        headers: { ...(both[at % 2] ?? admin), 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(round)),
      })),
    )
  const month = (monthsAgo: number) => {
    const now = new Date()
    const day = (months: number, date: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)).toISOString().slice(0, 10)
    return get(`/api/content/calendar?from=${day(-monthsAgo, 1)}&to=${day(1 - monthsAgo, 0)}`)
  }
  return {
    counts: get('/api/content/counts'),
    drafts: get(`/api/airtable/draft-posts?limit=${PAGE_ROWS}`),
    captions: rounds((round) => ({ caption: `${round}. ${captionBy(random)}` })),
    statuses: rounds((status) => ({ status })),
    all: get(`/api/airtable/all-posts?limit=${PAGE_ROWS}`),
    calendar: [1, 5, 9].flatMap(month),
    media: get(`/api/airtable/draft-posts?limit=${PAGE_ROWS}&mediaType=reel`),
    searched: ['harbour', 'time%20zones', 'nowhere'].flatMap((q) =>
      get(`/api/airtable/draft-posts?limit=${PAGE_ROWS}&q=${q}`),
    ),
  }
}
