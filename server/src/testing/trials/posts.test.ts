/** The short form of the trial; `npm run trials -- posts` is the long one. */
import { expect, test } from 'vitest'
import { databaseUrlOfTest } from '../test-server.ts'
import { postsTrial } from './posts.ts'

test('posts are those of the world they are read from, also after kills while stored answers are read again', async () => {
  const databaseUrl = await databaseUrlOfTest()
  const { posts, readings } = await postsTrial({ accounts: 30, days: 5, kills: 2, seed: 7, databaseUrl })
  expect(posts).toBeGreaterThan(300)
  expect(readings).toBeGreaterThan(posts)
}, 120_000)
