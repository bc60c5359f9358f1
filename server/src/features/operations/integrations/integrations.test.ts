/** Outside services and how they do, for administrators. Who may call the routes is in the access matrix. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  airtableErrors,
  googleErrors,
  googleStandIn,
  graphErrors,
  openaiErrors,
  openaiStandIn,
  s3Errors,
  s3StandIn,
  stripeErrors,
  stripeStandIn,
} from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderDrive } from '#adapters/drive/folder.ts'
import { googleDrive } from '#adapters/drive/google.ts'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { stripePayments } from '#adapters/payments/stripe.ts'
import { RenderRefused } from '#ports/renderer.ts'
import { HOUR, type Measured, MINUTE, measured } from '../../../testing/measured.ts'
import { tabled } from '../../../testing/tabled.ts'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { START, type World, world } from '../../../testing/world.ts'

const at = (moment: number) => new Date(moment).toISOString()
const list = async ({ ask }: World) => (await ask('admin', 'GET', '/api/connections')).json()
const testOf = async ({ ask }: World, name: string) =>
  (await ask('admin', 'POST', `/api/connections/${name}/test`)).json()

const QUIET = { usedPercent: null, pausedUntil: null, lastSucceededAt: null, lastFailedAt: null }

describe('without anything connected', () => {
  test('the list says what each service would do and what to set', async () => {
    const [graph, apify, files, airtable, s3, openai, stripe, google, encoder] = await list(await world())
    expect(graph).toEqual({
      ...QUIET,
      name: 'graph',
      title: 'Instagram Graph API',
      state: 'not_connected',
      explanation: expect.stringMatching(/^Reads professional accounts .*\.$/),
      nextStep: 'Set GRAPH_ACCESS_TOKEN and GRAPH_IG_USER_ID, then restart tangelo.',
      settings: [
        { name: 'GRAPH_ACCESS_TOKEN', isSet: false },
        { name: 'GRAPH_IG_USER_ID', isSet: false },
        { name: 'GRAPH_API_VERSION', isSet: false },
      ],
    })
    expect(apify).toMatchObject({
      name: 'apify',
      state: 'not_connected',
      nextStep: 'Set APIFY_TOKEN, then restart tangelo.',
      settings: [{ name: 'APIFY_TOKEN', isSet: false }],
    })
    expect(files).toMatchObject({ name: 'import', state: 'built_in', nextStep: null, settings: [] })
    expect(airtable).toEqual({
      ...QUIET,
      name: 'airtable',
      title: 'Airtable',
      state: 'built_in',
      explanation: 'Posts are kept here.',
      nextStep: expect.stringMatching(/set AIRTABLE_TOKEN and AIRTABLE_BASE_ID, then restart tangelo\.$/),
      settings: [
        { name: 'AIRTABLE_TOKEN', isSet: false },
        { name: 'AIRTABLE_BASE_ID', isSet: false },
      ],
    })
    expect(s3).toEqual({
      ...QUIET,
      name: 's3',
      title: 'Pictures and videos',
      state: 'built_in',
      explanation: 'They are kept in the data folder.',
      nextStep: expect.stringMatching(/set S3_ENDPOINT, .+ and S3_SECRET_ACCESS_KEY, then restart tangelo\.$/),
      settings: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => ({
        name,
        isSet: false,
      })),
    })
    expect(google).toEqual({
      ...QUIET,
      name: 'google',
      title: 'Google Drive',
      state: 'built_in',
      explanation: 'Reels come from the folders in /srv/reels.',
      nextStep: expect.stringMatching(/set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, then restart tangelo\.$/),
      settings: [
        { name: 'GOOGLE_CLIENT_ID', isSet: false },
        { name: 'GOOGLE_CLIENT_SECRET', isSet: false },
      ],
    })
    expect(openai).toEqual({
      ...QUIET,
      name: 'openai',
      title: 'Prompts and image analysis',
      state: 'built_in',
      explanation: 'Built-in (no AI provider): prompts come from templates, and images are measured here.',
      nextStep: 'For texts of an AI provider, set OPENAI_API_KEY, then restart tangelo.',
      settings: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'].map((name) => ({ name, isSet: false })),
    })
    expect(stripe).toEqual({
      ...QUIET,
      name: 'stripe',
      title: 'Plans and payments',
      state: 'built_in',
      explanation: 'Sandbox: no card is charged.',
      nextStep: 'To take money for plans, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, then restart tangelo.',
      settings: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => ({
        name,
        isSet: false,
      })),
    })
    expect(encoder).toEqual({
      ...QUIET,
      name: 'encoder',
      title: 'Video encoder',
      state: 'built_in',
      explanation: 'Reels are rendered by ffmpeg 7.1.2, which has libx264 and aac: /usr/bin/ffmpeg.',
      nextStep: null,
      settings: [],
    })
  })

  test.each(['graph', 'apify', 'import', 'airtable', 's3', 'openai', 'stripe', 'google', 'encoder'])(
    'testing %s changes nothing and fails at nothing',
    async (name) => {
      const here = await world()
      const before = await list(here)
      const known = before.find((one: { name: string }) => one.name === name)
      expect(await testOf(here, name)).toEqual({ ...known, account: null })
      expect(await list(here)).toEqual(before)
    },
  )

  test('a service that is none is refused by name', async () => {
    const { ask } = await world()
    const res = await ask('admin', 'POST', '/api/connections/telepathy/test')
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({
      fields: { name: 'must be one of: graph, apify, import, airtable, s3, openai, stripe, google, encoder' },
    })
  })
})

describe('a connected service', () => {
  const graphOf = async (here: Measured) => (await list(here))[0]

  test('that answers is connected', async () => {
    const here = await measured()
    expect(await graphOf(here)).toMatchObject({ ...QUIET, state: 'connected', nextStep: null })
    expect(await testOf(here, 'graph')).toMatchObject({
      state: 'connected',
      usedPercent: expect.any(Number),
      lastSucceededAt: at(START),
      lastFailedAt: null,
    })
    expect(here.graph.calls.total).toBe(1)
  })

  test.each([
    [graphErrors.tokenExpired(), 'Renew GRAPH_ACCESS_TOKEN, restart tangelo, and test.', 15 * MINUTE],
    [
      graphErrors.instagramLimit({ ownId: '17841405309211844', minutes: 20 }),
      'Nothing to do: calls continue when the limit has passed.',
      20 * MINUTE,
    ],
    ['reset', expect.stringMatching(/^Nothing to do now: it is retried automatically\./), null],
  ] as const)('that fails with %j says what to do', async (fault, nextStep, paused) => {
    const here = await measured()
    here.graph.faults.always(fault)
    const told = await testOf(here, 'graph')
    expect(told).toMatchObject({
      state: 'failing',
      nextStep,
      lastFailedAt: at(START),
      pausedUntil: paused === null ? null : at(START + paused),
    })
    expect(JSON.stringify(told)).not.toContain(here.graph.token)
    expect(JSON.stringify(told)).not.toMatch(/https?:/)
    here.clock.moveBy(HOUR)
    expect(await graphOf(here)).toMatchObject({ state: 'failing', pausedUntil: null })
  })

  test('that works again is no longer paused, once a user tests it', async () => {
    const here = await measured({ accounts: ['nasa'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    expect(await graphOf(here)).toMatchObject({ state: 'failing' })
    here.graph.faults.clear()
    expect(await testOf(here, 'graph')).toMatchObject({ state: 'connected', pausedUntil: null })
    // What was wished for before is tried again by itself.
    await here.round(MINUTE)
    expect((await here.ask('pro', 'GET', '/api/accounts/1')).json().metrics.followers).toBeGreaterThan(0)
  })

  test('is not called by the list', async () => {
    const here = await measured({ connected: ['graph', 'apify'] })
    await list(here)
    expect(here.graph.calls.total + here.apify.calls.total).toBe(0)
  })

  test('fails requests that wait for an account at once, with the reason', async () => {
    const here = await measured({ accounts: ['nasa', 'other'] })
    here.graph.faults.always(graphErrors.tokenExpired())
    await testOf(here, 'graph')
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    const [work] = (await here.ask('pro', 'GET', '/api/activity')).json()
    expect(work).toMatchObject({ state: 'failed', subject: '@nasa', message: expect.stringMatching(/token/i) })
    // Only the test made a call: a source that refuses calls is paused.
    expect(here.graph.calls.total).toBe(1)
  })
})

describe('the video encoder', () => {
  const CURE = 'There is no video encoder on this machine. Install ffmpeg with libx264 and aac.'
  const encoderOf = async (here: World) => (await list(here)).find(({ name }: { name: string }) => name === 'encoder')

  test('that is missing is failing with its cure, until there is one', async () => {
    const here = await world()
    const found = here.renderer.encoder
    here.renderer.encoder = () => Promise.reject(new RenderRefused('no_encoder', CURE))
    const failing = {
      state: 'failing',
      explanation: CURE,
      nextStep: expect.stringMatching(/nothing has to be started/),
    }
    expect(await encoderOf(here)).toMatchObject(failing)
    expect(await testOf(here, 'encoder')).toMatchObject(failing)
    here.renderer.encoder = found
    expect(await testOf(here, 'encoder')).toMatchObject({ state: 'built_in', nextStep: null })
  })

  test('that is old says what it cannot do', async () => {
    const here = await world()
    here.renderer.encoder = async () => ({ name: 'ffmpeg N-47683', path: '/opt/ffmpeg', canDecode: false })
    expect(await encoderOf(here)).toMatchObject({ state: 'built_in', nextStep: expect.stringMatching(/M4A and AAC/) })
  })
})

describe('the bucket', () => {
  const s3Of = async (here: World) => (await list(here)).find(({ name }: { name: string }) => name === 's3')

  test('is connected; a test puts something into it, and says why where it cannot', async () => {
    const s3 = await s3StandIn({ clock: { now: () => START } }).start()
    onTestFinished(() => s3.end())
    const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
    const here = await world({ s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } })
    expect(await s3Of(here)).toMatchObject({ ...QUIET, state: 'connected', nextStep: null })
    expect(await testOf(here, 's3')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    s3.faults.always(s3Errors.accessDenied())
    const told = await testOf(here, 's3')
    expect(told).toMatchObject({ state: 'failing', pausedUntil: null, lastFailedAt: at(START) })
    expect(told.explanation).toMatch(/does not let S3_ACCESS_KEY_ID put, read, list and remove objects/)
    expect(JSON.stringify(told)).not.toContain(secretAccessKey)
    expect(await s3Of(here)).toMatchObject({ state: 'failing' })
    s3.faults.clear()
    expect(await testOf(here, 's3')).toMatchObject({ state: 'connected' })
  })
})

describe('tables kept elsewhere', () => {
  const airtableOf = async (here: World) => (await list(here)).find(({ name }: { name: string }) => name === 'airtable')

  test('are connected, and a test makes one call', async () => {
    const here = await tabled({ isPulled: false })
    expect(await airtableOf(here)).toMatchObject({ state: 'connected', nextStep: null, lastSucceededAt: null })
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    expect(here.airtable.calls.total).toBe(1)
  })

  test.each([
    [airtableErrors.authenticationRequired(), 'AIRTABLE_TOKEN', 'Renew AIRTABLE_TOKEN, restart tangelo, and test.'],
    [airtableErrors.notAllowed(), 'AIRTABLE_BASE_ID', 'Renew AIRTABLE_TOKEN, restart tangelo, and test.'],
    ['reset', 'broke the connection off', expect.stringMatching(/^Nothing to do now/)],
    [
      airtableErrors.rateLimit(),
      'its rate limit is reached',
      'Nothing to do: calls continue when the limit has passed.',
    ],
  ] as const)('that fail with %j say why and what to do', async (fault, words, nextStep) => {
    const here = await tabled({ isPulled: false })
    here.airtable.faults.always(fault)
    const told = await testOf(here, 'airtable')
    expect(told).toMatchObject({ state: 'failing', nextStep, explanation: expect.stringContaining(words) })
    expect(JSON.stringify(told)).not.toContain(here.airtable.token)
    here.airtable.faults.clear()
    here.clock.moveBy(MINUTE)
    expect(await testOf(here, 'airtable')).toMatchObject({ state: 'connected', pausedUntil: null })
  })
})

describe('an AI provider', () => {
  async function asked() {
    const standIn = await openaiStandIn().start()
    onTestFinished(standIn.end)
    const here = await world({ ai: { url: `${standIn.url}/v1`, key: standIn.token, model: standIn.model } })
    return { here, standIn }
  }

  test('is connected, and says what is wrong with its key in a sentence without it', async () => {
    const { here, standIn } = await asked()
    expect(await testOf(here, 'openai')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    standIn.faults.next(1, openaiErrors.invalidKey(standIn.token))
    const failing = await testOf(here, 'openai')
    expect(failing).toMatchObject({
      state: 'failing',
      explanation: expect.stringMatching(/does not accept the key\. .* OPENAI_API_KEY\.$/),
      nextStep: 'Renew OPENAI_API_KEY, restart tangelo, and test.',
      pausedUntil: at(START + 15 * MINUTE),
    })
    expect(JSON.stringify(failing)).not.toContain(standIn.token.slice(0, 8))
    expect(await testOf(here, 'openai')).toMatchObject({ state: 'connected', pausedUntil: null })
    expect(standIn.violations).toEqual([])
  })
})

describe('payments', () => {
  test('are connected, and a fault of the key is explained in a sentence without it', async () => {
    const standIn = await stripeStandIn().start()
    onTestFinished(standIn.end)
    const { url: apiUrl, token: secretKey, publishableKey } = standIn
    const here = await world({
      payments: ({ clock }) => stripePayments({ apiUrl, secretKey, publishableKey, webhookSecret: null, clock }),
    })
    expect(await testOf(here, 'stripe')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    standIn.faults.next(1, stripeErrors.badKey())
    expect(await testOf(here, 'stripe')).toMatchObject({
      state: 'failing',
      explanation: expect.stringMatching(/does not accept the key\. .* STRIPE_SECRET_KEY\.$/),
      nextStep: 'Renew STRIPE_SECRET_KEY, restart tangelo, and test.',
      pausedUntil: null,
    })
    expect(await testOf(here, 'stripe')).toMatchObject({ state: 'connected' })
    expect(standIn.violations).toEqual([])
  })
})

describe('Google Drive', () => {
  const googleOf = async (here: World) => (await list(here)).find(({ name }: { name: string }) => name === 'google')

  async function driven({ isKnown = true } = {}) {
    const google = await googleStandIn().start()
    onTestFinished(async () => {
      await google.end()
      expect(google.violations).toEqual([])
    })
    const { url, clientId, clientSecret } = google
    const drive = googleDrive({
      clientId,
      clientSecret: isKnown ? clientSecret : 'GOCSPX-of-another',
      accountsUrl: url,
      oauthUrl: url,
      apiUrl: url,
      clock: { now: Date.now },
      pause: async () => {},
    })
    return { google, here: await world({ driveOf: () => ({ drive, path: null }) }) }
  }

  test('is tested by its keys, also where no company has connected a drive yet', async () => {
    const { google, here } = await driven()
    expect(await googleOf(here)).toMatchObject({ state: 'connected', lastSucceededAt: null })
    expect(await testOf(here, 'google')).toMatchObject({ state: 'connected', lastSucceededAt: at(START) })
    google.faults.always(googleErrors.backend())
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'failing',
      explanation: 'Google Drive has trouble at the moment (status 500).',
      lastFailedAt: at(START),
    })
  })

  test('with keys that Google does not know says which to correct', async () => {
    const { here } = await driven({ isKnown: false })
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'failing',
      explanation: 'Google does not accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: correct them.',
      nextStep: 'When that is done, test again; settings count after a new start.',
    })
  })

  test('is replaced by a folder on this server, which is looked at', async () => {
    const folder = folderOfTest()
    const path = join(folder, 'reels')
    writeFileSync(path, 'a file')
    const here = await world({ driveOf: () => ({ drive: folderDrive({ path, images: sharpImages() }), path }) })
    const failing = { state: 'failing', explanation: 'DRIVE_DIR names something that is no folder: name a folder.' }
    expect(await googleOf(here)).toMatchObject(failing)
    expect(await testOf(here, 'google')).toMatchObject(failing)
    rmSync(path)
    expect(await testOf(here, 'google')).toMatchObject({
      state: 'built_in',
      explanation: `Reels come from the folders in ${path}.`,
    })
  })
})

describe('what can be read in a day', () => {
  const capacity = async ({ ask }: World) => (await ask('admin', 'GET', '/api/connections/capacity')).json()
  const ofSource = async (here: World, name: string) =>
    (await capacity(here)).sources.find((source: { name: string }) => source.name === name)

  test('is nothing without a source, and files have no limit', async () => {
    const here = await world({ accounts: ['nasa'] })
    expect(await capacity(here)).toMatchObject({ accounts: 1, readLately: 0 })
    expect(await ofSource(here, 'graph')).toEqual({
      name: 'graph',
      perDay: 0,
      perDayAtBest: null,
      connections: 0,
      accounts: 0,
      lastReadAt: null,
      testAccount: 'nasa',
    })
    expect(await ofSource(here, 'import')).toMatchObject({ perDay: null, testAccount: null })
  })

  test('is what a working source allows; a test reads an own account and says what it found', async () => {
    const here = await measured({ accounts: ['nasa'], callsPerHour: 200 })
    expect(await ofSource(here, 'graph')).toMatchObject({ perDay: 4_800, perDayAtBest: 4_800 })
    expect(await testOf(here, 'graph')).toMatchObject({
      state: 'connected',
      account: { username: 'nasa', followers: expect.any(Number), message: null },
    })
    await here.ask('admin', 'POST', '/api/accounts/1/refresh')
    await here.settle()
    expect(await capacity(here)).toMatchObject({ accounts: 1, readLately: 1 })
    expect(await ofSource(here, 'graph')).toMatchObject({ accounts: 1, lastReadAt: expect.any(String) })
    here.graph.faults.always(graphErrors.tokenExpired())
    expect(await testOf(here, 'graph')).toMatchObject({ state: 'failing', account: null })
    expect(await ofSource(here, 'graph')).toMatchObject({ perDay: 0, perDayAtBest: 4_800 })
  })
})
