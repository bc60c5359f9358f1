/** The requests among the samples of the contract: the adapters send them as they are. */
import { expect, test } from 'vitest'
import type { PublishingLogin } from '#ports/publishing.ts'
import type { ContainerOptions } from '#ports/publishing-container.ts'
import { containerRequests, startStandIn } from '#testing/publishing-samples.ts'
import { containerRequest } from './container-request.ts'

const image = 'https://media.example.test/one-use/a1.jpg'
const video = { from: 'address', url: 'https://media.example.test/one-use/r1.mp4' } as const

/** The options that make each valid request of the contract. */
function optionsOf(body: Record<string, unknown>): ContainerOptions {
  const { media_type: kind, user_tags: tags = [], trial_params: trial } = body
  const people = (tags as { username: string; x?: number; y?: number }[]).map(({ username, x, y }) => ({
    username,
    at: x === undefined || y === undefined ? null : { x, y },
  }))
  const source = body.upload_type === undefined ? video : ({ from: 'upload' } as const)
  const about = {
    caption: (body.caption as string | undefined) ?? null,
    placeId: (body.location_id as string | undefined) ?? null,
    collaborators: (body.collaborators as string[] | undefined) ?? [],
    ...(body.is_ai_generated !== undefined && { isMadeByAi: body.is_ai_generated === true }),
    asksForComments: body.is_comment_prompt_used === true,
  }
  const altText = (body.alt_text as string | undefined) ?? null
  if (kind === 'STORIES')
    return body.image_url === undefined
      ? { kind: 'story_video', video: source, tags: people }
      : { kind: 'story_image', imageUrl: image, tags: people }
  if (kind === 'CAROUSEL') return { kind: 'carousel', childIds: body.children as string[], ...about }
  if (kind === 'REELS')
    return {
      kind: 'reel',
      video: source,
      ...about,
      tags: people,
      ...(body.share_to_feed !== undefined && { sharesToFeed: body.share_to_feed === true }),
      coverUrl: (body.cover_url as string | undefined) ?? null,
      coverAtMs: (body.thumb_offset as number | undefined) ?? null,
      audioName: (body.audio_name as string | undefined) ?? null,
      trial: trial === undefined ? null : 'by_performance',
    }
  if (body.is_carousel_item === true)
    return kind === 'VIDEO'
      ? { kind: 'carousel_video', video: source }
      : { kind: 'carousel_image', imageUrl: image, altText, tags: people }
  return { kind: 'image', imageUrl: image, ...about, altText, tags: people }
}

test.each(containerRequests)('a container is asked for as the contract has it: $name', ({ body }) => {
  const { media_type: kind, ...made } = containerRequest(optionsOf(body))
  expect({ ...made, ...(kind !== undefined && { media_type: kind }) }).toEqual(body)
})

test('both pages on which access is granted are asked for as the contract has them', async () => {
  const { instagram, facebook, standIn } = await startStandIn()
  const request = { state: 'sample-state-0123456789', returnAddress: 'https://box.example.test/oauth/instagram' }
  for (const login of [instagram, facebook] satisfies PublishingLogin[])
    expect((await fetch(login.address(request))).status).toBe(200)
  expect(standIn.violations).toEqual([])
})
