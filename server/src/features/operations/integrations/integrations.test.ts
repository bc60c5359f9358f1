/** Outside services and how they do, for administrators. Who may call the routes is in the access matrix. */
import { describe, expect, test } from 'vitest'
import { RenderRefused } from '#ports/renderer.ts'
import { connectionOf, list, QUIET, testOf } from '../../../testing/connections.ts'
import { type World, world } from '../../../testing/world.ts'

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

describe('the video encoder', () => {
  const CURE = 'There is no video encoder on this machine. Install ffmpeg with libx264 and aac.'
  const encoderOf = (here: World) => connectionOf(here, 'encoder')

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
