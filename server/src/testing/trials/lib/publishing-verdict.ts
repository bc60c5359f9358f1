/** What holds of a publishing trial in the end: no post is live twice, none is lost without a word, and few are unclear. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PublishingStandIn } from '@tangelo/stand-ins'
import type { RunningServer } from '../../server-process.ts'
import { Broken, listAll } from '../../trial.ts'
import type { Post } from './publishing-posts.ts'

const ENDS_WITHIN_MS = 10 * 60_000
const LOOK_EVERY_MS = 200
const UNCLEAR_SHARE_MAX = 0.005

export interface Verdict {
  duplicates: number
  lost: number
  unclear: number
}

interface Shown {
  id: string
  itemId: string
  state: string
  mediaId: string | null
  waitsFor: string | null
  sentence: string
  endedAt: string | null
}

export async function verify({
  server,
  token,
  stand,
  made,
  say,
}: {
  server: RunningServer
  token: string
  stand: PublishingStandIn
  made: readonly Post[]
  say: (line: string) => void
}): Promise<Verdict> {
  const shown = await allEnded(server, token)
  const byCaption = Map.groupBy(
    stand.accounts.flatMap(({ media }) => media.filter(({ containerId, isChild }) => containerId !== null && !isChild)),
    ({ caption }) => caption ?? '',
  )
  const duplicates = stand.duplicates().length + [...byCaption.values()].filter((posts) => posts.length > 1).length
  let lost = 0
  let unclear = 0
  for (const { itemId, caption } of made) {
    const publication = shown.get(itemId)
    const live = byCaption.get(caption) ?? []
    if (publication?.state === 'unclear' && publication.waitsFor === 'person') {
      unclear += 1
      say(`unclear: ${publication.sentence} (${live.length} live)`)
    } else if (publication?.state !== 'published' || live.length !== 1 || live[0]?.id !== publication.mediaId) {
      lost += 1
      say(`lost: ${JSON.stringify(publication)} (${live.length} live)`)
    }
  }
  if (duplicates > 0) throw new Broken(`${duplicates} posts are live twice`)
  if (lost > 0) throw new Broken(`${lost} posts are not what is said of them`)
  if (unclear > Math.max(1, made.length * UNCLEAR_SHARE_MAX))
    throw new Broken(`${unclear} of ${made.length} posts are unclear`)
  return { duplicates, lost, unclear }
}

/** What is said of each post, by its item, when no work is left. */
async function allEnded(server: RunningServer, token: string): Promise<Map<string, Shown>> {
  const began = performance.now()
  for (;;) {
    const shown = await listAll<Shown>(server, token, '/api/publications')
    const open = shown.filter(({ state, endedAt }) => endedAt === null && state !== 'unclear')
    if (open.length === 0) return new Map(shown.map((row) => [row.itemId, row]))
    if (performance.now() - began > ENDS_WITHIN_MS)
      throw new Broken(`${open.length} posts never came to an end, such as ${JSON.stringify(open[0])}`)
    await pause(LOOK_EVERY_MS)
  }
}
