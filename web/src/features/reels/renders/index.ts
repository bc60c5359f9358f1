/** What other rooms may use of renders. Pages import components directly. */
export { ReelCheckLine } from './components/reel-check-line.tsx'
export { DownloadVideo, VideoPlayer } from './components/video-player.tsx'
export { areRendersLoading, refreshRenders, renderStatus, useCancelRender } from './queries.ts'
export { headlineOf, isDone, isEnded, isWatchable, timeLeft, videoOf } from './rules.ts'
export { texts as renderTexts } from './texts.ts'
