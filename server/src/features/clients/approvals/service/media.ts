/** The pictures and the video of an asked item, as its page shows them: read only for a link that opens it. */
import { Readable } from 'node:stream'
import type { ImageCacheService } from '#features/analytics/index.ts'
import type { ItemRow, UploadsService } from '#features/content/index.ts'
import { hashOf } from '#features/content/index.ts'
import type { ServedFile } from '#platform/http/file-answer.ts'

export type ApprovalMedia = ReturnType<typeof approvalMedia>

const CACHED = /^\/media\/([0-9a-f]{64})$/
const UPLOADED = /^\/media\/u\/([\w-]{22})$/
const VIDEO = /^\/media\/v\/([\w-]{22})$/
/** As wide as a phone shows it. */
const WIDTH = '1080'
const SMALL = '160'

/** What is served of a video on this server, without knowing reels. */
interface Videos {
  file(id: string): Promise<ServedFile>
  coverVariant(id: string, width: string): Promise<{ bytes: Uint8Array; type: string }>
}

export interface ShownMedium {
  kind: 'image' | 'video'
  address: string
}

/** A video of these is all that goes out: their pictures are what it was made of. */
const VIDEO_KINDS: ReadonlySet<string | null> = new Set([null, 'reel', 'video', 'story', 'stories'])

/** What the public may see, in order: the video, or else the pictures, and with them a video that may go out beside them. */
export function pickMedia({
  image_url,
  images,
  video_url,
  media_key,
}: Pick<ItemRow, 'image_url' | 'images' | 'video_url' | 'media_key'>): ShownMedium[] {
  const video: ShownMedium[] = video_url === null ? [] : [{ kind: 'video', address: video_url }]
  if (video.length > 0 && VIDEO_KINDS.has(media_key)) return video
  const list: string[] = images === null ? [] : JSON.parse(images)
  const shown = list.length > 0 ? list : image_url === null ? [] : [image_url]
  return [...shown.map((address): ShownMedium => ({ kind: 'image', address })), ...video]
}

export function approvalMedia({
  imageCache,
  uploads,
  videos,
}: {
  imageCache: Pick<ImageCacheService, 'readVariant'>
  uploads: Pick<UploadsService, 'readVariant'>
  videos: Videos
}) {
  async function image(address: string, width: string): Promise<ServedFile | null> {
    const [cached, uploaded, video] = [CACHED, UPLOADED, VIDEO].map((pattern) => pattern.exec(address)?.[1])
    const shown = cached
      ? await imageCache.readVariant(cached, width)
      : uploaded
        ? await uploads.readVariant(uploaded, width)
        : video
          ? await videos.coverVariant(video, width)
          : null
    if (!shown) return null
    const { bytes, type } = shown
    return {
      hash: hashOf(`${address} ${width}`),
      bytes: bytes.length,
      type,
      what: 'Picture',
      open: async (range) => {
        const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
        return { stream: Readable.from([Buffer.from(part)]), bytes: part.length }
      },
    }
  }

  return {
    /** `name`: a number for what is shown there, `cover` for the picture of a video, `small` for the list. Null for anything else. */
    async read(item: ItemRow, name: string): Promise<ServedFile | null> {
      const media = pickMedia(item)
      const [first] = media
      if (name === 'small') return first ? image(item.image_url ?? first.address, SMALL) : null
      if (name === 'cover') {
        const covered = media.find(({ kind }) => kind === 'video')
        return covered ? image(covered.address, WIDTH) : null
      }
      const one = /^\d$|^[1-9]\d$/.test(name) ? media[Number(name)] : undefined
      if (!one) return null
      const video = one.kind === 'video' ? VIDEO.exec(one.address)?.[1] : undefined
      return video ? videos.file(video) : image(one.address, WIDTH)
    },
  }
}
