/** Every sentence about companies. Failures are verbatim (spec §8). */
import type { CompanySort } from '@tangelo/contract/limits'

const formatCount = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const texts = {
  demo: 'Demo',
  list: 'Companies',
  search: 'Search companies',
  loading: 'Loading companies...',
  failed: 'Failed to load companies',
  empty: 'No companies yet. Create the first one, then add its users and accounts.',
  noMatch: 'No company matches your search.',
  shown: (shown: string, total: string) => `${shown} of ${total} companies`,
  columns: {
    name: 'Company',
    table: 'Airtable table',
    timeZone: 'Time zone',
    users: 'Users',
    accounts: 'Accounts',
    created: 'Created',
    actions: 'Actions',
  },
  orders: { name: 'Name (A to Z)', recent: 'Recently Added' } satisfies Record<CompanySort, string>,
  usersOf: (count: string, name: string) => `${count} users of ${name}`,
  accountsOf: (count: string, name: string) => `${count} accounts of ${name}`,
  people: (users: number, accounts: number) =>
    [...formatCount(users, 'user', 'users'), ...formatCount(accounts, 'account', 'accounts')].join(', ') ||
    'No users or accounts',
  noTable: 'None',
  create: 'Create company',
  edit: 'Edit',
  remove: 'Delete',
  editOf: (name: string) => `Edit ${name}`,
  removeOf: (name: string) => `Delete ${name}`,

  dialog: {
    create: { title: 'Create company', submit: 'Create company', busy: 'Creating...' },
    createHint: 'Users and accounts belong to one company. Users see only their own.',
    edit: { title: 'Edit company', submit: 'Save changes', busy: 'Saving...' },
    editHint: (name: string) => `Edit the details of ${name}.`,
    name: 'Name',
    nameLong: (most: number) => `Names have at most ${most} characters`,
    nameTaken: 'Another company has this name.',
    website: 'Website',
    websitePlaceholder: 'https://example.com',
    table: 'Airtable table',
    tableHint: 'Content is synced with this table once Airtable is connected.',
    timeZone: 'Time zone',
    requiresApproval: 'Posts need the approval of the client',
    requiresApprovalHint: 'Nothing is approved or published unless a client has approved it exactly as it is.',
    created: { title: 'Company created', description: (name: string) => `${name} has been created.` },
    updated: { title: 'Company updated', description: (name: string) => `The changes to ${name} are saved.` },
    createFailed: 'Failed to create company',
    updateFailed: 'Failed to update company',
  },

  deletion: {
    title: (name: string) => `Delete ${name}`,
    question:
      'Are you sure you want to delete this company? Its posts, reels, images and credits are deleted with it. This action cannot be undone.',
    confirm: 'Delete company',
    busy: 'Deleting...',
    done: { title: 'Company deleted', description: (name: string) => `${name} has been deleted.` },
    failed: 'Failed to delete company',
    inTheWay: (users: number, accounts: number) =>
      `It still has ${[...formatCount(users, 'user', 'users'), ...formatCount(accounts, 'account', 'accounts')].join(' and ')}. Move or delete them first.`,
    showUsers: 'Show its users',
    showAccounts: 'Show its accounts',
  },

  field: {
    label: 'Company',
    none: 'No company',
    choose: 'Choose a company',
    loading: 'Looking...',
    failed: 'Failed to load companies',
    noMatch: 'No company matches your search.',
    unknown: (id: number) => `Company ${id}`,
    only: (name: string) => `Only ${name}`,
    showAll: 'Show all companies',
  },
} as const
