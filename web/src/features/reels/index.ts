export { areReelsLoading, refreshReels } from './reels/queries.ts'
export { areRendersLoading, refreshRenders, renderStatus, useCancelRender } from './renders/queries.ts'
export { timeLeft } from './renders/rules.ts'
