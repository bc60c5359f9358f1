/** What may happen next to the posts of a company whose clients approve them: one step of a random life. */
import fc from 'fast-check'

const CAPTIONS = ['A', 'B', 'C']
const STATUSES = ['Draft', 'Approved', 'Approved', ' approved', 'Published', 'Delete'] as const

const post = fc.nat(2)
const caption = fc.constantFrom(...CAPTIONS)
const status = fc.constantFrom(...STATUSES)
const request = fc.nat(5)
const often = fc.nat(3).map((one) => one > 0)

export const STEP = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('edit' as const), post, caption }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      post,
      status,
      caption: fc.option(caption, { freq: 5 }),
      by: fc.constantFrom('one', 'many', 'calendar', 'table', 'video'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('arrive' as const), status, caption }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('send' as const), posts: fc.uniqueArray(post, { minLength: 1 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      request,
      post,
      kind: fc.constantFrom('approved' as const, 'approved' as const, 'changes' as const),
      isFresh: often,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('approve' as const),
      request,
      post,
      seconds: fc.integer({ min: 20, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('two deciders' as const), request, post }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), request, post }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('withdraw' as const), request, byLink: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('rule' as const), isOn: often }) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('seconds' as const), seconds: fc.integer({ min: -40, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('days' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work' as const) }) },
)
export type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never
