/** Buttons and dialogs of a page, by their names. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

export const findButton = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
export const press = async (name: string | RegExp): Promise<void> => userEvent.click(await findButton(name))
