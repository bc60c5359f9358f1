/** A tracked account that was never read, as the routes answer it: the first of a world, in company 1. */
import { expect } from 'vitest'
import { formWith, START, type World } from './world.ts'

export const NO_FIGURES = {
  profilePicture: null,
  bioText: null,
  followers: null,
  followerChange: null,
  following: null,
  followingChange: null,
  posts: null,
  postsChange: null,
  engagementRate: null,
  engagementRateChange: null,
  comparedWith: null,
  countsBrokenAt: null,
  engagementBrokenAt: null,
  followersTrend: [],
}

export const OWN = {
  id: 1,
  username: 'own',
  category: null,
  notes: null,
  inputUrl: null,
  companyId: 1,
  tags: [],
  source: null,
  createdAt: new Date(START).toISOString(),
  lastUpdated: null,
  metrics: NO_FIGURES,
}

/** A profile with one post, brought as a file. */
export async function importPosts(here: World) {
  const profile = {
    username: 'nasa',
    followersCount: 80,
    latestPosts: [
      {
        id: '1',
        type: 'Image',
        shortCode: 'abc',
        likesCount: 4,
        commentsCount: 2,
        timestamp: '2026-11-05T10:00:00.000Z',
      },
    ],
  }
  const res = await here.ask('admin', 'POST', '/api/accounts/import', formWith(JSON.stringify([profile]), 'nasa.json'))
  expect(res.json()).toMatchObject({ snapshots: 1, posts: 1, refused: [] })
}
