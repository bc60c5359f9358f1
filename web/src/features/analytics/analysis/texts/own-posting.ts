/** What is said of comparing posts by what only their owner sees; loaded with that. */

export const texts = {
  title: 'When to post',
  by: 'Compare by',
  measures: { likes: 'Likes', views: 'Views', saves: 'Saves' },
  loading: 'Comparing the posts...',
  failed: 'The posts could not be compared',
} as const
