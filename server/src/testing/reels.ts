/** Reels for tests: made through the door, and watched until they are rendered. */
import { type Credits, type Reel, type ReelSettings, type RenderResult, routes } from '@tangelo/contract'
import { until } from './queue-nodes.ts'
import { formWith, type Person, type World } from './world.ts'

/** A GIF of one pixel; another colour is another picture. */
export const aPixel = (colour = 0) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('47494638396101000100800000', 'hex'),
      Buffer.from([colour, 0, 0, 255, 255, 255]),
      Buffer.from('21f90400000000002c00000000010001000002024401003b', 'hex'),
    ]),
  )

export async function uploadImages({ ask }: World, count = 1, who: Person = 'pro'): Promise<string[]> {
  const form = new FormData()
  for (let colour = 0; colour < count; colour += 1)
    form.append('images', new Blob([aPixel(colour * 40)]), `photo ${colour + 1}.gif`)
  return (await requireJson(ask(who, 'POST', routes.uploads.images.path, form))).imageUrls
}

export async function withMusic({ ask }: World, seconds = 12, who: Person = 'pro') {
  const form = formWith(`music of ${seconds} seconds`, 'song.mp3', 'music')
  return (await requireJson(ask(who, 'POST', routes.uploads.music.path, form))) as {
    musicUrl: string
    name: string
    seconds: number
  }
}

/** A new reel, for the credit that it costs. */
export async function aReel(here: World, { images = 2, text = 'A walk', who = 'pro' as Person } = {}): Promise<Reel> {
  const body = { images: await uploadImages(here, images, who), text }
  return (await requireJson(here.ask(who, 'POST', routes.reels.create.path, body))).reel
}

/** Reels that cost nothing, for tests that need more of them than credits. */
export async function freeReels(here: World, count: number): Promise<string[]> {
  const reel = await aReel(here)
  const copies = Array.from({ length: count }, () => here.ask('pro', 'POST', `/api/reels/${reel.id}/duplicate`))
  return (await Promise.all(copies)).map((res) => res.json().id)
}

export const generate = (
  { ask }: World,
  reelId: string,
  who: Person = 'pro',
  headers: Record<string, string> = {},
): ReturnType<World['ask']> => ask(who, 'POST', routes.reels.create.path, { selectedReels: [reelId] }, headers)

/** The id of a render that has been asked for. */
export async function startRender(here: World, reelId: string): Promise<string> {
  return (await requireJson(generate(here, reelId))).renderId
}

export const reelOf = async ({ ask }: World, id: string): Promise<Reel> =>
  requireJson(ask('admin', 'GET', `/api/airtable/reels/${id}`))

export const listReels = async ({ ask }: World, query = '', who: Person = 'pro'): Promise<Reel[]> =>
  (await ask(who, 'GET', `/api/airtable/reels${query}`)).json()

export const creditsOf = async ({ ask }: World, companyId = 1): Promise<Credits> =>
  requireJson(ask('admin', 'GET', `/api/companies/${companyId}/credits`))

export const statusOf = async ({ ask }: World, id: string): Promise<RenderResult> =>
  (await requireJson(ask('admin', 'GET', `/api/airtable/reel-status/${id}`))).result

/** As it has ended. */
export async function waitForRender(here: World, id: string): Promise<RenderResult> {
  let result = await statusOf(here, id)
  await until('the render has ended', async () => {
    result = await statusOf(here, id)
    return result.status !== 'processing'
  })
  return result
}

export const settingsWith = (reel: Reel, part: Partial<ReelSettings>) => ({
  images: reel.images,
  settings: { ...reel.settings, ...part },
})

async function requireJson(asking: ReturnType<World['ask']>) {
  const res = await asking
  if (res.statusCode >= 300) throw new Error(res.body)
  return res.json()
}
