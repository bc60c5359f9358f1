import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
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
