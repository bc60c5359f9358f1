/** What the browser offers for sending files, driven by the test: `vi.stubGlobal('XMLHttpRequest', FakeRequest)`. */
import { act } from '@testing-library/react'

export class FakeRequest {
  static all: FakeRequest[] = []
  static get last(): FakeRequest | undefined {
    return FakeRequest.all.at(-1)
  }

  readonly upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  url = ''
  form: FormData | undefined
  isAborted = false
  constructor() {
    FakeRequest.all.push(this)
  }
  open(_: string, url: string): void {
    this.url = url
  }
  setRequestHeader(): void {}
  send(form: FormData): void {
    this.form = form
  }
  abort(): void {
    this.isAborted = true
    this.onabort?.()
  }

  reportProgress(loaded: number, total: number): void {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded, total }))
  }
  async answers(status: number, body: unknown): Promise<void> {
    this.status = status
    this.responseText = JSON.stringify(body)
    await act(async () => this.onload?.())
  }
}
