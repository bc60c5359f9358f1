/** Every sentence about what went wrong on the server. */
export const texts = {
  title: 'Errors',
  note: 'Errors on the server, the latest first. Repeated errors are grouped; the last 200 are kept.',
  caption: 'Errors of the server',
  loading: 'Loading the errors...',
  failed: 'The errors could not be loaded',
  empty: 'Nothing has gone wrong since the list was last cleared.',
  times: (count: string) => `${count} times`,
  since: (age: string) => `since ${age}`,
  request: (id: string) => `request ${id}`,
  clear: 'Clear',
  clearing: 'Clearing...',
  clearTitle: 'Clear the errors?',
  clearDescription: 'This empties the list. New errors will be recorded.',
  clearConfirm: 'Clear errors',
  clearFailed: 'The errors could not be cleared',
} as const
