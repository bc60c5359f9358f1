/** The parts of the planning page, each loaded when it is first needed. */
import { makePreloadable } from '#lib/preloadable.tsx'

const wholeView = <div className="h-dvh" aria-busy />
/** For views with a margin above, so that nothing moves when one takes its place. */
const viewBelow = <div className="mt-5 h-dvh" aria-busy />
export const PlanningDrafts = makePreloadable(
  async () => (await import('#features/content/planning-page/components/planning-drafts.tsx')).PlanningDrafts,
  viewBelow,
)
export const PlanningCalendar = makePreloadable(
  async () => (await import('./planning-calendar.tsx')).PlanningCalendar,
  wholeView,
)
export const PlanningApprovals = makePreloadable(
  async () => (await import('#features/content/planning-page/components/planning-approvals.tsx')).PlanningApprovals,
  viewBelow,
)
export const Queue = makePreloadable(
  async () => (await import('#features/publishing/publications/components/queue.tsx')).Queue,
  wholeView,
)
export const PublicationScreen = makePreloadable(
  async () => (await import('#features/publishing/publications/components/publication-screen.tsx')).PublicationScreen,
  wholeView,
)
export const ItemPublications = makePreloadable(
  async () => (await import('#features/publishing/publications/components/item-publications.tsx')).ItemPublications,
)
export const RequestList = makePreloadable(async () => {
  PlanningApprovals.preload()
  return (await import('#features/clients/approvals/components/request-list.tsx')).RequestList
}, viewBelow)
export const PostApproval = makePreloadable(
  async () => (await import('#features/clients/approvals/components/post-approval.tsx')).PostApproval,
)
export const PostDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/draft-dialog.tsx')).PostDialog,
)
export const NewDraftDialog = makePreloadable(
  async () => (await import('#features/content/drafts/components/new-draft-dialog.tsx')).NewDraftDialog,
)

export const PLANNING_PARTS = [
  PlanningDrafts,
  PlanningCalendar,
  PlanningApprovals,
  RequestList,
  PostDialog,
  PostApproval,
  NewDraftDialog,
  ItemPublications,
  Queue,
  PublicationScreen,
]
