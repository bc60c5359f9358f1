import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Avatar, toneOf } from './avatar.tsx'
import { Button } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dropzone } from './dropzone.tsx'
import { PasswordField, TextField } from './field.tsx'
import { SearchField } from './search-field.tsx'
import { Segmented } from './segmented.tsx'

test('a busy button says so, keeps the focus and ignores presses', async () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy busyLabel="Adding Account..." onClick={onClick}>
        Add Account
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Adding Account...' })
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

test('a field reads its hint, then its error, from the same line', () => {
  const { rerender } = render(<TextField label="Username" hint="A leading @ is removed." />)
  const note = (): string | null | undefined =>
    document.getElementById(screen.getByLabelText('Username').getAttribute('aria-describedby') ?? '')?.textContent
  expect(note()).toBe('A leading @ is removed.')
  rerender(<TextField label="Username" hint="A leading @ is removed." error="Username is required" />)
  expect(note()).toBe('Username is required')
  expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
})

test('a password can be looked at', async () => {
  render(<PasswordField label="Password" defaultValue="citrus" />)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
})

function Range() {
  const [value, setValue] = useState<'7' | '30' | '90'>('30')
  const options = (['7', '30', '90'] as const).map((days) => ({ value: days, label: `${days} days` }))
  return <Segmented label="Range" value={value} onChange={setValue} options={options} />
}

test('the arrow keys choose among segments and go round', async () => {
  render(<Range />)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('30 days')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  const taken = screen.getByRole('radio', { name: '7 days' })
  expect(taken.getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement).toBe(taken)
})

function Filter() {
  const [text, setText] = useState('')
  return <SearchField label="Filter accounts" value={text} onChange={setText} />
}

test('Escape and the cross empty a search field', async () => {
  render(<Filter />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter accounts' })
  await userEvent.type(field, 'nasa{Escape}')
  expect(field.value).toBe('')
  await userEvent.type(field, 'nasa')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field.value).toBe('')
})

const FRUITS = ['Apricot', 'Bergamot', 'Tangelo'].map((label) => ({ value: label, label }))

/** The answer to what is typed comes with a press of the button. */
function Fruit() {
  const [value, setValue] = useState('Apricot')
  const [text, setText] = useState('')
  const [answered, setAnswered] = useState('')
  const options = FRUITS.filter(({ label }) => label.toLowerCase().includes(answered))
  return (
    <>
      <Combobox
        label="Fruit"
        chosen={value}
        value={value}
        options={options}
        isStale={text !== answered}
        note="None"
        onSearch={(next) => setText(next ?? '')}
        onChange={setValue}
      />
      <button type="button" onPointerDown={(event) => event.stopPropagation()} onClick={() => setAnswered(text)}>
        Answer
      </button>
    </>
  )
}

function openFruit() {
  render(<Fruit />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Fruit' })
  return {
    field,
    user: userEvent.setup(),
    answer: () => fireEvent.click(screen.getByRole('button', { name: 'Answer' })),
  }
}

test('what is typed is chosen by Enter once its list is there, and nothing is active before', async () => {
  const { field, user, answer } = openFruit()
  await user.type(field, 'tan{Enter}')
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  answer()
  expect(field.value).toBe('Tangelo')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('an Enter that waits is given up when more is typed, and where nothing fits', async () => {
  const { field, user, answer } = openFruit()
  await user.type(field, 'b{Enter}e')
  answer()
  expect(screen.getByRole('option', { name: 'Bergamot' })).toBeTruthy()
  await user.type(field, 'x{Enter}')
  answer()
  expect(screen.getByText('None')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(field.value).toBe('Apricot')
})

test('a row of an older list is chosen with the mouse', async () => {
  const { field, user } = openFruit()
  await user.type(field, 'tan')
  await user.click(screen.getByRole('option', { name: 'Bergamot' }))
  expect(field.value).toBe('Bergamot')
})

test('something that cannot be undone asks first, with the focus on Cancel', async () => {
  const onConfirm = vi.fn()
  render(
    <ConfirmDialog
      onClose={() => undefined}
      title="Delete account"
      description="This action cannot be undone."
      confirmLabel="Delete"
      danger
      onConfirm={onConfirm}
    />,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('a file is taken by choice or by drop', async () => {
  const onFiles = vi.fn()
  const file = new File(['username'], 'figures.csv', { type: 'text/csv' })
  const props = { label: 'Choose a file', hint: 'CSV or JSON', accept: '.csv', onFiles }
  const { rerender } = render(<Dropzone {...props} />)
  await userEvent.upload(screen.getByLabelText(/Choose a file/), file)
  fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files: [file] } })
  expect(onFiles.mock.calls).toEqual([[[file]], [[file]]])
  fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files: [file, file] } })
  expect(onFiles).toHaveBeenLastCalledWith([file])
  rerender(<Dropzone {...props} multiple />)
  fireEvent.drop(screen.getByText('Choose a file'), { dataTransfer: { files: [file, file] } })
  expect(onFiles).toHaveBeenLastCalledWith([file, file])
})

test('letters tell names apart: those of two words, and not of a word that many share', () => {
  const names = ['citrus', 'six.lemons', 'casaluma.home', 'casaluma.kids']
  const { container, rerender } = render(names.map((name) => <Avatar key={name} username={name} size={20} />))
  expect(container.textContent).toBe('CISLCHCK')
  const more = [...names, 'casaluma.studio', 'casaluma', 'casaluma_tea_house', '2026']
  rerender(more.map((name) => <Avatar key={name} username={name} size={20} />))
  expect(container.textContent).toBe('CISLHOKISTCATH20')
})

test('a picture that cannot be shown gives way to two letters; a name keeps its tone', () => {
  const { container } = render(<Avatar username="n.asa" size={96} src="/media/gone.jpg" />)
  const picture = container.querySelector('img')
  expect(picture).not.toBeNull()
  if (picture) fireEvent.error(picture)
  expect(container.textContent).toBe('NA')
  expect(toneOf('NASA')).toBe(toneOf('nasa'))
})
