import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubMedia } from '../../../../testing/media.ts'
import { RowActions } from './row-actions.tsx'

const show = () => {
  const pressed = vi.fn()
  const action = (word: string) => ({
    word,
    label: `${word} Grove Agency`,
    icon: null,
    onPress: () => pressed(word),
  })
  render(<RowActions name="Grove Agency" actions={[action('Edit'), action('Delete')]} />)
  return pressed
}

test('where there is room each action shows its word, and is named with its row', async () => {
  const pressed = show()
  const edit = screen.getByRole('button', { name: 'Edit Grove Agency' })
  expect(edit.textContent).toBe('Edit')
  await userEvent.click(edit)
  expect(pressed).toHaveBeenCalledWith('Edit')
})

test('below 1100 pixels one button opens them as a menu, which closes with the choice', async () => {
  stubMedia((query) => query === '(max-width: 1099px)')
  const pressed = show()
  expect(screen.queryByRole('button', { name: 'Edit Grove Agency' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Grove Agency' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Grove Agency' }))
  await userEvent.click(menu.getByRole('button', { name: 'Delete Grove Agency' }))
  expect(pressed).toHaveBeenCalledWith('Delete')
  expect(screen.queryByRole('dialog')).toBeNull()
})
