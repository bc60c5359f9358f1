/** 'Upload Reel Images' as a test opens it, pictures to choose, and requests that the test answers. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { FakeRequest } from './fake-request.ts'
import type { Handlers } from './open-app.tsx'
import { openReelMaker } from './reel-maker.ts'

/** Before each test. */
export function stubUploads(): void {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
}

export const picture = (name: string, part: { type?: string; size?: number } = {}): File => {
  const file = new File(['picture'], name, { type: part.type ?? 'image/jpeg' })
  if (part.size !== undefined) Object.defineProperty(file, 'size', { value: part.size })
  return file
}
export const pictures = (count: number): File[] =>
  Array.from({ length: count }, (_, index) => picture(`${index + 1}.jpg`))

export async function openUpload(handlers: Handlers = {}) {
  const asked = openReelMaker(handlers)
  const user = userEvent.setup({ applyAccept: false })
  await user.click((await screen.findAllByRole('button', { name: 'Upload Images' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Reel Images' }))
  return { asked, user, dialog, ...partsOf(dialog, user) }
}

export function partsOf(dialog: ReturnType<typeof within>, user: ReturnType<typeof userEvent.setup>) {
  const names = () => dialog.queryAllByRole('listitem').map((row: HTMLElement) => row.querySelector('b')?.textContent)
  return {
    names,
    choose: async (files: File[]) => user.upload(await dialog.findByLabelText(/images/i, { selector: 'input' }), files),
    create: () => user.click(dialog.getByRole('button', { name: /^Create Reel/ })),
  }
}

/** Sends what waits, in the order in which it was asked for. */
export async function sendAll(): Promise<void> {
  for (let index = 0; index < FakeRequest.all.length; index += 1)
    if (FakeRequest.all[index]?.status === 0)
      await FakeRequest.all[index]?.answers(200, { imageUrls: [`/media/u/${index + 1}`] })
}
