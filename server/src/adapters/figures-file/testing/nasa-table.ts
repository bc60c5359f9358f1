/** A table with one row, and what is read from it. */
export const HEADER = 'username,date,followers,following,posts,engagement_rate'
export const NASA = 'nasa,2026-11-19,96323377,80,4519,0.31'
export const nasa = {
  username: 'nasa',
  capturedAt: null,
  day: '2026-11-19',
  followers: 96_323_377,
  following: 80,
  posts: 4_519,
  engagementRate: 0.31,
  profile: null,
}
