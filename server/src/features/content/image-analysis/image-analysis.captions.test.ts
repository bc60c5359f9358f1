/** Captions that are suggested from the image of a post or of a draft. */
import { expect, test } from 'vitest'
import { aPicture } from '../../../testing/ai-suite.ts'
import { itemsIn } from '../../../testing/content-items.ts'
import { aProvider } from '../../../testing/texts.ts'
import { formWith, world } from '../../../testing/world.ts'

/** An image that was uploaded, and a provider that looks at it. */
async function withUpload() {
  const { standIn, ai } = await aProvider()
  const here = await world({ ai })
  const form = formWith(new Uint8Array(await aPicture()), 'a.jpg', 'images')
  const [imageUrl] = (await here.ask('pro', 'POST', '/api/upload/images', form)).json().imageUrls
  return { standIn, here, imageUrl }
}

test('a caption is suggested from the image of a post, with the own default prompt, else the company’s, else ours', async () => {
  const { standIn, here, imageUrl } = await withUpload()
  const post = (await here.ask('pro', 'POST', '/api/content/posts', { imageUrl })).json()
  const suggest = async () => (await here.ask('basic', 'POST', `/api/content/posts/${post.id}/caption`)).json()
  standIn.say({ content: 'Sky over earth.' })
  expect(await suggest()).toEqual({ caption: 'Sky over earth.', note: null, promptTitle: null })
  const prompt = (await here.ask('admin', 'POST', '/api/prompts/save', { title: 'Ours', prompt: 'As we do.' })).json()
  await here.ask('admin', 'PUT', `/api/prompts/${prompt.id}/default`, { of: 'company', isDefault: true })
  expect(await suggest()).toMatchObject({ promptTitle: 'Ours' })
  const own = (await here.ask('admin', 'POST', '/api/prompts/save', { title: 'Mine', prompt: 'As I do.' })).json()
  await here.ask('admin', 'PUT', '/api/users/3', { defaultPromptId: own.id })
  expect(await suggest()).toMatchObject({ promptTitle: 'Mine' })
  // A default that was deleted elsewhere counts for nothing.
  await here.ask('admin', 'PUT', '/api/users/3', { defaultPromptId: 'rec00000000000000' })
  expect(await suggest()).toMatchObject({ promptTitle: 'Ours' })
  const asked = standIn.questions.map(({ messages }) => JSON.stringify(messages))
  expect(asked.map((text) => ['As we do.', 'As I do.'].find((words) => text.includes(words)))).toEqual([
    undefined,
    'As we do.',
    'As I do.',
    'As we do.',
  ])
  expect((await here.ask('foreigner', 'POST', `/api/content/posts/${post.id}/caption`)).statusCode).toBe(404)
})

test('a suggestion is saved as it is, also where a model puts the character U+0000 into it', async () => {
  const { standIn, here, imageUrl } = await withUpload()
  standIn.say({ content: 'Caf\u0000é over earth.' })
  const { caption } = (await here.ask('pro', 'POST', '/api/content/caption', { imageUrl })).json()
  const saved = await here.ask('pro', 'POST', '/api/content/posts', { imageUrl, caption })
  expect([saved.statusCode, saved.json().caption]).toEqual([201, 'Café over earth.'])
})

test('a post without an image of ours has no caption suggested', async () => {
  const here = await world()
  await itemsIn(here, [{ id: 'recWithoutAnImage' }])
  const res = await here.ask('pro', 'POST', '/api/content/posts/recWithoutAnImage/caption')
  expect([res.statusCode, res.json().error]).toEqual([422, 'no_image'])
})

test('a caption is suggested from an image that was uploaded for a draft, but not to another company', async () => {
  const { standIn, here, imageUrl } = await withUpload()
  standIn.say({ content: 'Sky over earth.' })
  const suggested = await here.ask('pro', 'POST', '/api/content/caption', { imageUrl })
  expect(suggested.json()).toEqual({ caption: 'Sky over earth.', note: null, promptTitle: null })
  const foreign = await here.ask('foreigner', 'POST', '/api/content/caption', { imageUrl })
  const missing = await here.ask('foreigner', 'POST', '/api/content/caption', { imageUrl: '/media/u/missing' })
  expect([foreign.statusCode, foreign.json()]).toEqual([400, missing.json()])
  expect(foreign.json().fields).toEqual({ imageUrl: 'must be an image of POST /api/upload/images' })
})
