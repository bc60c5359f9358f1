/** Sample reels, renders and credits, as the server would answer them. */
import type { Credits, Reel, RenderResult } from '@tangelo/contract'
import { recordId } from './content.ts'
import { json } from './network.ts'

let renders = 0

/** A render id that no other test has. */
export function newRenderId(): string {
  renders += 1
  return `0b5f2f60-3f9c-4bb5-9e4f-${String(renders).padStart(12, '0')}`
}

export function aRender(part: Partial<RenderResult> = {}): RenderResult {
  return {
    id: '0b5f2f60-3f9c-4bb5-9e4f-0d7a4f3f7d11',
    status: 'processing',
    progress: 0.626,
    url: null,
    outputs: [],
    reelId: recordId('R'),
    framesDone: 291,
    frames: 465,
    secondsLeft: 61,
    waitingBefore: null,
    isCancelled: false,
    message: null,
    check: null,
    ...part,
  }
}

export function aCheck(part: Partial<NonNullable<Reel['check']>> = {}): NonNullable<Reel['check']> {
  return {
    isFit: true,
    points: [
      { name: 'Video codec', found: 'H.264 High', wanted: 'H.264 or HEVC', isMet: true },
      { name: 'Duration', found: '15.5 s', wanted: '3 s to 15 minutes', isMet: true },
    ],
    ...part,
  }
}

export function aReel(part: Partial<Reel> = {}): Reel {
  const images = part.images ?? ['/media/u/one', '/media/u/two']
  return {
    id: recordId('R'),
    companyId: 1,
    caption: 'Ferry to the other side',
    imageUrl: images[0] ?? null,
    images,
    imageSizes: images.map((_, index) => ({ name: `picture-${index + 1}.jpg`, width: 3_024, height: 4_032 })),
    videoUrl: null,
    coverUrl: null,
    isVideoOutdated: false,
    status: 'Draft',
    createdTime: '2026-11-09T12:00:00.000Z',
    version: 1,
    settings: {
      pictures: images.map(() => ({ seconds: 3, motion: 'calm', strength: 0.07 })),
      transition: { kind: 'cross-fade', seconds: 0.5 },
      caption: { isShown: false, text: '', place: 'bottom', style: 'outline' },
      music: null,
      coverSeconds: 0,
      quality: 'standard',
    },
    render: null,
    check: null,
    ...part,
  }
}

/** Three pictures of three seconds, a caption drawn, no music. */
export function aLongReel(part: Partial<Reel> = {}): Reel {
  const reel = aReel({ id: 'rec0A1b2C3d4E5f6G', images: ['/media/u/a', '/media/u/b', '/media/u/c'], version: 3 })
  const names = ['port-road.jpg', 'old-quarter.jpg', 'ferry-0740.jpg']
  return {
    ...reel,
    imageSizes: names.map((name) => ({ name, width: 3_024, height: 4_032 })),
    settings: {
      ...reel.settings,
      caption: { isShown: true, text: 'The 7:40 ferry', place: 'bottom', style: 'outline' },
    },
    ...part,
  }
}

/** One page of the reels: the rows, how many there are in all, and where the next page begins. */
export function reelPage(rows: readonly Reel[], { total = rows.length, next = '' } = {}): Response {
  const count = { 'X-Total-Count': String(total) }
  return json(rows, 200, next ? { ...count, Link: `</api/airtable/reels?cursor=${next}>; rel="next"` } : count)
}

export function someCredits(part: Partial<Credits> = {}): Response {
  return json({ total: 30, used: 6, remaining: 24, renewalDate: null, ...part })
}

/** The answer to a question about a render, and to a cancellation. */
export function renderAnswer(render: RenderResult): Response {
  return json({ success: render.status !== 'failed', status: render.status, result: render })
}
