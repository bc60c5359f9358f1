/** A table of planned posts: what development and most tests begin with. */
import { numberFor, oneOf } from '../world/chance.ts'
import { writeCaption } from '../world/words.ts'
import type { TableDefinition } from './table.ts'

const statuses = ['Draft', 'Draft', 'Draft', 'Approved', 'Published', 'Idea'] as const
const mediaTypes = ['Image', 'Image', 'Carousel', 'Reel', 'Video'] as const
const places = ['Lisbon', 'Porto', 'Łódź', 'Café Zoë', '東京'] as const
const people = ['northlane', 'rider.one', 'studio_lumen', 'casa.verde'] as const
const dayMs = 86_400_000

/** @param begins epoch milliseconds: dates lie around it. */
export function postsTable({
  records,
  seed = 1,
  begins,
  name = 'Posts',
  hasImages = true,
}: {
  records: number
  seed?: number
  begins: number
  name?: string
  hasImages?: boolean
}): TableDefinition {
  return {
    name,
    fields: [
      { name: 'Caption', type: 'multilineText' },
      { name: 'Status', type: 'singleSelect', choices: ['Draft', 'Approved', 'Delete', 'Published', 'Idea'] },
      { name: 'Media Type', type: 'singleSelect', choices: ['Image', 'Carousel', 'Reel', 'Video'] },
      { name: 'Location', type: 'singleLineText' },
      { name: 'Image', type: 'multipleAttachments' },
      { name: 'Tagged Users', type: 'multipleSelects', choices: [...people] },
      { name: 'Hashtags', type: 'singleLineText' },
      { name: 'Likes', type: 'number' },
      { name: 'Comments', type: 'number' },
      { name: 'Publish Date', type: 'date' },
      { name: 'Last Modified', type: 'lastModifiedTime' },
      { name: 'Created', type: 'createdTime' },
      { name: 'Length', type: 'formula' },
    ],
    records: Array.from({ length: records }, (_, place) => {
      const { Image, ...post } = buildPlannedPost(seed, place, begins)
      return hasImages && Image !== undefined ? { ...post, Image } : post
    }),
  }
}

function buildPlannedPost(seed: number, place: number, begins: number): Record<string, unknown> {
  const about = (word: string) => numberFor(seed, 'post', place, word)
  const caption = writeCaption(seed, 'table', place)
  const status = oneOf(statuses, seed, 'status', place)
  const hashtags = caption?.match(/#\S+/g)?.join(' ')
  return {
    ...(caption && { Caption: caption }),
    // One in ten has no status: it counts as a draft.
    ...(about('has status') % 10 > 0 && { Status: status }),
    'Media Type': oneOf(mediaTypes, seed, 'media type', place),
    ...(about('location') % 2 === 0 && { Location: oneOf(places, seed, 'location', place) }),
    ...(about('image') % 4 > 0 && {
      Image: [{ url: `https://files.example.test/${seed}-${place}.png`, filename: `post-${place}.png` }],
    }),
    ...(about('people') % 3 === 0 && { 'Tagged Users': [oneOf(people, seed, 'people', place)] }),
    ...(hashtags && { Hashtags: hashtags }),
    ...(status === 'Published' && { Likes: about('likes') % 900, Comments: about('comments') % 40 }),
    ...(about('date') % 3 > 0 && {
      'Publish Date': new Date(begins + ((about('day') % 60) - 20) * dayMs).toISOString().slice(0, 10),
    }),
  }
}
