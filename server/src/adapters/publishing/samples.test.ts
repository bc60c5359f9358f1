/** Every sample of the contract, through the adapters: what they send, what they read, and what each refusal means. */
import { readFileSync } from 'node:fs'
import { publishingStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import type { ContainerOptions, PublishingLogin } from '#ports/publishing.ts'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { loginsAt } from '../../testing/connectable.ts'
import { containerRequest } from './container-request.ts'

interface Sample {
  name: string
  operation: string
  schema?: string
  part: 'request' | 'response' | 'error'
  status?: number
  headers?: Record<string, string>
  form?: true
  invalid?: true
  body: Record<string, unknown>
}

const { samples } = JSON.parse(
  readFileSync(new URL('../../../../stand-ins/contracts/instagram-publishing/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }
const NOW = Date.UTC(2026, 10, 20, 9)
const signal = AbortSignal.timeout(60_000)
const ID = '17889455560051444'

async function started() {
  const clock = { now: () => NOW }
  const standIn = await publishingStandIn({ clock }).start()
  onTestFinished(() => standIn.end())
  const { instagram, facebook } = loginsAt(standIn, clock)
  const accounts = ['sample.bakery']
  const accountId = standIn.account('sample.bakery').id
  const page = standIn.signIns.longToken('facebook', accounts)
  return {
    standIn,
    instagram,
    facebook,
    ofInstagram: { accountId, secret: standIn.signIns.longToken('instagram', accounts) },
    ofFacebook: { accountId, secret: JSON.stringify({ user: page, page }) },
  }
}

type Started = Awaited<ReturnType<typeof started>>

const sampleNamed = (name: string) => {
  const found = samples.find((sample) => sample.name === name)
  if (!found) throw new Error(`There is no sample named ${name}`)
  return found
}

/** What each step of signing in answers, unless it is the one that a sample is about. */
const SIGNING_IN: Readonly<Record<'instagram' | 'facebook', Record<string, string>>> = {
  instagram: {
    instagramCode: 'short token, form of the documentation',
    instagramExchange: 'long token',
    whoAmI: 'who am I, Instagram Login, flat',
  },
  facebook: { permissions: '', pages: 'Pages with their linked accounts', readNode: 'account, Facebook Login' },
}
const GRANTED = {
  data: ['instagram_basic', 'pages_show_list', 'pages_read_engagement'].map((permission) => ({
    permission,
    status: 'granted',
  })),
}

function signIn({ standIn, ...logins }: Started, name: 'instagram' | 'facebook', { operation }: Sample) {
  for (const [of, named] of Object.entries(SIGNING_IN[name])) {
    const body = named === '' ? GRANTED : sampleNamed(named).body
    if (of !== operation) standIn.faults.next(1, { status: 200, body }, { of })
  }
  if (name === 'facebook' && operation !== 'facebookToken') {
    const { body } = sampleNamed('long user token')
    standIn.faults.next(2, { status: 200, body }, { of: 'facebookToken' })
  }
  return logins[name].exchange({ code: 'AQsampleCode', returnAddress: 'https://box.example.test/back' }, signal)
}

function readNode({ facebook, ofFacebook }: Started, { body, name }: Sample): Promise<Outcome<unknown>> {
  if ('status_code' in body) return facebook.readContainer(ofFacebook, ID, signal)
  return 'username' in body && !('media_type' in body) && !name.includes('media')
    ? facebook.describe(ofFacebook, signal)
    : facebook.readPost(ofFacebook, ID, signal)
}

const DAY = { since: NOW - 86_400_000, until: NOW }

function insights({ facebook, ofFacebook }: Started, { schema, name }: Sample): Promise<Outcome<unknown>> {
  if (!schema?.endsWith('AccountInsights'))
    return facebook.postFigures(ofFacebook, { mediaId: ID, figures: ['views', 'reach'] }, signal)
  if (name.includes('demography')) return facebook.audience(ofFacebook, 'country', signal)
  if (name.includes('unfollows')) return facebook.followsAndUnfollows(ofFacebook, DAY, signal)
  if (name.includes('series')) return facebook.accountDays(ofFacebook, { ...DAY, figure: 'reach' }, signal)
  if (name.includes('online')) return facebook.onlineHours(ofFacebook, DAY, signal)
  return facebook.accountFigures(ofFacebook, { ...DAY, figures: ['views', 'reach'] }, signal)
}

const upload = ({ standIn, facebook, ofFacebook }: Started) =>
  facebook.upload(
    ofFacebook,
    {
      uploadUrl: `${standIn.hosts.upload}/ig-api-upload/v25.0/${ID}`,
      file: {
        bytes: 3,
        async *readFrom() {
          yield Buffer.from('abc')
        },
      },
      offset: 0,
    },
    signal,
  )

/** The call of the port that meets an answer of this operation. */
const CALLS: Readonly<Record<string, (here: Started, sample: Sample) => Promise<Outcome<unknown>>>> = {
  instagramCode: (here, sample) => signIn(here, 'instagram', sample),
  instagramExchange: (here, sample) => signIn(here, 'instagram', sample),
  whoAmI: (here, sample) => signIn(here, 'instagram', sample),
  facebookToken: (here, sample) => signIn(here, 'facebook', sample),
  pages: (here, sample) => signIn(here, 'facebook', sample),
  permissions: (here, sample) => signIn(here, 'facebook', sample),
  instagramRefresh: ({ instagram, ofInstagram }) => instagram.renew(ofInstagram, signal),
  readNode,
  readInsights: insights,
  upload,
  createContainer: ({ facebook, ofFacebook }) =>
    facebook.createContainer(ofFacebook, { kind: 'image', imageUrl: 'https://a.example/1.jpg', caption: 'x' }, signal),
  async publish({ facebook, ofFacebook }) {
    const prepared = await facebook.prepareOrder(ofFacebook, ID, signal)
    return prepared.is === 'accepted' ? prepared.value.send() : prepared
  },
  publishingLimit: ({ facebook, ofFacebook }) => facebook.quota(ofFacebook, signal),
  listMedia: ({ facebook, ofFacebook }) => facebook.newestPosts(ofFacebook, 10, signal),
  listStories: ({ facebook, ofFacebook }) => facebook.stories(ofFacebook, signal),
  createComment: ({ facebook, ofFacebook }) => facebook.comment(ofFacebook, { mediaId: ID, text: 'x' }, signal),
}

async function outcomeOf(sample: Sample): Promise<{ outcome: Outcome<unknown>; here: Started }> {
  const here = await started()
  const { operation, status = 200, body, headers } = sample
  const count = operation === 'facebookToken' ? 2 : 1
  here.standIn.faults.next(count, { status, body, ...(headers && { headers }) }, { of: operation })
  const call = CALLS[operation]
  if (!call) throw new Error(`No call meets ${operation}`)
  const outcome = await call(here, sample)
  expect(here.standIn.violations.filter(({ side }) => side === 'request')).toEqual([])
  return { outcome, here }
}

/** A browser comes back with these, and comments are never listed. */
const NOT_READ = ['instagramAuthorize', 'facebookDialog', 'listComments']
const read = samples.filter(({ part, operation }) => part !== 'request' && !NOT_READ.includes(operation))

test.each(read.filter(({ part, invalid }) => part === 'response' && !invalid))(
  '$operation is read: $name',
  async (sample) => {
    const { outcome } = await outcomeOf(sample)
    // It is what Facebook's person is called, which nothing here asks.
    if (sample.name === 'who am I, Facebook Login') expect(outcome.is).toBe('unclear')
    else expect(outcome.is, JSON.stringify(outcome)).toBe('accepted')
  },
)

test.each(read.filter(({ invalid }) => invalid))('$operation is not believed: $name', async (sample) => {
  const { outcome } = await outcomeOf(sample)
  expect(outcome.is === 'accepted' ? outcome.value : null, JSON.stringify(outcome)).toEqual(
    LEFT_OUT[sample.name] ?? null,
  )
})

/** What is wrong in them stands where nothing is read, or is left out as unknown. */
const LEFT_OUT: Readonly<Record<string, unknown>> = {
  'media insights without values': {},
  'account item with neither values nor total_value': {},
  'long token without a life time': expect.objectContaining({ expiresAt: null }),
}

/** Reason, next step, what waits; `unclear` where the outcome is not known. */
const MEANINGS: Readonly<Record<string, string>> = {
  'code used twice': 'code_refused sign_in account',
  'refresh of an expired token': 'sign_in_ended sign_in account',
  'refresh of a token younger than 24 hours (text constructed)': 'too_early_to_renew read_again account',
  'code used twice (Facebook)': 'code_refused sign_in account',
  'refused, comes now and then for good files too': 'upload_refused read_state item',
  'wrong offset (seen on this host for other products)': 'wrong_offset read_offset item',
  'fewer bytes than told': 'too_few_bytes read_offset item',
  'token refused by the upload host': 'upload_not_allowed sign_in account',
  'address not fetched': 'file_not_fetched pause item',
  'fetch took too long (-2/2207003)': 'media_not_fetched pause item',
  'media gone, new container (-2/2207020)': 'container_failed new_container item',
  'server fault (-1/2207001)': 'service_fault pause item',
  'container not made (-1/2207032)': 'container_failed new_container item',
  'unknown upload error (-1/2207053)': 'container_failed new_container item',
  'cover outside the video (1/2207057)': 'cover_outside correct item',
  'taken for spam; the post may be live all the same (4/2207051)': 'taken_for_spam look account',
  'daily limit (9/2207042)': 'daily_limit wait_window account',
  'media not found, permission or token (24/2207006)': 'media_not_found check_access item',
  'container unknown or expired (24/2207008)': 'container_gone look item',
  'account restricted (25/2207050)': 'account_restricted ask_person account',
  'kind unknown (100/2207023)': 'kind_unknown correct item',
  'carousel with the wrong number (100/2207028)': 'children_count correct item',
  'too many tags (100/2207040)': 'too_many_tags correct item',
  'video format (352/2207026)': 'video_format correct item',
  'address not fetched (9004/2207052)': 'media_not_fetched pause item',
  'not ready (9007/2207027)': 'not_ready pause item',
  'image too large (36000/2207004)': 'image_too_large correct item',
  'image format (36001/2207005)': 'image_format correct item',
  'image ratio (36003/2207009)': 'image_ratio correct item',
  'caption too long (36004/2207010)': 'caption_refused correct item',
  'Page without location data (100)': 'place_unknown correct item',
  'metric not for this kind (100)': 'figure_not_offered ask_singly item',
  'metric unknown (100)': 'figure_not_offered ask_singly item',
  'breakdown not for this metric (1)': 'service_fault pause item',
  'posted before the account became professional (100/2108006)': 'before_professional skip item',
  'too few viewers (a code 10 that is no permission fault) (10)': 'too_few_viewers skip item',
  'application limit (4)': 'application_limit wait_limit installation',
  'person limit (17)': 'person_limit wait_limit account',
  'page limit (32)': 'page_limit wait_limit account',
  'custom limit (613)': 'custom_limit wait_limit account',
  'business limit as HTTP 400, minutes in the header (80002)': 'account_limit wait_limit account',
  'token expired (190/463)': 'sign_in_ended sign_in account',
  'password changed (190/460)': 'sign_in_ended sign_in account',
  'application removed (190/458)': 'sign_in_ended sign_in account',
  'object not readable (100/33): a fault at the service, no proof of failure': 'not_readable read_again item',
  'token not readable, as HTTP 401 (190)': 'sign_in_ended sign_in account',
  'permission missing (10)': 'permission_missing ask_person account',
  'permission missing (200)': 'permission_missing ask_person account',
  'Page asks for two-factor or publishing authorisation (text constructed)': 'two_factor_wanted ask_person account',
  'fault at the service (1)': 'service_fault pause item',
  'fault at the service (2)': 'service_fault pause item',
  'too many requests (4) as HTTP 429': 'application_limit wait_limit installation',
}

const errors = read.filter(({ part, invalid }) => part === 'error' && !invalid)

test('every line of the error table has a meaning', () => {
  expect(errors.map(({ name }) => name).sort()).toEqual(Object.keys(MEANINGS).sort())
})

test.each(errors)('$operation is refused: $name', async (sample) => {
  const { outcome, here } = await outcomeOf(sample)
  if (outcome.is !== 'refused') throw new Error(JSON.stringify(outcome))
  const { reason, step, holds, message, retryAt } = outcome.refusal
  expect(`${reason} ${step} ${holds}`).toBe(MEANINGS[sample.name])
  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(retryAt !== null).toBe(step === 'wait_limit')
  if (sample.name.startsWith('business limit')) expect(retryAt).toBe(NOW + 19 * 60_000)
  for (const token of here.standIn.signIns.living()) expect(JSON.stringify(outcome)).not.toContain(token)
})

test.each(['fault at the service (1)', 'fault at the service (2)', 'server fault (-1/2207001)'])(
  'to publish, a %s says nothing of whether the post is live',
  async (name) => {
    const { outcome } = await outcomeOf({ ...sampleNamed(name), operation: 'publish' })
    expect(outcome.is).toBe('unclear')
  },
)

const states: readonly [name: string, state: string, step: string | null][] = [
  ['state IN_PROGRESS', 'working', null],
  ['state FINISHED', 'ready', null],
  ['state PUBLISHED: no media id in it', 'published', null],
  ['state EXPIRED (text constructed)', 'expired', null],
  ['state without text', 'ready', null],
  ['state ERROR 2207026: format not supported', 'failed', 'correct'],
  ['state ERROR 2207076: video not accepted', 'failed', 'new_container'],
  ['state ERROR 2207077: file could not be fetched', 'failed', 'new_container'],
  ['state ERROR 2207082: upload failed', 'failed', 'new_container'],
  ['state ERROR 2207085: processing failed', 'failed', 'new_container'],
  ['state ERROR 2207052: address not reachable', 'failed', 'new_container'],
  ['state ERROR 2207001: server fault', 'failed', 'new_container'],
  ['state ERROR, number only (form of the reference)', 'failed', 'correct'],
]

test.each(states)('a container in %s is %s, then %s', async (name, state, step) => {
  const { outcome } = await outcomeOf(sampleNamed(name))
  expect(outcome).toMatchObject({ is: 'accepted', value: { state, failure: step === null ? null : { step } } })
})

test('an id keeps all of its digits, a caption that is left out is not an empty one, and a cut upload says how far it came', async () => {
  const { outcome: newest } = await outcomeOf(sampleNamed('newest media with more to come; captions may be missing'))
  const posts = newest.is === 'accepted' ? (newest.value as { id: string; caption?: string | null }[]) : []
  expect(posts.map(({ id }) => typeof id)).toEqual(posts.map(() => 'string'))
  expect(posts.some(({ caption }) => caption === undefined)).toBe(true)
  const { outcome: cut } = await outcomeOf(sampleNamed('cut upload: go on at bytes_transferred'))
  expect(cut).toMatchObject({ value: { state: 'working', bytesArrived: 13_692_554 } })
})

/** The options that make each valid request of the contract; those by form differ in their spelling alone. */
const image = 'https://media.example.test/one-use/a1.jpg'
const video = { from: 'address', url: 'https://media.example.test/one-use/r1.mp4' } as const

function optionsOf(body: Record<string, unknown>): ContainerOptions {
  const { media_type: kind, user_tags: tags = [], trial_params: trial } = body
  const people = (tags as { username: string; x?: number; y?: number }[]).map(({ username, x, y }) => ({
    username,
    at: x === undefined || y === undefined ? null : { x, y },
  }))
  const source = body.upload_type === undefined ? video : ({ from: 'upload' } as const)
  const about = {
    caption: (body.caption as string | undefined) ?? null,
    placeId: (body.location_id as string | undefined) ?? null,
    collaborators: (body.collaborators as string[] | undefined) ?? [],
    ...(body.is_ai_generated !== undefined && { isMadeByAi: body.is_ai_generated === true }),
    asksForComments: body.is_comment_prompt_used === true,
  }
  const altText = (body.alt_text as string | undefined) ?? null
  if (kind === 'STORIES')
    return body.image_url === undefined
      ? { kind: 'story_video', video: source, tags: people }
      : { kind: 'story_image', imageUrl: image, tags: people }
  if (kind === 'CAROUSEL') return { kind: 'carousel', childIds: body.children as string[], ...about }
  if (kind === 'REELS')
    return {
      kind: 'reel',
      video: source,
      ...about,
      tags: people,
      ...(body.share_to_feed !== undefined && { sharesToFeed: body.share_to_feed === true }),
      coverUrl: (body.cover_url as string | undefined) ?? null,
      coverAtMs: (body.thumb_offset as number | undefined) ?? null,
      audioName: (body.audio_name as string | undefined) ?? null,
      trial: trial === undefined ? null : 'by_performance',
    }
  if (body.is_carousel_item === true)
    return kind === 'VIDEO'
      ? { kind: 'carousel_video', video: source }
      : { kind: 'carousel_image', imageUrl: image, altText, tags: people }
  return { kind: 'image', imageUrl: image, ...about, altText, tags: people }
}

const requests = samples.filter(
  ({ part, operation, invalid, form }) => part === 'request' && operation === 'createContainer' && !invalid && !form,
)

test.each(requests)('a container is asked for as the contract has it: $name', ({ body }) => {
  const { media_type: kind, ...made } = containerRequest(optionsOf(body))
  expect({ ...made, ...(kind !== undefined && { media_type: kind }) }).toEqual(body)
})

test('both pages on which access is granted are asked for as the contract has them', async () => {
  const { instagram, facebook, standIn } = await started()
  const wish = { state: 'sample-state-0123456789', returnAddress: 'https://box.example.test/oauth/instagram' }
  for (const login of [instagram, facebook] satisfies PublishingLogin[])
    expect((await fetch(login.address(wish))).status).toBe(200)
  expect(standIn.violations).toEqual([])
})

test('all samples but those of a browser were met', () => {
  const met = read.length + requests.length
  // The rest are requests: those that a test above sends, and those that nothing here can express.
  expect([samples.length, met, samples.filter(({ part, invalid }) => part === 'request' && invalid).length]).toEqual([
    201, 131, 45,
  ])
})
