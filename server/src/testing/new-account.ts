/** A tracked account that was never read, as the routes answer it: the first of a world, in company 1. */
import { START } from './world.ts'

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
