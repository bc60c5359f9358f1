/** Several pictures on their way to the server, for as long as the component is mounted. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sendImages } from '../queries.ts'
import { type ImageUploads, imageUploads, type SentImage } from './image-uploads.ts'

export interface Uploads extends Omit<ImageUploads, 'images' | 'subscribe' | 'stop'> {
  readonly images: readonly SentImage[]
}

interface KeptImage {
  readonly url: string
  readonly name: string
  readonly preview: string
}

/** `kept` are images that are there already; it is read once. */
export function useImageUploads(max: number, kept: readonly KeptImage[]): Uploads {
  const [uploads] = useState(() =>
    imageUploads({
      max,
      kept,
      send: async (file, options) => {
        const [url] = await sendImages([file], options)
        if (url === undefined) throw new Error('The server named no address')
        return url
      },
    }),
  )
  const images = useSyncExternalStore(uploads.subscribe, uploads.images)
  useEffect(() => uploads.stop, [uploads])
  return { ...uploads, images }
}
