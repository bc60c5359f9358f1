/** What a post goes out as: a carousel with its alternative texts, with a video, or as a reel of all its pictures. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { bodiesOf, json } from '../testing/network.ts'
import { DRAFT_ID, draft, openDraft, openPublishDialog, order } from '../testing/publish-dialog.ts'
import { aCheck, aPublication, aRehearsal } from '../testing/publishing.ts'
import { aReel } from '../testing/reels.ts'

const carousel = {
  ...aRehearsal(),
  kind: 'carousel' as const,
  media: ['/media/u/one', '/media/u/two', '/media/u/three'],
}

test('each picture of a carousel has its alternative text, in their order', async () => {
  const asked = openDraft({
    'POST /api/publications/rehearsal': () => json(carousel),
    'POST /api/publications': () => json(aPublication(), 201),
  })
  const dialog = await openPublishDialog()
  expect(await dialog.findByRole('list', { name: '3 pictures' })).toBeTruthy()
  const field = (at: number) =>
    dialog.findByRole('textbox', { name: `Alternative text of picture ${at}`, hidden: true })
  await userEvent.type(await field(1), 'A pier')
  await userEvent.type(await field(3), 'A gull')
  await order(dialog)
  expect(bodiesOf(asked, 'POST /api/publications')[0]?.options).toEqual({ altTexts: ['A pier', '', 'A gull'] })
})

test('a video with pictures goes out as a carousel, with the video where one says', async () => {
  const asked = openDraft({
    [`GET /api/content/posts/${DRAFT_ID}`]: () => json({ ...draft, mediaType: 'reel' }),
    'POST /api/publications': () => json(aPublication(), 201),
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Publish as', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: 'A carousel, the video first' }))
  await order(dialog)
  expect(bodiesOf(asked, 'POST /api/publications')[0]?.options).toEqual({ carouselVideo: 'first' })
})

test('a first comment that was written before it became a story is removed where its check leads', async () => {
  const blocked = aCheck({ key: 'comment', state: 'blocked', title: 'Stories have no comments', fix: 'edit' })
  const asked = openDraft({
    'POST /api/publications/rehearsal': ({ body }) => {
      const { as = 'image', firstComment } = JSON.parse(body ?? '').options
      return json({ ...aRehearsal(as === 'story' && firstComment ? [blocked] : [aCheck()]), kind: as })
    },
    'POST /api/publications': () => json(aPublication(), 201),
  })
  const dialog = await openPublishDialog()
  await userEvent.type(await dialog.findByRole('textbox', { name: 'First comment', hidden: true }), 'More soon')
  await userEvent.click(await dialog.findByRole('combobox', { name: 'Publish as', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: 'A story, for 24 hours' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Change it below' }))
  await userEvent.clear(dialog.getByRole('textbox', { name: 'First comment' }))
  await order(dialog)
  expect(bodiesOf(asked, 'POST /api/publications')[0]?.options).toEqual({ as: 'story' })
})

test('what Instagram cannot fetch becomes a reel of all its pictures, for the same account', async () => {
  const blocked = aCheck({ key: 'way', state: 'blocked', title: 'Instagram cannot fetch this', fix: 'as_reel' })
  const asked = openDraft({
    'POST /api/publications/rehearsal': () => json({ ...carousel, checks: [blocked], mayGoOut: false }),
    'POST /api/airtable/create-reel': () => json({ success: true, renderId: null, reel: aReel({ id: recordId(9) }) }),
    [`GET /api/airtable/reels/${recordId(9)}`]: () => json(aReel({ id: recordId(9) })),
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Make a reel of it 1 credit' }))
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe(`/reel-maker?record=${recordId(9)}`),
  )
  expect(bodiesOf(asked, 'POST /api/airtable/create-reel')).toEqual([
    { images: carousel.media, text: 'One last swim', accountId: 4, companyId: 1 },
  ])
})

test('a reel that is made after its dialog was closed is announced, and leads nowhere', async () => {
  const blocked = aCheck({ key: 'way', state: 'blocked', title: 'Instagram cannot fetch this', fix: 'as_reel' })
  const made = Promise.withResolvers<Response>()
  openDraft({
    'POST /api/publications/rehearsal': () => json({ ...carousel, checks: [blocked], mayGoOut: false }),
    'POST /api/airtable/create-reel': () => made.promise,
  })
  const dialog = await openPublishDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Make a reel of it 1 credit' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Publish to @marasea' })).toBeNull())
  made.resolve(json({ success: true, renderId: null, reel: aReel({ id: recordId(9) }) }))
  expect(await screen.findByText('A reel was made of it')).toBeTruthy()
  expect(window.location.pathname).toBe('/planning')
})

test('what was typed for a publication is not discarded unasked, and a link leads on without a question', async () => {
  const blocked = aCheck({ key: 'account', state: 'blocked', title: 'It is not connected', fix: 'connect' })
  openDraft({ 'POST /api/publications/rehearsal': () => json({ ...aRehearsal([blocked]), mayGoOut: false }) })
  const dialog = await openPublishDialog()
  await userEvent.type(await dialog.findByRole('textbox', { name: 'First comment', hidden: true }), 'More soon')
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  const comment = dialog.getByRole<HTMLInputElement>('textbox', { name: 'First comment', hidden: true })
  expect(comment.value).toBe('More soon')
  await userEvent.click(await dialog.findByRole('link', { name: 'Connect' }))
  await waitFor(() => expect(window.location.pathname).toBe('/account/4'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
