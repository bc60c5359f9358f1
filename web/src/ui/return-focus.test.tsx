import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {open ? (
        <Dialog onClose={() => setOpen(false)} title="A question">
          <input aria-label="Answer" autoFocus />
        </Dialog>
      ) : null}
    </>
  )
}

test('a closed dialog gives the focus back to what opened it', async () => {
  render(<Page />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Answer')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' })))
})

test('a closed dialog leaves the focus where the user has moved it meanwhile', async () => {
  render(
    <>
      <Page />
      <button type="button">News</button>
    </>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Answer')))
  // The layer gives the focus back only after what the browser does next.
  const moved = screen.getByText('News')
  const given = vi.spyOn(screen.getByText('Ask'), 'focus')
  fireEvent.keyDown(screen.getByLabelText('Answer'), { key: 'Escape' })
  moved.focus()
  await new Promise((resolve) => setTimeout(resolve))
  expect([given.mock.calls.length, document.activeElement]).toEqual([0, moved])
})

function PageOfSteps() {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Begin
      </button>
      {step === 1 ? (
        <Dialog key="first" onClose={() => setStep(0)} title="The first step">
          <button type="button" onClick={() => setStep(2)}>
            Go on
          </button>
        </Dialog>
      ) : null}
      {step === 2 ? (
        <Dialog key="second" onClose={() => setStep(0)} title="The next step">
          <button type="button" onClick={() => setStep(0)}>
            Done
          </button>
        </Dialog>
      ) : null}
    </>
  )
}

test('a dialog that took the place of another gives the focus back to what opened the first', async () => {
  render(<PageOfSteps />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Begin' }))
  await user.click(await screen.findByRole('button', { name: 'Go on' }))
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Begin' })))
})
