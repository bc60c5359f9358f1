/** What other rooms may use of content as a whole. Pages import components directly. */
export {
  companyCalendar,
  contentHistory,
  contentKey,
  contentPost,
  inPages,
  isContentLoading,
  isShort,
  knownPost,
  type PostPages,
  placeInCalendars,
  placePost,
  postsOf,
  refreshContent,
  refreshSync,
  usePull,
} from './queries.ts'
export { isDraft, mediaOf, nameOf, placeOf, statusOf } from './rules.ts'
