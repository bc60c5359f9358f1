import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { writeToClipboard } from './copy-text.ts'
import { Dialog } from './dialog.tsx'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
})

/** As a page that was opened by the address of a server in the office: without https, browsers keep the clipboard to themselves. */
function withoutClipboard(accepts: boolean): string[] {
  Reflect.deleteProperty(navigator, 'clipboard')
  const copied: string[] = []
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: (command: string) => {
      const field = document.activeElement
      if (!accepts || command !== 'copy' || !(field instanceof HTMLTextAreaElement)) return false
      if (!field.closest('[role=dialog]')) return false
      copied.push(field.value.slice(field.selectionStart, field.selectionEnd))
      return true
    },
  })
  return copied
}

function openDialog() {
  const answer = vi.fn<(isCopied: boolean) => void>()
  render(
    <Dialog title="Codes" onClose={() => undefined}>
      <Button onClick={() => void writeToClipboard('one\ntwo').then(answer)}>Copy</Button>
    </Dialog>,
  )
  return answer
}

test('a text is copied from within the dialog where the page was opened without https', async () => {
  const user = userEvent.setup()
  const copied = withoutClipboard(true)
  const answer = openDialog()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(copied).toEqual(['one\ntwo'])
  expect(answer).toHaveBeenCalledWith(true)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy' }))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a browser that refuses is believed', async () => {
  const user = userEvent.setup()
  withoutClipboard(false)
  const answer = openDialog()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(answer).toHaveBeenCalledWith(false)
})
