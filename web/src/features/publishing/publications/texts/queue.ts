/** Every sentence about the queue of all publications, and about those of one post. */
import type { PublicationGroup } from '@tangelo/contract/limits'

export const texts = {
  queue: {
    groups: {
      person: 'Needs you',
      upcoming: 'Goes out',
      published: 'Published',
      over: 'Did not go out',
    } satisfies Record<PublicationGroup, string>,
    loading: 'Loading what is queued...',
    failed: 'What is queued could not be loaded',
    more: 'Show more',
    none: 'Nothing is queued yet',
    noneHint: 'Open a draft or a finished reel and choose “Publish”. It goes out once, at the time you choose.',
    noneUpcoming: 'Nothing is queued. Open a draft or a finished reel and choose “Publish”.',
    noneMatch: 'Nothing is queued for this account.',
    all: 'Show every account',
    drafts: 'Open the drafts',
    do: {
      missed: 'Choose a time',
      sign_in: 'Connect again',
      person: 'Decide',
      reminded: 'Say when it is posted',
      paused: 'See why',
    },
    openOf: (what: string) => `Open ${what}`,
  },
  item: {
    title: 'Publishing',
    none: 'Not queued for Instagram.',
    saveFirst: 'Save your changes first',
    otherDate: 'It keeps its time in the queue: another date cannot be saved. Choose another time on its page instead.',
  },
  sign: {
    queued: 'Queued',
    waiting: 'Needs you',
    planned: (account: string) => `goes out to @${account}`,
    underWay: (account: string) => `on its way to @${account}`,
    person: (account: string) => `needs you before it goes out to @${account}`,
    unclear: (account: string) => `may be live on @${account}: needs your decision`,
  },
} as const
