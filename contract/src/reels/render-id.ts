/** What counts as the id of a render, for server and web; without zod, so that a page can load it. */
import type { RenderResult } from './renders.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isRenderId = (text: string): boolean => UUID.test(text)

/** spec §4: what is no id of a render counts as one that failed, without progress or outputs. */
export const unknownRender = (id: string): RenderResult => ({
  id,
  status: 'failed',
  progress: 0,
  url: null,
  outputs: [],
  reelId: null,
  framesDone: null,
  frames: null,
  secondsLeft: null,
  waitingBefore: null,
  isCancelled: false,
  message: null,
  check: null,
})
