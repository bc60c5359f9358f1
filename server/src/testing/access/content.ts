/** Posts, uploads, prompts, and the companies' tables: the status of each route by actor. */
import { aPixel } from '../reels.ts'
import { formWith } from '../world.ts'
import { admins, type Case, company, signedIn } from './actors.ts'
import { POSTS, UPLOADS } from './objects.ts'

const perPost = (path: string, status: number, body?: object): Case[] => [
  { url: path.replace(':id', POSTS.own), expected: company(1, status), ...(body && { body }) },
  { url: path.replace(':id', POSTS.foreign), expected: company(2, status), ...(body && { body }) },
  { url: path.replace(':id', POSTS.missing), expected: company(null, status), ...(body && { body }) },
]

const AN_ANALYSIS = { imageBase64: Buffer.from(aPixel()).toString('base64'), prompt: 'What is in it?' }

export const contentAccess: Record<string, Case[]> = {
  'prompts.list': [{ url: '/api/prompts', expected: admins(200) }],
  'prompts.titles': [{ url: '/api/airtable/prompts', expected: admins(200) }],
  'prompts.provider': [{ url: '/api/prompts/provider', expected: admins(200) }],
  'prompts.generate': [
    { url: '/api/prompts/generate', body: { companyName: 'Grove', industry: 'fruit' }, expected: admins(200) },
  ],
  'prompts.save': [{ url: '/api/prompts/save', body: { title: 'A', prompt: 'B' }, expected: admins(201) }],
  'prompts.read': [{ url: `/api/prompts/${POSTS.missing}`, expected: admins(404) }],
  'prompts.update': [{ url: `/api/prompts/${POSTS.missing}`, body: { title: 'A' }, expected: admins(404) }],
  'prompts.remove': [{ url: `/api/prompts/${POSTS.missing}`, expected: admins(404) }],
  'prompts.setDefault': [
    {
      url: `/api/prompts/${POSTS.missing}/default`,
      body: { of: 'user', isDefault: true },
      expected: admins(404),
    },
  ],
  'analyses.analyse': [{ url: '/api/openai/analyze-image', body: AN_ANALYSIS, expected: admins(200) }],
  'analyses.follow': [{ url: '/api/openai/analyze-image/stream', body: AN_ANALYSIS, expected: admins(200) }],
  // The posts have no image; permission is checked before that.
  'analyses.suggestCaption': perPost('/api/content/posts/:id/caption', 422),
  // There is no such upload; permission is checked before that.
  'analyses.suggestCaptionFor': [
    {
      url: '/api/content/caption',
      body: { imageUrl: '/media/u/missing' },
      expected: { ...signedIn(400), loner: 403 },
    },
  ],
  'content.counts': [{ url: '/api/content/counts', expected: signedIn(200) }],
  'content.all': [{ url: '/api/airtable/all-posts', expected: signedIn(200) }],
  'content.list': [
    { url: '/api/content/posts', expected: signedIn(200) },
    { url: '/api/content/posts?companyId=2&accountId=1&status=draft,approved&sort=date', expected: signedIn(200) },
  ],
  'content.assignees': [{ url: '/api/content/assignees', expected: signedIn(200) }],
  'teamComments.list': perPost('/api/content/posts/:id/comments', 200),
  'teamComments.add': perPost('/api/content/posts/:id/comments', 201, { text: 'Shorter, please' }),
  // There is no such comment; permission for the post is checked before that, and answers alike.
  'teamComments.remove': perPost('/api/content/posts/:id/comments/999', 404),
  'content.create': [
    { url: '/api/content/posts', body: { caption: 'new' }, expected: { ...signedIn(201), loner: 403 } },
  ],
  'content.read': perPost('/api/content/posts/:id', 200),
  'content.history': perPost('/api/content/posts/:id/history', 200),
  'content.calendar': [{ url: '/api/content/calendar?from=2026-11-01&to=2026-11-30', expected: signedIn(200) }],
  'content.unplanned': [{ url: '/api/content/unplanned', expected: signedIn(200) }],
  'content.sync': [{ url: '/api/content/sync', expected: signedIn(200) }],
  'content.pull': [{ url: '/api/content/sync', expected: signedIn(202) }],
  // No company of this world names a table.
  'contentTables.list': [{ url: '/api/connections/airtable/tables', expected: admins(200) }],
  'contentTables.read': [1, 2, 999].map((id) => ({
    url: `/api/connections/airtable/tables/${id}`,
    expected: admins(404),
  })),
  'contentTables.update': [1, 2, 999].map((id) => ({
    url: `/api/connections/airtable/tables/${id}`,
    body: { columns: {} },
    expected: admins(404),
  })),
  'drafts.list': [{ url: '/api/airtable/draft-posts', expected: signedIn(200) }],
  'drafts.update': perPost('/api/airtable/posts/:id', 200, { caption: 'seen' }),
  'mediaLibrary.list': [
    { url: '/api/uploads', expected: { ...signedIn(200), loner: 403 } },
    { url: '/api/uploads?companyId=2', expected: company(2, 200) },
    { url: '/api/uploads?companyId=999', expected: { ...company(null, 200), admin: 200 } },
  ],
  'mediaLibrary.remove': [
    { url: `/api/uploads/${UPLOADS.own}`, expected: { ...company(1, 200), basic: 403 } },
    { url: `/api/uploads/${UPLOADS.foreign}`, expected: company(2, 200) },
    { url: `/api/uploads/${UPLOADS.missing}`, expected: company(null, 200) },
  ],
  'uploads.images': [
    {
      url: '/api/upload/images',
      body: formWith(aPixel(), 'pixel.gif', 'images'),
      expected: { ...signedIn(200), basic: 403, loner: 403 },
    },
    {
      url: '/api/upload/images?for=draft',
      body: formWith(aPixel(), 'pixel.gif', 'images'),
      expected: { ...signedIn(200), loner: 403 },
    },
  ],
  'uploads.music': [
    {
      url: '/api/upload/music',
      body: formWith('music of 12 seconds', 'song.mp3', 'music'),
      expected: { ...signedIn(200), basic: 403, loner: 403 },
    },
  ],
  // Each item has its own answer, in the body.
  'drafts.updateMany': [
    {
      url: '/api/content/posts/status',
      body: { posts: Object.values(POSTS).map((id) => ({ id })), status: 'Approved' },
      expected: signedIn(200),
    },
  ],
}
