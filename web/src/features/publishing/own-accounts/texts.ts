/** Every sentence about connected accounts. */
import type { OwnAccount, OwnPermission, PublishingLoginName } from './queries.ts'

const services: Record<PublishingLoginName, string> = { instagram: 'Instagram', facebook: 'Facebook' }

/** Names of permissions, and what each is needed for. */
const permissions: Record<OwnPermission, readonly [name: string, reason: string]> = {
  profile: ['Profile', 'To know that this is the right account, and to read its name, followers and posts.'],
  publish: ['Publishing', 'To publish what you plan here, at the time you choose. Nothing goes out by itself.'],
  insights: ['Insights', 'To read saves, shares, reach and watch time, which only the owner can see.'],
  comments: ['Comments', 'To write the first comment of a post. Other comments are left as they are.'],
  pages: ['Your Pages', 'To find the Page that is linked to this account. Nothing is posted to Facebook.'],
}

export const texts = {
  title: "Owner's access",
  loading: 'Loading the access...',
  failed: 'The access could not be loaded',
  permissions,
  services,

  none: {
    title: (username: string) => `@${username} is not connected by its owner`,
    note: 'Connected, it can be published to from here, and shows saves, shares, reach and watch time.',
    button: 'Connect',
  },

  own: {
    with: (login: PublishingLoginName) => `Connected through ${services[login]}`,
    ended: 'The access has ended',
    by: (name: string | null, day: string) => (name ? `By ${name} on ${day}` : `On ${day}`),
    until: (day: string) => `good until ${day}`,
    noEnd: 'with no expiry date',
    renews: (day: string) => `renewed by itself from ${day}`,
    roleTooSmall: 'Your role on the Page does not allow publishing. Ask for a role that can create content.',
    facts: { granted: 'Granted', missing: 'Not granted', quota: 'Posts in 24 hours', page: 'Page' },
    quota: ({ used, total }: NonNullable<OwnAccount['quota']>) =>
      total === null ? `${used}, no limit known` : `${used} of ${total}`,
    quotaRead: (age: string) => `Read ${age}`,
    quotaUnread: 'Not read yet',
    check: 'Check now',
    checking: 'Checking...',
    checkFailed: 'The access could not be checked',
    again: 'Connect again',
    disconnect: 'Disconnect',
  },

  connect: {
    title: (username: string) => `Connect @${username}`,
    description: 'You go to the page of the service, allow access there, and come back here.',
    ways: 'Way to connect',
    instagram: 'Any professional account. Videos are fetched by Instagram, so this server needs a public address.',
    facebook: 'A professional account that is linked to a Page of yours. Videos are sent from here.',
    asks: 'What is asked for, and why',
    refusable: 'You may refuse each of these there. What is missing is shown here.',
    go: (login: PublishingLoginName) => `Continue to ${services[login]}`,
    going: 'Opening...',
    cancel: 'Cancel',
    failed: 'The page could not be opened',
  },

  disconnect: {
    title: (username: string) => `Disconnect @${username}?`,
    description: (login: PublishingLoginName) =>
      `The access to this account is deleted here, and planned posts can no longer go out. ${services[login]} offers no way to end the access from here: you can remove the application there.`,
    confirm: 'Disconnect',
    busy: 'Disconnecting...',
    done: 'The account is disconnected',
    stillThere: (login: PublishingLoginName) => `The application is still listed at ${services[login]}.`,
    close: 'Close',
    remove: (login: PublishingLoginName) => `Remove the application at ${services[login]}`,
    failed: 'The account could not be disconnected',
  },

  list: {
    title: 'Connected accounts',
    hint: 'Published to and read with the access of their owners',
    loading: 'Loading the connected accounts...',
    failed: 'The connected accounts could not be loaded',
    empty: 'No account is connected by its owner yet. Open an account and choose Connect.',
    notOffered:
      'To connect accounts, make an application at developers.facebook.com and set INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET, or FACEBOOK_APP_ID and FACEBOOK_APP_SECRET.',
    states: { connected: 'Connected', expiring: 'Ends soon', ended: 'Connect again' },
    until: (day: string) => `Good until ${day}`,
    noEnd: 'Does not expire',
  },
} as const
