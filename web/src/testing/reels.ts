/** A sample reel, as the server would answer it. */
import type { Reel } from '@tangelo/contract'

const NAMES = ['port-road.jpg', 'old-quarter.jpg', 'ferry-0740.jpg']

export function aReel(part: Partial<Reel> = {}): Reel {
  return {
    id: 'rec0A1b2C3d4E5f6G',
    companyId: 1,
    caption: 'Ferry to the other side\nBefore the wind turns.',
    imageUrl: '/media/u/a',
    images: ['/media/u/a', '/media/u/b', '/media/u/c'],
    imageSizes: NAMES.map((name) => ({ name, width: 3024, height: 4032 })),
    videoUrl: null,
    coverUrl: null,
    status: 'Draft',
    createdTime: '2026-11-18T09:00:00.000Z',
    version: 3,
    settings: {
      pictures: NAMES.map(() => ({ seconds: 3, motion: 'calm', strength: 0.07 })),
      transition: { kind: 'cross-fade', seconds: 0.5 },
      caption: { isShown: true, text: 'The 7:40 ferry', place: 'bottom', style: 'outline' },
      music: null,
      coverSeconds: 0,
      quality: 'standard',
    },
    render: null,
    check: null,
    ...part,
  }
}
