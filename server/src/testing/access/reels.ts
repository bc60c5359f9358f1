/** Reels and renders: the status of each route by actor. */
import { type Case, perObject, reelMakers, signedIn } from './actors.ts'
import { PICTURES, REELS, RENDERS } from './objects.ts'

const CAPTION = { isShown: true, text: 'A walk', place: 'bottom', style: 'outline' }
const SETTINGS = {
  pictures: [{ seconds: 3, motion: 'calm', strength: 0.07 }],
  transition: { kind: 'cross-fade', seconds: 0.5 },
  caption: CAPTION,
  music: null,
  coverSeconds: 0,
  quality: 'standard',
}

export const reelsAccess: Record<string, Case[]> = {
  'reels.list': [{ url: '/api/airtable/reels', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'reels.read': perObject(REELS, '/api/airtable/reels/:id', 200),
  'reels.create': [
    ...perObject(REELS, '/api/airtable/create-reel', 200, (id) => ({ selectedReels: [id] })),
    // An administrator makes reels for company 1 where nothing else is said.
    { url: '/api/airtable/create-reel', body: { images: [PICTURES.own] }, expected: reelMakers(1, 200) },
    {
      url: '/api/airtable/create-reel',
      body: { images: [PICTURES.foreign] },
      expected: { ...reelMakers(2, 200), admin: 404 },
    },
    { url: '/api/airtable/create-reel', body: { images: [PICTURES.missing] }, expected: reelMakers(null, 200) },
  ],
  'reels.updateVideo': perObject(REELS, '/api/airtable/update-reel-video', 200, (reelId) => ({ reelId })),
  'reels.remove': perObject(REELS, '/api/airtable/reels/:id', 200),
  'reels.saveImages': perObject(REELS, '/api/airtable/save-images', 200, (recordId) => ({
    recordId,
    imageUrls: [recordId === REELS.foreign ? PICTURES.foreign : PICTURES.own],
  })),
  'reels.saveSettings': perObject(REELS, '/api/reels/:id/settings', 200, (id) => ({
    images: [id === REELS.foreign ? PICTURES.foreign : PICTURES.own],
    settings: SETTINGS,
  })),
  'reels.duplicate': perObject(REELS, '/api/reels/:id/duplicate', 201),
  'reels.drawCaption': [
    { url: '/api/reels/caption', body: CAPTION, expected: { ...signedIn(200), basic: 403, loner: 403 } },
  ],
  'renders.status': perObject(RENDERS, '/api/airtable/reel-status/:id', 200),
  'renders.cancel': perObject(RENDERS, '/api/renders/:id/cancel', 200),
}
