/** The script of the page of a link for approval, on the forms that the server writes. */
import { expect, test, vi } from 'vitest'

/** The page at this address, as the server writes it anew. */
async function openPage(search: string, form = ''): Promise<HTMLTextAreaElement | null> {
  window.history.replaceState(null, '', `/s/token${search}`)
  document.body.innerHTML = form
  vi.resetModules()
  await import('./approval-page.ts')
  return document.querySelector('textarea')
}

const CHANGES = '<form data-answer><textarea id="comment" name="comment"></textarea><button>Send</button></form>'

async function send(comment: string): Promise<void> {
  const field = await openPage('?item=5&ask=changes', CHANGES)
  if (field) field.value = comment
  field?.form?.dispatchEvent(new SubmitEvent('submit', { cancelable: true }))
}

test('a comment whose answer was refused is in the form again, of its post alone', async () => {
  await send('The headline is too long.')
  await openPage('?item=5&note=post_changed')
  expect((await openPage('?item=6&ask=changes', CHANGES))?.value).toBe('')
  expect((await openPage('?item=5&ask=changes', CHANGES))?.value).toBe('The headline is too long.')
})

test('a comment that was sent is forgotten', async () => {
  await send('The headline is too long.')
  await openPage('?item=5')
  expect((await openPage('?item=5&ask=changes', CHANGES))?.value).toBe('')
})
