/** The objects that the authorization matrix asks for: of company 1, of company 2, and missing. */
import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { toFolderJson } from '#features/drive/index.ts'
import { newSecret } from '#platform/secrets.ts'
import { itemsIn } from '../content-items.ts'
import { START, type World, world } from '../world.ts'
import { IDS } from './actors.ts'

export const FOLDERS = { own: 'own-folder', foreign: 'foreign-folder', missing: 'missing-folder' }
export const IMPORT = '00000000-0000-4000-8000-000000000001'
/** By their users. */
export const WEBHOOKS = { own: 2, foreign: 4, missing: 999 }
export const POSTS = { own: 'recOwn00000000001', foreign: 'recForeign0000001', missing: 'recMissing0000001' }
export const REELS = { own: 'recOwnReel0000001', foreign: 'recForeignReel001', missing: 'recMissing0000001' }
export const RENDERS = {
  own: '00000000-0000-4000-8000-0000000000a1',
  foreign: '00000000-0000-4000-8000-0000000000a2',
  missing: '00000000-0000-4000-8000-0000000000a3',
}
/** They are live: nothing can be changed about them any more. */
/** A post of both connected accounts. */
export const OWN_MEDIA = '17920230000000001'
export const PUBLICATIONS = {
  own: '00000000-0000-4000-8000-0000000000c1',
  foreign: '00000000-0000-4000-8000-0000000000c2',
  missing: '00000000-0000-4000-8000-0000000000c3',
}
export const PICTURES = {
  own: '/media/u/AAAAAAAAAAAAAAAAAAAAAA',
  foreign: '/media/u/BBBBBBBBBBBBBBBBBBBBBB',
  missing: '/media/u/CCCCCCCCCCCCCCCCCCCCCC',
}
/** Images that nothing shows. */
export const UPLOADS = {
  own: 'DDDDDDDDDDDDDDDDDDDDDD',
  foreign: 'EEEEEEEEEEEEEEEEEEEEEE',
  missing: 'FFFFFFFFFFFFFFFFFFFFFF',
}
export const TOKEN = '00000000-0000-4000-8000-0000000000b1'
export const FOREIGN_TOKEN = '00000000-0000-4000-8000-0000000000b2'
/** An API token of the pro user. */
export const PROGRAM = `tangelo_${newSecret()}`
const ACCOUNTS = ['own', { username: 'foreign', companyId: 2 }]

/** An account and a content item of each company. */
export const makeFurnishedWorld = (until: 'test' | 'file' = 'test'): Promise<World> =>
  world({ accounts: ACCOUNTS, until, webhooks: { lookup: noNames }, furnish })

async function furnish(here: World): Promise<void> {
  for (const accountId of [IDS.own, IDS.foreign])
    await here.ask('admin', 'POST', '/api/groups', { name: 'All', accountIds: [accountId] })
  // Companies and accounts have the same ids here, and reports, schedules and links get them too.
  for (const id of [IDS.own, IDS.foreign]) {
    const content = { title: 'Report', subject: { kind: 'company', id }, sections: [{ kind: 'figures' }] }
    await here.ask('admin', 'POST', '/api/reports', { ...content, from: '2026-10-01', to: '2026-10-31' })
    await here.ask('admin', 'POST', '/api/report-schedules', { every: 'monthly', hour: 8, content })
    const link = { kind: 'calendar', targetId: id, name: 'For the client', expiresInDays: 30 }
    await here.ask('admin', 'POST', '/api/links', link)
  }
  await itemsIn(here, [{ id: POSTS.own }, { id: POSTS.foreign, companyId: 2 }])
  for (const [id, company_id, item_id] of [
    [PUBLICATIONS.own, IDS.own, REELS.own],
    [PUBLICATIONS.foreign, IDS.foreign, REELS.foreign],
  ] as const) {
    await here.database.queries
      .insertInto('own_media')
      .values({
        company_id,
        account_id: company_id,
        media_id: OWN_MEDIA,
        product: 'reel',
        posted_at: START,
        first_seen_at: START,
      })
      .execute()
    await here.database.queries
      .insertInto('publications')
      .values({
        id,
        company_id,
        item_id,
        account_id: company_id,
        account_name: 'own',
        state: 'published',
        kind: 'reel',
        options: '{}',
        planned_at: START,
        due_at: START,
        content_hash: '',
        sentence: 'It is live',
        user_name: 'pro',
        created_at: START,
        changed_at: START,
        ended_at: START,
        media_id: OWN_MEDIA,
      })
      .execute()
  }
  for (const post of [POSTS.own, POSTS.foreign])
    await here.ask('admin', 'POST', '/api/approvals', { posts: [post], clientName: 'Ana', timeZone: 'UTC' })
  await aPicture(here, 1, UPLOADS.own)
  await aPicture(here, 2, UPLOADS.foreign)
  for (const [companyId, reel, render, picture, folder] of [
    [1, REELS.own, RENDERS.own, PICTURES.own, FOLDERS.own],
    [2, REELS.foreign, RENDERS.foreign, PICTURES.foreign, FOLDERS.foreign],
  ] as const) {
    await itemsIn(here, [{ id: reel, companyId, mediaType: 'reel', imageUrl: picture }])
    await insertEndedRender(here, { companyId, reel, render })
    await aPicture(here, companyId, picture)
    await aWebhook(here, companyId)
    await aFolder(here, companyId, folder, reel)
  }
  for (const [userId, companyId] of [
    [2, 1],
    [4, 2],
  ] as const)
    await anAlert(here, userId, companyId)
  await aToken(here, 2, TOKEN, PROGRAM)
  await aToken(here, 4, FOREIGN_TOKEN, `tangelo_${newSecret()}`)
}

