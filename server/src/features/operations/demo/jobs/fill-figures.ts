/** The accounts of the demo: texts and latest posts, then figures and posts as files through the import that users have. */
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGAGEMENT_POSTS } from '@tangelo/contract/limits'
import { setProfile } from '#features/analytics/index.ts'
import { dayOf, momentOfDay } from '#platform/calendar.ts'
import { demoViewer } from '../demo.rules.ts'
import { demoStore } from '../demo.store.ts'
import { ACCOUNTS_PER_CLIENT, accountsOf, type DemoAccount } from '../rules/clients.ts'
import { figuresTable } from '../rules/figures.ts'
import { drawPicture, POST_PICTURE } from '../rules/pictures.ts'
import { type DemoPost, postsOf, postsTable } from '../rules/posts.ts'
import { type DemoCompany, type DemoTools, type Fill, tellScreens } from './tools.ts'

const THUMBNAIL = { width: 480, height: 600 } as const
/** Shared by all posts. */
const THUMBNAILS = 42
/** A report about the last month shows its best posts. */
const PICTURED_DAYS = 62

interface Planned {
  account: DemoAccount
  posts: DemoPost[]
}

/** Company by company, from the first that is not done. */
export async function fillFigures(fill: Fill, tools: DemoTools): Promise<void> {
  const store = demoStore(tools.database.queries)
  const done = Math.floor(((await store.find())?.accounts ?? 0) / ACCOUNTS_PER_CLIENT)
  if (done >= fill.companies.length) return
  const thumbnails = await drawThumbnails(fill, tools)
  for (const company of fill.companies.slice(done)) {
    await fill.step()
    const planned = accountsOf(company.client).map((account) => ({
      account,
      posts: postsOf(account, fill.lastDay, fill.begunAt),
    }))
    await showProfiles(company, planned, thumbnails, fill, tools)
    await importTables(company, planned, fill, tools)
    await makeGroups(company, tools)
    await store.change(['filling'], { accounts: (company.place + 1) * ACCOUNTS_PER_CLIENT })
    await tellScreens(tools)
  }
}

/** Each is named by a row at once: a removal finds it, wherever filling has ended. */
async function drawThumbnails(fill: Fill, { database, images, blobs }: DemoTools): Promise<string[]> {
  const store = demoStore(database.queries)
  const hashes: string[] = []
  for (let at = 0; at < THUMBNAILS; at += 1) {
    await fill.step()
    const hash = await blobs.put(await images.draw(drawPicture(at, 'post', THUMBNAIL)))
    await store.addPictures([{ key: `${POST_PICTURE}-${at}`, hash, type: 'image/jpeg' }])
    hashes.push(hash)
  }
  return hashes
}

/** Who the accounts are, and the pictures of their latest posts. */
async function showProfiles(
  company: DemoCompany,
  planned: readonly Planned[],
  thumbnails: readonly string[],
  { begunAt, lastDay }: Fill,
  { database }: DemoTools,
): Promise<void> {
  const rows = new Map((await demoStore(database.queries).accountsOf(company.id)).map((row) => [row.username, row]))
  await database.transaction(async (tx) => {
    for (const [place, { account, posts }] of planned.entries()) {
      const row = rows.get(account.username)
      const newestFirst = posts.toReversed()
      const latestPosts = newestFirst.slice(0, ENGAGEMENT_POSTS)
      if (!row || latestPosts.length === 0) continue
      const since = momentOfDay(lastDay - PICTURED_DAYS)
      const pictured = newestFirst.filter(({ postedAt }, at) => at < ENGAGEMENT_POSTS || postedAt >= since)
      await demoStore(tx).addPictures(
        pictured.map(({ id }, at) => ({
          key: `${POST_PICTURE}${id.slice('demo'.length)}`,
          hash: thumbnails[(place * 5 + at) % thumbnails.length] ?? '',
          type: 'image/jpeg',
        })),
      )
      const texts = { fullName: account.fullName, bioText: account.bio, externalUrl: company.client.website }
      await setProfile(tx, row, { ...texts, inputUrl: null, sourcePictureUrl: null, latestPosts, raw: '' }, begunAt)
    }
  })
}

async function importTables(company: DemoCompany, planned: Planned[], fill: Fill, tools: DemoTools): Promise<void> {
  const { lastDay, begunAt } = fill
  const days = planned.map(({ account, posts }) => {
    const postedDays = posts.map(({ postedAt }) => dayOf(postedAt, 'UTC'))
    return { account, countPosted: (day: number) => postedDays.findLastIndex((one) => one <= day) + 1 }
  })
  const table = (part: 'before' | 'since') => figuresTable(days, { lastDay, now: begunAt, part })
  await importTable(company, 'figures-before.csv', 'import', table('before'), tools)
  await fill.step()
  await importTable(company, 'figures.csv', 'sample', table('since'), tools)
  await fill.step()
  await importTable(company, 'posts.csv', 'sample', postsTable(planned, begunAt), tools)
}

async function importTable(
  company: DemoCompany,
  fileName: string,
  source: 'import' | 'sample',
  table: string | null,
  { dataImports, temporaryPath }: DemoTools,
): Promise<void> {
  if (table === null) return
  const path = join(temporaryPath, `demo-${randomUUID()}`)
  try {
    await writeFile(path, table)
    await dataImports.importPath(demoViewer(company), path, { companyId: company.id, fileName, source })
  } finally {
    await rm(path, { force: true })
  }
}

async function makeGroups(company: DemoCompany, { database, comparison, tags }: DemoTools): Promise<void> {
  const viewer = demoViewer(company)
  if ((await comparison.groups(viewer)).length > 0) return
  const brand = new Set(accountsOf(company.client).flatMap(({ username, isBrand }) => (isBrand ? [username] : [])))
  const ids = await demoStore(database.queries).accountsOf(company.id)
  const pickIds = (isBrand: boolean) =>
    ids.filter(({ username }) => brand.has(username) === isBrand).map(({ id }) => id)
  await comparison.create(viewer, { name: 'Creators', accountIds: pickIds(false) })
  await comparison.create(viewer, { name: 'Own accounts', accountIds: pickIds(true) })
  await tags.change(viewer, { accountIds: pickIds(true).slice(0, 3), add: ['Priority'], remove: [] })
  await tags.change(viewer, { accountIds: pickIds(false).filter((_, at) => at % 4 === 0), add: ['Paid'], remove: [] })
}
