/** Pure: what a container is made of, as the service wants it. Fields that are not given are not sent. */
import type { ContainerOptions, PersonTag, VideoSource } from '#ports/publishing-container.ts'
import type { Fields } from '../figures-file/fields.ts'

export function containerRequest(wish: ContainerOptions): Fields {
  switch (wish.kind) {
    case 'image':
      return given({
        image_url: wish.imageUrl,
        ...about(wish),
        alt_text: wish.altText,
        user_tags: tagsOf(wish.tags),
      })
    case 'carousel_image':
      return given({
        image_url: wish.imageUrl,
        is_carousel_item: true,
        alt_text: wish.altText,
        user_tags: tagsOf(wish.tags),
      })
    case 'carousel_video':
      return given({ media_type: 'VIDEO', is_carousel_item: true, ...videoOf(wish.video) })
    case 'carousel':
      return given({ media_type: 'CAROUSEL', children: wish.childIds, ...about(wish) })
    case 'reel':
      return given({
        media_type: 'REELS',
        ...videoOf(wish.video),
        ...about(wish),
        user_tags: tagsOf(wish.tags),
        share_to_feed: wish.sharesToFeed,
        cover_url: wish.coverUrl,
        thumb_offset: wish.coverUrl ? undefined : wish.coverAtMs,
        audio_name: wish.audioName,
        trial_params: wish.trial ? { graduation_strategy: TRIALS[wish.trial] } : undefined,
      })
    case 'story_image':
      return given({
        media_type: 'STORIES',
        image_url: wish.imageUrl,
        user_tags: tagsOf(wish.tags),
        is_ai_generated: wish.isMadeByAi,
      })
    case 'story_video':
      return given({
        media_type: 'STORIES',
        ...videoOf(wish.video),
        user_tags: tagsOf(wish.tags),
        is_ai_generated: wish.isMadeByAi,
      })
  }
}

const TRIALS = { by_hand: 'MANUAL', by_performance: 'SS_PERFORMANCE' } as const

const about = (wish: Extract<ContainerOptions, { caption: string | null }>): Fields => ({
  caption: wish.caption || undefined,
  location_id: wish.placeId,
  collaborators: wish.collaborators?.length ? wish.collaborators : undefined,
  is_ai_generated: wish.isMadeByAi,
  is_comment_prompt_used: wish.asksForComments || undefined,
})

const videoOf = (video: VideoSource): Fields =>
  video.from === 'upload' ? { upload_type: 'resumable' } : { video_url: video.url }

const tagsOf = (tags: readonly PersonTag[] = []) =>
  tags.length === 0 ? undefined : tags.map(({ username, at }) => given({ username, x: at?.x, y: at?.y }))

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
