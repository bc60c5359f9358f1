import { expect, test } from 'vitest'
import { signIn } from '../testing/ask-publishing.ts'
import { beginning, startPublishing } from '../testing/start-service.ts'

test('other processes give the same orders at the control door, and see the posts', async () => {
  const stand = await startPublishing({ accounts: [{ username: 'a', posts: 0 }] })
  const order = async (body: unknown) => {
    const answer = await fetch(`${stand.url}/__stand-in/publishing`, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  const { id, token } = signIn(stand, 'a')
  const done = await order({
    slow: { count: 1, ms: 60_000 },
    refuseUrls: { count: 1, how: 'slow' },
    fail: { count: 1, subcode: 2207076 },
    cut: { count: 1, percent: 37 },
    account: { username: 'a', quotaTotal: 3, isRestricted: true },
    post: { username: 'a', caption: 'by hand' },
    end: { username: 'a', subcode: 460 },
  })
  const post = { id: expect.any(String), product: 'FEED', caption: 'by hand', at: beginning, containerId: null }
  expect(done.body).toEqual({ duplicates: 0, accounts: [{ id, username: 'a', posts: [post] }] })
  expect(stand.account('a')).toMatchObject({ quotaTotal: 3, isRestricted: true })
  expect(stand.signIns.living()).not.toContain(token)
  const faults = { next: 1, of: 'publish', fault: { actsThen: { status: 502 } } }
  const answer = await fetch(`${stand.url}/__stand-in/faults`, { method: 'POST', body: JSON.stringify(faults) })
  expect(answer.status).toBe(200)
  for (const wrong of [{ slow: 3 }, { end: { username: 'a', subcode: 1 } }, { cut: { count: 1, percent: 100 } }, []])
    expect((await order(wrong)).status).toBe(400)
})
