/** The samples of the contract of Instagram's publishing, and what the adapters make of each when the service answers it. */
import { readFileSync } from 'node:fs'
import { publishingStandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import type { Outcome } from '#ports/publishing-outcome.ts'
import { loginsAt } from './connectable.ts'

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

export const { samples } = JSON.parse(
  readFileSync(new URL('../../../stand-ins/contracts/instagram-publishing/samples.json', import.meta.url), 'utf8'),
) as { samples: Sample[] }
export const NOW = Date.UTC(2026, 10, 20, 9)
const { signal } = new AbortController()
const ID = '17889455560051444'

export async function startStandIn() {
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

type Started = Awaited<ReturnType<typeof startStandIn>>

export const sampleNamed = (name: string) => {
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

export async function outcomeOf(sample: Sample): Promise<{ outcome: Outcome<unknown>; here: Started }> {
  const here = await startStandIn()
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
export const samplesRead = samples.filter(({ part, operation }) => part !== 'request' && !NOT_READ.includes(operation))

/** Valid requests for a container; those by form differ in their spelling alone. */
export const containerRequests = samples.filter(
  ({ part, operation, invalid, form }) => part === 'request' && operation === 'createContainer' && !invalid && !form,
)
