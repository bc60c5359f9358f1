/** A post that its person is reminded of and posts by hand: what there is to copy, and saying that it is posted. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { bodiesOf, json } from '../testing/network.ts'
import { aPublication, openPublication, PUBLICATION_ID } from '../testing/publishing.ts'

const DECISION = `POST /api/publications/${PUBLICATION_ID}/decision`

const toCopy = {
  caption: 'One last swim\n\n#sea',
  taggedUsers: ['ana'],
  collaborators: [],
  location: null,
  firstComment: 'Which one?',
  altTexts: ['A swimmer', ''],
  media: ['/media/u/one', '/media/u/two', '/media/v/three'],
}

test('a post that its person was reminded of has everything to copy, and is marked as posted with its address', async () => {
  const written: string[] = []
  const asked = openPublication(
    aPublication({ how: 'remind', waitsFor: 'person', sentence: 'It is time to post it to @marasea.', toCopy }),
    { [DECISION]: () => json(aPublication({ state: 'published' })) },
  )
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text)
  })
  expect(await screen.findByRole('heading', { level: 1, name: /Post it yourself/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy caption' }))
  await user.click(screen.getByRole('button', { name: 'Copy tag' }))
  expect(written).toEqual(['One last swim\n\n#sea', '@ana'])
  expect(screen.getByRole('link', { name: 'Save picture 2' }).getAttribute('href')).toBe('/media/u/two')
  expect(screen.getByRole('link', { name: 'Save the video' }).getAttribute('href')).toBe('/media/v/three')
  // What is empty is not there to copy.
  expect(screen.queryByRole('button', { name: 'Copy place' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Address of the post' }), 'instagram.com/p/x')
  await user.click(screen.getByRole('button', { name: 'I have posted it' }))
  expect(screen.getByText(/^Write it like https/)).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: 'Address of the post' }))
  await user.type(screen.getByRole('textbox', { name: 'Address of the post' }), 'https://www.instagram.com/p/x/')
  await user.click(screen.getByRole('button', { name: 'I have posted it' }))
  await waitFor(() =>
    expect(bodiesOf(asked, DECISION)).toEqual([{ published: true, permalink: 'https://www.instagram.com/p/x/' }]),
  )
})

test('a reminder is none that goes out: its page, its withdrawal and its new time say so', async () => {
  openPublication(aPublication({ how: 'remind', sentence: 'You are reminded at its time.', toCopy }))
  expect(await screen.findByRole('heading', { level: 1, name: /Reminder/ })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'You are reminded' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Address of the post' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
  expect(dialog.getByText('For @marasea. You are reminded then.')).toBeTruthy()
  expect(await dialog.findByRole('button', { name: /^Remind me/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^You are not reminded of it/)).toBeTruthy()
})
