/** What other rooms may use of reels. Pages import components directly. */
export { areReelsLoading, refreshReels } from './queries.ts'
export { nameOf, statusVariant } from './rules.ts'