/** In a drive that has just been read; it has become a reel. */
async function aFolder({ database: { queries } }: World, company_id: number, id: string, item_id: string) {
  const named = { entry_id: id, name: id, name_key: id, description: null, place: null, picture_key: id }
  const row = { company_id, id, ...named, created_at: 0, images: '[]', seen_in: 1 }
  await queries
    .insertInto('drives')
    .values({ company_id, drive: 'folder', owner: null, connected_at: null, lost_at: null, read_at: START })
    .execute()
  await queries
    .insertInto('drive_folders')
    .values({ ...row, shown: toFolderJson(row) })
    .execute()
  const done = { state: 'done' as const, rename: 'done' as const, done: 1, total: 1, left_out: 0, skips_refused: 0 }
  await queries
    .insertInto('drive_imports')
    .values({
      company_id,
      folder_id: id,
      id,
      drive: 'folder',
      entry_id: id,
      folder_name: id,
      user_id: null,
      ...done,
      user_name: 'pro',
      wanted_record_id: null,
      item_id,
      message: null,
      created_at: 0,
      ended_at: 0,
    })
    .execute()
}

/** Alerts have the ids of the companies. */
async function anAlert({ database }: World, user_id: number, company_id: number) {
  const named = { kind: 'credits' as const, group_key: 'credits', sentence: 'Few credits are left', number: 1 }
  const span = { first_cause: 1, last_cause: 1, is_shown: 1 as const, opened_at: START, changed_at: START }
  await database.queries
    .insertInto('alerts')
    .values({
      user_id,
      seen_as: company_id,
      company_id,
      scope: '{"companies":"all","accounts":null}',
      ...named,
      ...span,
    })
    .execute()
}

async function aToken({ database }: World, userId: number, id: string, token: string) {
  const token_hash = createHash('sha256').update(token).digest('hex')
  const visible = { prefix: token.slice(0, 12), last_four: token.slice(-4), last_used_at: null }
  await database.queries
    .insertInto('api_tokens')
    .values({
      id,
      user_id: userId,
      token_hash,
      ...visible,
      created_at: START,
      expires_at: START + 365 * 24 * 3_600_000,
    })
    .execute()
}

/** One that was called off: its credit was taken and given back. */
async function insertEndedRender({ database }: World, of: { companyId: number; reel: string; render: string }) {
  const { companyId: company_id, reel: item_id, render: id } = of
  const common = { company_id, user_id: null, at: 0 }
  const reason = `render:${id}`
  await database.queries
    .insertInto('credit_entries')
    .values([
      { ...common, reason: 'welcome', kind: 'grant', credits: 5 },
      { ...common, reason, kind: 'spend', credits: -1 },
      { ...common, reason: `${reason}:back`, kind: 'give_back', credits: 1 },
    ])
    .execute()
  const asked = { user_id: null, user_name: 'pro', state: 'cancelled' as const, images: '[]', settings: '{}' }
  await database.queries
    .insertInto('renders')
    .values({ id, company_id, item_id, created_at: 0, ...asked })
    .execute()
}

/** No webhook is delivered from here. */
const noNames: LookupFunction = (_host, _options, found) =>
  found(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), '')

/** With one delivery, which failed. */
async function aWebhook({ database: { queries } }: World, company_id: 1 | 2) {
  const user_id = company_id === 1 ? WEBHOOKS.own : WEBHOOKS.foreign
  const webhook_url = 'https://receiver.example.test/'
  await queries.updateTable('users').set({ webhook_url }).where('id', '=', user_id).execute()
  const event = { event_id: 'an event', kind: 'draft.changed' as const, body: '{}' }
  const moments = { created_at: 0, asked_at: 0, next_try_at: 0 }
  await queries
    .insertInto('webhook_deliveries')
    .values({ user_id, company_id, ...event, ...moments, state: 'failed' })
    .execute()
}

async function aPicture({ database }: World, company_id: number, address: string) {
  const id = address.split('/').at(-1) ?? ''
  const size = { width: 1, height: 1, bytes: 1 }
  const kept = { hash: id, type: 'image/png', user_id: null, created_at: 0 }
  await database.queries
    .insertInto('uploads')
    .values({ id, company_id, ...size, ...kept })
    .execute()
}
