/** Pure: what a container is made of, as the service wants it. Fields that are not given are not sent. */
import type { ContainerOptions, PersonTag, VideoSource } from '#ports/publishing-container.ts'
import type { Fields } from '../figures-file/fields.ts'

export function containerRequest(options: ContainerOptions): Fields {
  switch (options.kind) {
    case 'image':
      return omitMissing({
        image_url: options.imageUrl,
        ...about(options),
        alt_text: options.altText,
        user_tags: tagsOf(options.tags),
      })
    case 'carousel_image':
      return omitMissing({
        image_url: options.imageUrl,
        is_carousel_item: true,
        alt_text: options.altText,
        user_tags: tagsOf(options.tags),
      })
    case 'carousel_video':
      return omitMissing({ media_type: 'VIDEO', is_carousel_item: true, ...videoOf(options.video) })
    case 'carousel':
      return omitMissing({ media_type: 'CAROUSEL', children: options.childIds, ...about(options) })
    case 'reel':
      return omitMissing({
        media_type: 'REELS',
        ...videoOf(options.video),
        ...about(options),
        user_tags: tagsOf(options.tags),
        share_to_feed: options.sharesToFeed,
        cover_url: options.coverUrl,
        thumb_offset: options.coverUrl ? undefined : options.coverAtMs,
        audio_name: options.audioName,
        trial_params: options.trial ? { graduation_strategy: TRIALS[options.trial] } : undefined,
      })
    case 'story_image':
      return omitMissing({
        media_type: 'STORIES',
        image_url: options.imageUrl,
        user_tags: tagsOf(options.tags),
        is_ai_generated: options.isMadeByAi,
      })
    case 'story_video':
      return omitMissing({
        media_type: 'STORIES',
        ...videoOf(options.video),
        user_tags: tagsOf(options.tags),
        is_ai_generated: options.isMadeByAi,
      })
  }
}

const TRIALS = { by_hand: 'MANUAL', by_performance: 'SS_PERFORMANCE' } as const

const about = (options: Extract<ContainerOptions, { caption: string | null }>): Fields => ({
  caption: options.caption || undefined,
  location_id: options.placeId,
  collaborators: options.collaborators?.length ? options.collaborators : undefined,
  is_ai_generated: options.isMadeByAi,
  is_comment_prompt_used: options.asksForComments || undefined,
})

const videoOf = (video: VideoSource): Fields =>
  video.from === 'upload' ? { upload_type: 'resumable' } : { video_url: video.url }

const tagsOf = (tags: readonly PersonTag[] = []) =>
  tags.length === 0 ? undefined : tags.map(({ username, at }) => omitMissing({ username, x: at?.x, y: at?.y }))

const omitMissing = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
