/** Comments of colleagues over HTTP. */
import { expect, test } from 'vitest'
import { createPost } from '../../../testing/content-items.ts'
import { world } from '../../../testing/world.ts'

test('a comment is listed with its author, counted on the post, and makes no new version', async () => {
  const here = await world()
  const { ask } = here
  const post = await createPost(here)
  const url = `/api/content/posts/${post.id}/comments`
  const added = await ask('pro', 'POST', url, { text: '  Half a second longer? <b>🍊</b>  ' })
  expect(added.statusCode, added.body).toBe(201)
  const comment = { id: 1, at: post.createdTime, by: 'pro', text: 'Half a second longer? <b>🍊</b>', isDeletable: true }
  expect(added.json()).toEqual(comment)
  await ask('basic', 'POST', url, { text: 'Yes' })
  expect((await ask('basic', 'GET', url)).json()).toMatchObject([{ ...comment, isDeletable: false }, { text: 'Yes' }])
  expect((await ask('pro', 'GET', '/api/content/posts')).json()).toMatchObject([{ teamComments: 2, version: 1 }])
})

test('its author deletes a comment, an administrator any, other users none', async () => {
  const here = await world()
  const { ask } = here
  const { id } = await createPost(here)
  const url = `/api/content/posts/${id}/comments`
  const add = async () => (await ask('pro', 'POST', url, { text: 'Wait' })).json().id
  const [first, second] = [await add(), await add()]
  expect((await ask('basic', 'DELETE', `${url}/${first}`)).statusCode).toBe(403)
  expect((await ask('foreigner', 'DELETE', `${url}/${first}`)).statusCode).toBe(404)
  expect((await ask('pro', 'DELETE', `${url}/${first}`)).json()).toEqual({ success: true })
  expect((await ask('pro', 'DELETE', `${url}/${first}`)).statusCode).toBe(404)
  expect((await ask('admin', 'DELETE', `${url}/${second}`)).statusCode).toBe(200)
  expect((await ask('pro', 'GET', `/api/content/posts/${id}`)).json().teamComments).toBe(0)
  expect((await ask('admin', 'GET', '/api/audit-log?act=comment.deleted')).json()).toHaveLength(2)
})

test('a request that is repeated with its key comments once', async () => {
  const here = await world()
  const { id } = await createPost(here)
  const url = `/api/content/posts/${id}/comments`
  const key = { 'idempotency-key': 'one' }
  const answers = await Promise.all([1, 2].map(() => here.ask('pro', 'POST', url, { text: 'Once' }, key)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect((await here.ask('pro', 'GET', url)).json()).toHaveLength(1)
})

test.each([[{ text: ' ' }], [{ text: 'x'.repeat(2_001) }], [{}], [{ text: 'nul \u0000' }]])(
  '%j is refused',
  async (body) => {
    const here = await world()
    const { id } = await createPost(here)
    const res = await here.ask('pro', 'POST', `/api/content/posts/${id}/comments`, body)
    expect(res.json()).toMatchObject({ error: 'invalid_input', fields: { text: expect.any(String) } })
  },
)

test('comments of a user who is deleted stay, without a name', async () => {
  const here = await world()
  const { id } = await createPost(here)
  const url = `/api/content/posts/${id}/comments`
  await here.ask('basic', 'POST', url, { text: 'Kept' })
  expect((await here.ask('admin', 'DELETE', '/api/users/3')).statusCode).toBe(200)
  expect((await here.ask('pro', 'GET', url)).json()).toMatchObject([{ by: null, text: 'Kept', isDeletable: false }])
})
