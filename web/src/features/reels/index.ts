export type { ReelEditor } from './editor/components/reel-editor.tsx'
export { ReelList, useReels } from './reels/components/reel-list.tsx'
export { type FollowedRender, useFollowedRenders, useGenerate } from './reels/components/use-renders.ts'
export { useCreateReel } from './reels/queries/changes.ts'
export {
  areReelsLoading,
  findCachedReel,
  reelDetail,
  refreshAll as refreshAllReels,
  refreshReels,
  storeReel,
} from './reels/queries/reels.ts'
export { flattenReels, isRendering, loadFailure as reelLoadFailure, nameOf as nameOfReel } from './reels/rules.ts'
export { texts as reelTexts } from './reels/texts.ts'
export { RunStrip } from './renders/components/run-strip.tsx'
export { areRendersLoading, refreshRenders, renderStatus, useCancelRender } from './renders/queries.ts'
export { timeLeft } from './renders/rules/progress.ts'
export { isEnded } from './renders/rules/status.ts'
export { isWatchable } from './renders/rules/video.ts'
