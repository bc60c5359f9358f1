/** Every sentence of the planning page that belongs to no single tab. */

export const texts = {
  title: 'Planning',
  tabs: { drafts: 'Drafts', calendar: 'Calendar', approvals: 'Approvals' },
  filters: {
    label: 'Filters',
    search: 'Search',
  },
} as const
