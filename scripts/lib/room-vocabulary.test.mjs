/** What a room may hold. */
import { expect, test } from 'vitest'
import { strangeInServerRoom, strangeInWebRoom } from './room-vocabulary.mjs'

test.each([
  ['index.ts', true],
  ['drafts.routes.ts', true],
  ['drafts.service.ts', true],
  ['drafts.rules.ts', true],
  ['drafts.rules.test.ts', true],
  ['drafts.policy.ts', true],
  ['drafts.store.ts', true],
  ['drafts.view.ts', true],
  ['drafts.jobs.ts', true],
  ['drafts.worker.ts', true],
  ['drafts.test.ts', true],
  ['drafts.ts', false],
  ['drafts.helpers.ts', false],
  ['reels.service.ts', false],
  ['utils.ts', false],
  ['deeper/drafts.service.ts', false],
])('a server room called drafts and %s: %s', (path, isWelcome) => {
  expect(strangeInServerRoom('drafts', path) === undefined).toBe(isWelcome)
})

test.each([
  ['index.ts', true],
  ['queries.ts', true],
  ['rules.ts', true],
  ['rules.test.ts', true],
  ['texts.ts', true],
  ['drafts.test.tsx', true],
  ['components/post-dialog.tsx', true],
  ['components/parts/use-tags.ts', true],
  ['helpers.ts', false],
  ['post-dialog.tsx', false],
  ['hooks/use-tags.ts', false],
])('a web room and %s: %s', (path, isWelcome) => {
  expect(strangeInWebRoom(path) === undefined).toBe(isWelcome)
})
