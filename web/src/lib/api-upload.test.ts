/** Uploads through the API: how far they are, what they answer, and giving them up. */
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catchError, signIn } from '../testing/calls.ts'
import { aUser } from '../testing/people.ts'
import { NetworkError } from './api.ts'
import { upload } from './api-upload.ts'
import { beginSession, currentSession, keepUnsaved } from './session.ts'

class FakeUpload {
  static last: FakeUpload
  readonly upload: { onprogress?: (event: object) => void } = {}
  readonly sent: { method?: string; url?: string; body?: unknown; headers: Record<string, string> } = { headers: {} }
  status = 0
  responseText = ''
  onload = (): void => undefined
  onerror = (): void => undefined
  onabort = (): void => undefined

  constructor() {
    FakeUpload.last = this
  }
  open(method: string, url: string): void {
    Object.assign(this.sent, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.sent.headers[name] = value
  }
  send(body: unknown): void {
    this.sent.body = body
  }
  abort(): void {
    this.onabort()
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

test('an upload sends the form as it is, tells how far it is, and answers the reply', async () => {
  signIn()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const form = new FormData()
  const progress: number[] = []
  const reply = upload('POST /api/accounts/import', form, {
    query: { importId: 'x' },
    onProgress: (sent) => progress.push(sent),
  })
  const request = FakeUpload.last
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  request.answer(200, { snapshots: 2 })
  expect(await reply).toEqual({ snapshots: 2 })
  expect(progress).toEqual([0.25])
  expect(request.sent).toEqual({
    method: 'POST',
    url: '/api/accounts/import?importId=x',
    body: form,
    headers: { Accept: 'application/json', Authorization: 'Bearer secret' },
  })
})

test('an upload fails as other calls do, and can be given up', async () => {
  signIn()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const refused = catchError(upload('POST /api/accounts/import', new FormData()))
  FakeUpload.last.answer(413, { message: 'Too large' })
  expect(await refused).toMatchObject({ status: 413, message: 'Too large' })

  const unreachable = catchError(upload('POST /api/accounts/import', new FormData()))
  FakeUpload.last.onerror()
  expect(await unreachable).toBeInstanceOf(NetworkError)

  const abort = new AbortController()
  const stopped = catchError(upload('POST /api/accounts/import', new FormData(), { signal: abort.signal }))
  abort.abort()
  expect(await stopped).toMatchObject({ name: 'AbortError' })
})

test('an upload that the end of a session refused is sent again once its person has signed in', async () => {
  signIn()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const forget = keepUnsaved(() => true)
  const reply = upload('POST /api/accounts/import', new FormData())
  const refused = FakeUpload.last
  refused.answer(401, { message: 'Sign in to continue' })
  await waitFor(() => expect(currentSession().state).toBe('expired'))
  beginSession('newer', aUser())
  await waitFor(() => expect(FakeUpload.last).not.toBe(refused))
  expect(FakeUpload.last.sent.headers.Authorization).toBe('Bearer newer')
  FakeUpload.last.answer(200, { snapshots: 2 })
  expect(await reply).toEqual({ snapshots: 2 })
  forget()
})
