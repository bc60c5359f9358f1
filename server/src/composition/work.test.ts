import { expect, test } from 'vitest'
import type { Handler } from '#ports/queue.ts'
import { handlersOfNode } from './work.ts'

const handlers = ['render-reel', 'refresh-account', 'send-webhooks'].map(
  (kind): Handler => ({ kind, concurrency: 1, run: async () => undefined }),
)
const kindsOf = (kinds: readonly string[] | null) =>
  handlersOfNode(handlers, { kinds, metrics: null }).map(({ kind }) => kind)

test('a node works on all kinds of jobs, or on those that it names', () => {
  expect(kindsOf(null)).toEqual(['render-reel', 'refresh-account', 'send-webhooks'])
  expect(kindsOf(['send-webhooks', 'render-reel'])).toEqual(['render-reel', 'send-webhooks'])
})

test('a kind that there is not is refused with those there are', () => {
  expect(() => kindsOf(['render-reel', 'mail', 'fax'])).toThrow(
    'WORKER_KINDS names mail, fax, but the kinds of jobs are refresh-account, render-reel, send-webhooks: correct it in the environment or in .env.',
  )
})
