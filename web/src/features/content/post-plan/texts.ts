/** Every sentence about what a post is for, who works on it, and what comes after a reel. */

export const texts = {
  fields: {
    account: 'Account',
    asItIs: 'As it is',
    noAccount: 'No account',
    none: 'No account matches your search.',
    accountsFailed: 'The accounts could not be loaded.',
    assignee: 'Assignee',
    unassigned: 'Unassigned',
    approval: 'Ask for approval',
  },
  bulk: {
    title: (count: string, posts: number) => (posts === 1 ? 'Plan 1 draft' : `Plan ${count} drafts`),
    description: 'What you leave as it is stays as it is.',
    submit: 'Save plan',
    busy: 'Saving...',
    planned: (count: number) => (count === 1 ? '1 post planned' : `${count} posts planned`),
    severalCompanies: 'These drafts belong to several clients, so they cannot share an account or an assignee.',
  },
  reel: {
    next: 'What comes next',
    schedule: 'Schedule',
    save: 'Save date',
    makeDraft: 'Make a draft',
    isDraft: 'The reel is a draft now',
    openDraft: 'Open the draft',
    copyCaption: 'Copy caption',
    captionCopied: 'Caption copied',
    share: 'Share',
    linkCopied: 'Link copied',
  },
} as const
