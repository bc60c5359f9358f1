import { reels } from './reels.ts'
import { renders } from './renders.ts'

export type { Reel, ReelSettings } from './reel.ts'
export type { ReelCheck, RenderResult } from './renders.ts'

/** Every row of the domain, by part. */
export const reelsRoutes = { reels, renders } as const
