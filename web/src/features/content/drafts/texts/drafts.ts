/** Every sentence about the list of drafts. Those of the specification are verbatim (§2, §4, §8). */

const draftsIn = (count: string): string => (count === '1' ? '1 draft' : `${count} drafts`)

export const texts = {
  panel: {
    title: 'Draft Posts',
    description: 'Review and manage draft posts. Change status to Approved or Delete to remove from this list.',
    gridLayout: 'Grid Layout',
    columns: (count: string) => `${count} columns`,
    refresh: 'Refresh',
    refreshing: 'Refreshing...',
    refreshed: 'Content refreshed',
    refreshedDescription: 'Draft posts have been refreshed from Airtable.',
    refreshFailed: 'Refresh failed',
    refreshFailedDescription: 'Failed to refresh posts. Please try again.',
    loading: 'Loading draft posts...',
    failed: 'Error loading draft posts. Please check your Airtable connection.',
    empty: 'No draft posts found in your Airtable.',
    filter: 'Filter drafts',
    filterShort: 'Filter',
    media: 'Media',
    allMedia: 'All',
    noMatch: 'No draft matches these filters.',
    clearFilter: 'Show all drafts',
    moreFailed: 'The next drafts could not be loaded.',
    shown: (shown: string, total: string) => (shown === total ? draftsIn(total) : `${shown} of ${draftsIn(total)}`),
    foundSoFar: (shown: string) => `${draftsIn(shown)} so far`,
    newDraft: 'New draft',
    list: 'Draft posts',
  },
  card: {
    initial: 'F',
    brand: 'tangelo',
    noImage: 'No image available',
    noDate: 'No date',
    noCaption: 'No caption',
    likes: 'likes',
    comments: 'comments',
    more: (count: number) => `+${count} more`,
    open: (what: string) => `Open ${what}`,
    openReel: (what: string) => `Open ${what} in the Reel Maker`,
    select: (what: string) => `Select ${what}`,
    hint: 'Enter opens it, Space selects it, arrow keys move between the cards.',
  },
  bulk: {
    toolbar: 'Selected drafts',
    selected: (count: string) => `${count} selected`,
    selectAll: (count: string) => `Select all ${count}`,
    approve: 'Approve',
    remove: 'Delete',
    clear: 'Clear the selection',
    approved: (count: number) => (count === 1 ? '1 post approved' : `${count} posts approved`),
    removed: (count: number) => (count === 1 ? '1 post marked as Delete' : `${count} posts marked as Delete`),
    removedNote: 'It is kept in the content database.',
    removedNotes: 'They are kept in the content database.',
    undo: 'Undo',
    undone: (count: number, areDrafts: boolean) =>
      areDrafts
        ? count === 1
          ? '1 post is a draft again'
          : `${count} posts are drafts again`
        : `${count === 1 ? '1 post has its' : `${count} posts have their`} former status again`,
    refused: (count: number, all: number) => `${count} of ${all} posts could not be changed`,
    failed: 'The posts could not be changed',
    plan: 'Plan',
    undoFailed: 'It could not be undone',
  },
  plan: {
    planned: 'Planned date changed',
    plannedFor: (what: string, day: string) => `${what} is planned for ${day}.`,
    cleared: (what: string) => `${what} no longer has a date.`,
    undo: 'Undo',
  },
} as const
