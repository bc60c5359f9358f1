/** What the images were called and how large they are, and new ones on their way to the server. */
import type { Reel } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { useEffect, useMemo, useRef, useState } from 'react'
import { imageError, sendImages, uploadFailure } from '#features/content/index.ts'
import { showFailure } from '#ui/toast.tsx'
import { texts } from '../texts.ts'

export interface ImageFile {
  readonly name: string
  /** 0 while it is not known. */
  readonly width: number
  readonly height: number
}

interface ImageFiles {
  /** By the address of the image. */
  readonly files: ReadonlyMap<string, ImageFile>
  /** 0 to 1 while images are on their way. */
  readonly adding: number | null
  /** Sends as many as there is room for, and hands over their addresses. */
  readonly add: (files: readonly File[], room: number) => void
}

export function useImageFiles({ images, imageSizes }: Reel, onAdded: (urls: readonly string[]) => void): ImageFiles {
  const [local, setLocal] = useState<ReadonlyMap<string, ImageFile>>(new Map())
  const [adding, setAdding] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const latest = useRef(onAdded)
  latest.current = onAdded
  useEffect(() => () => abort.current?.abort(), [])

  // What an image was called stays known after it was taken away, and when taking it away is undone.
  const known = useRef(new Map<string, ImageFile>())
  const files = useMemo(() => {
    for (const [url, file] of local) known.current.set(url, file)
    for (const [index, url] of images.entries()) {
      const file = imageSizes[index]
      if (file) known.current.set(url, file)
    }
    return new Map(known.current)
  }, [images, imageSizes, local])

  const add = async (chosen: readonly File[], room: number): Promise<void> => {
    const problem = chosen.map(imageError).find(Boolean)
    if (problem) showFailure(texts.images.addFailed, problem)
    const good = chosen.filter((file) => !imageError(file))
    if (good.length > room) {
      showFailure(texts.images.tooMany, texts.images.tooManyDescription(REEL_IMAGES_MAX))
    }
    const sent = good.slice(0, room)
    if (sent.length === 0) return
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setAdding(0)
    try {
      const urls = await sendImages(sent, { onProgress: setAdding, signal: controller.signal })
      setLocal((before) => {
        const names = urls.map((url, index) => [url, { name: sent[index]?.name ?? '', width: 0, height: 0 }] as const)
        return new Map([...before, ...names])
      })
      latest.current(urls)
    } catch (error) {
      if (controller.signal.aborted) return
      showFailure(texts.images.addFailed, uploadFailure(error))
    }
    setAdding(null)
  }
  return { files, adding, add: (chosen, room) => void add(chosen, room) }
}
