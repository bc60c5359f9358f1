/** Every sentence about accounts that are chosen in the table, and what can be done with them. */
import type { BatchOutcome, ListedAccount } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'

/** Named one by one; further ones are counted. */
const NAMED_MAX = 3

const countAccounts = (count: number): string => (count === 1 ? '1 account' : `${formatWhole(count)} accounts`)

function listFirst(items: readonly string[], separator: string): string {
  const more = items.length - NAMED_MAX
  const named = items.slice(0, NAMED_MAX).join(separator)
  return more > 0 ? `${named} and ${formatWhole(more)} more` : named
}

function namesOf(accounts: readonly ListedAccount[]): string {
  const names = accounts.map(({ username }) => `@${username}`)
  if (names.length < 2 || names.length > NAMED_MAX) return listFirst(names, ', ')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const texts = {
  toolbar: 'Selected accounts',
  count: (count: number) => `${formatWhole(count)} selected`,
  clear: 'Clear the selection, Esc',
  compare: 'Compare',
  compareLimit: (most: number) => `Compare takes at most ${most} accounts`,
  group: {
    button: 'Group',
    title: 'Add to a group',
    about: 'Accounts of a group are compared with each other on Compare.',
    make: 'New group',
    none: 'This client has no groups yet.',
    oneClient: 'A group holds accounts of one client. Select accounts of one client only.',
    loading: 'Loading groups...',
    failed: 'The groups could not be loaded.',
    members: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
    tooMany: (most: number) => `A group has at most ${most} accounts.`,
    added: 'Added to the group',
    addedDescription: (name: string, count: number) =>
      `${name} has ${count} ${count === 1 ? 'account' : 'accounts'} now`,
    addFailed: 'The group was not changed',
  },
  tag: {
    button: 'Tag',
    title: 'Tags',
    field: 'New tag',
    placeholder: 'launch',
    add: 'Add',
    on: (count: number, all: number) => `${count} of ${all}`,
    failed: 'The tags were not changed',
  },
  interval: { button: 'Interval', title: 'Refresh interval' },
  move: {
    button: 'Move',
    title: (count: number) => `Move ${countAccounts(count)} to another company`,
    staying: (accounts: readonly ListedAccount[]) =>
      `${namesOf(accounts)} ${accounts.length === 1 ? 'is' : 'are'} there already.`,
    busy: 'Moving...',
    done: (done: number, all: number) => `${done < all ? `${formatWhole(done)} of ` : ''}${countAccounts(all)} moved`,
    failed: 'The accounts were not all moved',
    lost: 'It is not known which accounts were moved',
    lostDescription: 'The answer did not arrive. Move them again: those that have moved stay.',
  },
  remove: {
    button: 'Delete',
    title: (count: number) => `Delete ${countAccounts(count)}`,
    question: (count: number) =>
      count === 1
        ? 'Its history, posts and tags are deleted with it. Drafts stay but lose their account; finished reports stay.'
        : 'Their history, posts and tags are deleted with them. Drafts stay but lose their account; finished reports stay.',
    forGood: 'This action cannot be undone.',
    confirm: (count: number) => `Delete ${countAccounts(count)}`,
    busy: 'Deleting...',
    done: (done: number, all: number) => `${done < all ? `${formatWhole(done)} of ` : ''}${countAccounts(all)} deleted`,
    failed: 'The accounts were not all deleted',
    lost: 'It is not known which accounts were deleted',
    lostDescription: 'The answer did not arrive. Delete them again: only those that are left go.',
  },
  names: (accounts: readonly ListedAccount[]) =>
    `${listFirst(
      accounts.map(({ username }) => `@${username}`),
      ', ',
    )}.`,
  /** Each with its reason. */
  failures: (failed: BatchOutcome['failed'], accounts: readonly ListedAccount[]) => {
    const nameOf = new Map(accounts.map(({ id, username }) => [id, `@${username}`]))
    return listFirst(
      failed.map(({ accountId, message }) => `${nameOf.get(accountId) ?? accountId}: ${message}`),
      '; ',
    )
  },
  tryAgain: 'Try Again',
  refresh: {
    button: 'Refresh',
    busy: 'Refreshing...',
    started: 'Refresh started',
    startedDescription: (count: number) =>
      count === 1 ? '1 account will be read in the background' : `${count} accounts will be read in the background`,
    partly: (started: number, others: number) =>
      `${started} started. ${others} ${others === 1 ? 'was' : 'were'} read less than a day ago, or ${others === 1 ? 'has' : 'have'} no source`,
    none: 'Nothing to refresh',
    noneDescription: 'All of them were read less than a day ago, or have no source',
    failed: 'The refresh did not start',
  },
  export: {
    button: 'Export',
    title: 'Export',
    hint: 'One file with all selected accounts. CSV files of figures, posts and readings can be imported again.',
    progress: (done: number, all: number) => `${done} of ${all} accounts`,
    failed: 'The file could not be downloaded',
  },
} as const
