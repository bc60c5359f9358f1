/** What the demo plans: pictures that are drawn here, drafts with dates round today, and a reel of each client, rendered. */
import { Readable } from 'node:stream'
import type { ReelSettings } from '@tangelo/contract'
import { firstSettings } from '#features/reels/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { demoViewer } from '../demo.rules.ts'
import { demoStore } from '../demo.store.ts'
import { REEL_CAPTIONS } from '../rules/captions.ts'
import { DRAFTS_PER_CLIENT, draftsOf } from '../rules/drafts.ts'
import { drawPicture } from '../rules/pictures.ts'
import { type DemoCompany, type DemoTools, type Fill, tellScreens } from './tools.ts'

const PICTURE = { width: 1_080, height: 1_350 } as const
const REEL_PICTURES = 3
/** With the fades, three seconds in all: the least that Instagram takes. */
const REEL_PICTURE_SECONDS = 1.2

/** The reels first: they are rendered while everything else is made. */
export async function fillContent(fill: Fill, tools: DemoTools): Promise<void> {
  const pictures = new Map<number, string[]>()
  for (const company of fill.companies) {
    const first = await upload(company, 0, REEL_PICTURES, fill, tools)
    pictures.set(company.id, first)
    await makeReel(company, first, fill, tools)
  }
  for (const company of fill.companies) {
    const first = pictures.get(company.id) ?? []
    const all = [...first, ...(await upload(company, REEL_PICTURES, DRAFTS_PER_CLIENT, fill, tools))]
    await makeDrafts(company, all, fill, tools)
  }
}

/** The pictures of a client from one number to before another. The same ones have the same addresses every time. */
async function upload(
  company: DemoCompany,
  from: number,
  to: number,
  fill: Fill,
  { images, uploads }: DemoTools,
): Promise<string[]> {
  const { imageUrls } = await uploads.upload(demoViewer(company), async (take) => {
    for (let at = from; at < to; at += 1) {
      await fill.step()
      const bytes = await images.draw(
        drawPicture(company.client.pictures[at] ?? at, `${company.client.stem}:${at}`, PICTURE),
      )
      const name = `${company.client.stem}-${at + 1}.jpg`
      await take({ stream: Readable.from([bytes]), place: at - from + 1, name, isCut: () => false })
    }
    return to - from
  })
  return imageUrls
}

/** Drafts are made in order, each in one transaction with the count of them. */
async function makeDrafts(company: DemoCompany, urls: string[], fill: Fill, tools: DemoTools): Promise<void> {
  const { database, items } = tools
  const store = demoStore(database.queries)
  const done = ((await store.find())?.drafts ?? 0) - company.place * DRAFTS_PER_CLIENT
  const accounts = await store.accountsOf(company.id)
  const colleague = await store.colleagueOf(company.id)
  for (const draft of draftsOf(company.place, fill.lastDay).slice(Math.max(0, done))) {
    await fill.step()
    const { pictures, account: place, isAssigned, isAsked, hashtags, ...fields } = draft
    const account = accounts[place]
    const images = pictures.flatMap((at) => urls[at] ?? [])
    await items.make(
      demoViewer(company),
      {
        companyId: company.id,
        fields: Object.assign(fields, { hashtags: [...hashtags], imageUrl: images[0] ?? null }),
        own: {
          images,
          account: account ? { id: account.id, username: account.username, profilePicture: null } : null,
          assignee: isAssigned ? (colleague ?? null) : null,
          approvalAskedAt: isAsked ? momentToText(fill.begunAt) : null,
        },
        intent: null,
      },
      async (tx) => void (await demoStore(tx).countOne('drafts')),
    )
  }
  await tellScreens(tools)
}

async function makeReel(company: DemoCompany, urls: string[], fill: Fill, tools: DemoTools): Promise<void> {
  const { database, uploads, reels, renders } = tools
  const store = demoStore(database.queries)
  const viewer = demoViewer(company)
  await fill.step()
  if (((await store.find())?.reels ?? 0) <= company.place) {
    const sizes = await uploads.imagesOf(company.id, urls)
    const images = urls.map((url) => ({ url, size: sizes.get(url) ?? null }))
    const caption = REEL_CAPTIONS[company.place] ?? null
    const also = async (tx: Parameters<typeof demoStore>[0]) => void (await demoStore(tx).countOne('reels'))
    const [account] = await store.accountsOf(company.id)
    const accountId = account?.id ?? null
    const request = { companyId: company.id, caption, accountId, images, settings: settingsOf(images.length, caption) }
    await reels.make(viewer, request, { intent: null, also })
  }
  for (const reel of await store.findUnrendered(company.id))
    await database.transaction(async (tx) => {
      await renders.start(tx, viewer, {
        companyId: company.id,
        itemId: reel.item_id,
        images: urls,
        settings: JSON.parse(reel.settings),
      })
    })
}

/** Short, so that all of them are there within the time that filling takes. */
function settingsOf(images: number, caption: string | null): ReelSettings {
  const usual = firstSettings(images, caption)
  return {
    ...usual,
    pictures: usual.pictures.map((picture) => ({ ...picture, seconds: REEL_PICTURE_SECONDS })),
    transition: { kind: 'cross-fade', seconds: 0.3 },
    caption: { ...usual.caption, isShown: true },
  }
}
