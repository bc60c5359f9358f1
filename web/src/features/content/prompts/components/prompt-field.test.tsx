/** The prompt that is chosen, named as far as the server could say. */
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { failure, json, network } from '../../../../testing/network.ts'
import { PromptField } from './prompt-field.tsx'

const ID = 'recAbCdEfGhIjKlMn'

function open(answer: () => Response | Error) {
  network({ [`GET /api/prompts/${ID}`]: answer })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PromptField label="Default prompt" value={ID} onChange={() => undefined} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Default prompt' })
  return (name: string) => waitFor(() => expect(field.value).toBe(name))
}

test('is named by its title', async () => {
  const reads = open(() => json({ title: 'Fruit on a table' }))
  await reads('Fruit on a table')
})

test.each([404, 400])('one that is not there says so (%i)', async (status) => {
  const reads = open(() => failure(status, 'Prompt not found'))
  await reads(`${ID}, which is not in the library`)
  expect(screen.queryByText('Failed to load prompts')).toBeNull()
})

test.each([
  ['a server that is busy', () => failure(503, 'The store is being moved')],
  ['a network that is away', () => new TypeError('Failed to fetch')],
])('%s is a failure, and says nothing about the library', async (_, answer) => {
  const reads = open(answer)
  expect(await screen.findByText('Failed to load prompts')).toBeTruthy()
  await reads(ID)
})
