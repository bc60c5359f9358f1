/** Every answer among the samples of the contract, through the adapters: what is read of it, and what is not believed. */
import { expect, test } from 'vitest'
import { containerRequests, outcomeOf, sampleNamed, samples, samplesRead } from '#testing/publishing-samples.ts'

test.each(samplesRead.filter(({ part, invalid }) => part === 'response' && !invalid))(
  '$operation is read: $name',
  async (sample) => {
    const { outcome } = await outcomeOf(sample)
    // It is what Facebook's person is called, which nothing here asks.
    if (sample.name === 'who am I, Facebook Login') expect(outcome.is).toBe('unclear')
    else expect(outcome.is, JSON.stringify(outcome)).toBe('accepted')
  },
)

test.each(samplesRead.filter(({ invalid }) => invalid))('$operation is not believed: $name', async (sample) => {
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

test('all samples but those of a browser were met', () => {
  const met = samplesRead.length + containerRequests.length
  // The rest are requests: those that other tests send, and those that nothing here can express.
  expect([samples.length, met, samples.filter(({ part, invalid }) => part === 'request' && invalid).length]).toEqual([
    201, 131, 45,
  ])
})
