/** Every sentence about outside services. */
import type { ConnectionState } from '@tangelo/contract/limits'

export const texts = {
  title: 'Connections',
  subtitle: 'Where figures come from, and how each source does',
  list: 'Outside services',
  states: {
    built_in: 'Built in',
    connected: 'Connected',
    failing: 'Failing',
    not_connected: 'Not connected',
  } satisfies Record<ConnectionState, string>,
  settings: 'Settings',
  set: 'set',
  notSet: 'not set',
  used: 'Used of what the service allows',
  usedOf: (title: string) => `Used of what ${title} allows`,
  paused: 'Paused',
  pausedUntil: (ahead: string) => `goes on ${ahead}`,
  lastSucceeded: 'Last success',
  lastFailed: 'Last failure',
  never: 'never',
  test: 'Test',
  testOf: (title: string) => `Test ${title}`,
  testing: 'Testing...',
  answered: 'It answered.',
  didNotAnswer: 'It did not answer as it should.',
  testFailed: 'The test could not be run',
  loading: 'Loading the connections...',
  failed: 'The connections could not be loaded',
} as const
