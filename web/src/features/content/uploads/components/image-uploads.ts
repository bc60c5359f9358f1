/**
 * Several pictures on their way to the server: each sent by itself, two at a time, in an order that may still change. What
 * failed stays and can be sent again. Knows nothing of the screen.
 */
import { imageError, isRefusedForGood, uploadFailure } from '../rules.ts'
import { texts } from '../texts.ts'

export interface SentImage {
  readonly id: string
  readonly name: string
  /** In bytes; null for one that was there before. */
  readonly bytes: number | null
  /** What shows it. */
  readonly preview: string
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** 0 to 1. */
  readonly sent: number
  /** Where it is on the server, once it is. */
  readonly url: string | null
  readonly problem: string | null
  /** It failed, and another try can help. */
  readonly canRetry: boolean
}

export interface ImageUploads {
  readonly images: () => readonly SentImage[]
  readonly subscribe: (listener: () => void) => () => void
  /** Takes those that fit. Answers what is wrong with the others. */
  readonly add: (files: readonly File[]) => { readonly problems: readonly string[]; readonly isTooMany: boolean }
  readonly retry: (id: string) => void
  readonly remove: (id: string) => void
  readonly move: (from: number, to: number) => void
  /** When nothing is on its way any more. */
  readonly waitUntilSettled: () => Promise<readonly SentImage[]>
  readonly stop: () => void
}

/** A browser opens few connections to one server, and the live events hold one. */
const AT_ONCE = 2

interface UploadOptions {
  readonly max: number
  /** Addresses of images that are there already, in their order. */
  readonly kept: readonly { readonly url: string; readonly name: string; readonly preview: string }[]
  readonly send: (file: File, options: { onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<string>
}

export function imageUploads({ max, kept, send }: UploadOptions): ImageUploads {
  const files = new Map<string, File>()
  const aborts = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  let waiters: (() => void)[] = []
  let made = 0
  let images: readonly SentImage[] = kept.map((image) => ({ ...image, ...SENT, id: newId(), bytes: null }))

  function newId(): string {
    made += 1
    return `image-${made}`
  }

  function put(next: readonly SentImage[]): void {
    images = next
    for (const listener of listeners) listener()
    if (isBusy()) return
    for (const done of waiters.splice(0)) done()
  }
  const isBusy = (): boolean => images.some(({ state }) => state === 'waiting' || state === 'sending')
  const set = (id: string, part: Partial<SentImage>): void =>
    put(images.map((image) => (image.id === id ? { ...image, ...part } : image)))

  function sendNext(): void {
    if (images.filter(({ state }) => state === 'sending').length >= AT_ONCE) return
    const next = images.find(({ state }) => state === 'waiting')
    const file = next && files.get(next.id)
    if (!next || !file) return
    void sendOne(next.id, file)
    sendNext()
  }

  async function sendOne(id: string, file: File): Promise<void> {
    const abort = new AbortController()
    aborts.set(id, abort)
    set(id, { state: 'sending', sent: 0, problem: null, canRetry: false })
    try {
      const url = await send(file, { onProgress: (sent) => set(id, { sent }), signal: abort.signal })
      set(id, { ...SENT, url })
    } catch (error) {
      const problem = { problem: uploadFailure(error), canRetry: !isRefusedForGood(error) }
      if (!abort.signal.aborted) set(id, { state: 'failed', sent: 0, ...problem })
    }
    sendNext()
  }

  function drop(id: string): void {
    aborts.get(id)?.abort()
    const preview = images.find((image) => image.id === id)?.preview
    if (files.delete(id) && preview) URL.revokeObjectURL(preview)
  }

  return {
    images: () => images,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(chosen) {
      const problems = chosen.flatMap((file) => {
        const problem = imageError(file)
        return problem ? [texts.images.refused(file.name || texts.pasted, problem)] : []
      })
      const good = chosen.filter((file) => !imageError(file))
      const taken = good.slice(0, Math.max(0, max - images.length)).map((file) => {
        const id = newId()
        files.set(id, file)
        const { name, size } = file
        const preview = URL.createObjectURL(file)
        return { ...WAITING, id, name: name || texts.pasted, bytes: size, preview }
      })
      put([...images, ...taken])
      sendNext()
      return { problems, isTooMany: taken.length < good.length }
    },
    retry(id) {
      set(id, WAITING)
      sendNext()
    },
    remove(id) {
      drop(id)
      put(images.filter((image) => image.id !== id))
      sendNext()
    },
    move(from, to) {
      const image = images[from]
      const rest = images.filter((_, index) => index !== from)
      if (image) put([...rest.slice(0, to), image, ...rest.slice(to)])
    },
    waitUntilSettled: () =>
      new Promise((resolve) => {
        if (isBusy()) waiters.push(() => resolve(images))
        else resolve(images)
      }),
    stop() {
      for (const { id } of images) drop(id)
      waiters = []
    },
  }
}

const WAITING = { state: 'waiting', sent: 0, url: null, problem: null, canRetry: false } as const
const SENT = { state: 'sent', sent: 1, problem: null, canRetry: false } as const
