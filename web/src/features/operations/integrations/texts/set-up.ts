/** How each outside service is set up and tested, and what its tables hold. */
import type { IntegrationName, TableField } from '@tangelo/contract/limits'

interface Guide {
  /** What it gives and costs, in one line. */
  readonly gives: string
  /** The first step: what to get, and where. */
  readonly step: string
  readonly how: string
  readonly link: { readonly text: string; readonly href: string } | null
}

export const texts = {
  guides: {
    graph: {
      gives: 'Official and free. Followers, posts, likes and reach of professional accounts.',
      step: 'Get a token',
      how: 'Link your professional account to a Facebook page, create an app at Meta for Developers, and make a long-lived token for it.',
      link: { text: 'Open Meta for Developers', href: 'https://developers.facebook.com/apps/' },
    },
    apify: {
      gives: 'Any public account, personal ones too. Apify charges for each reading.',
      step: 'Get a key',
      how: 'Sign in to Apify, open Settings, then API and integrations, and copy the token.',
      link: { text: 'Open Apify', href: 'https://console.apify.com/settings/integrations' },
    },
    airtable: {
      gives: 'Syncs the posts of a company with a table.',
      step: 'Make a token',
      how: 'A personal access token for one base, which may read and write records and read the schema. The id of the base begins with app.',
      link: { text: 'Open Airtable', href: 'https://airtable.com/create/tokens' },
    },
    s3: {
      gives: 'One server needs nothing. Several share an S3 bucket.',
      step: 'Make a bucket',
      how: 'With any provider that speaks S3, and a key that may put, read, list and remove its objects.',
      link: null,
    },
    openai: {
      gives: 'Images are measured here; longer texts need a provider.',
      step: 'Get a key',
      how: 'From OpenAI, or from a server of yours that speaks the same interface.',
      link: { text: 'Open OpenAI', href: 'https://platform.openai.com/api-keys' },
    },
    stripe: {
      gives: 'Plans can be tried with test cards. With Stripe, real cards are charged.',
      step: 'Get the keys',
      how: 'The publishable key, the secret key, and the signing secret of a webhook that calls this server.',
      link: { text: 'Open Stripe', href: 'https://dashboard.stripe.com/apikeys' },
    },
    google: {
      gives: 'Folders of pictures become reels. Each company connects its own drive.',
      step: 'Make a client',
      how: 'In Google Cloud, turn on the Drive API and create an OAuth client for a web application.',
      link: { text: 'Open Google Cloud', href: 'https://console.cloud.google.com/apis/credentials' },
    },
    encoder: { gives: 'Makes the reels on this machine.', step: '', how: '', link: null },
    import: { gives: '', step: '', how: '', link: null },
  } satisfies Record<IntegrationName, Guide>,
  tables: {
    title: 'Synced tables',
    loading: 'Loading the tables...',
    failed: 'The tables could not be loaded.',
    none: 'No company has a table yet. Name one in the company.',
    tryAgain: 'Try Again',
    records: (count: string, many: number) => (many === 1 ? '1 record' : `${count} records`),
    states: { waiting: 'Waiting', in_step: 'Synced', failing: 'Failing' },
    copied: (age: string) => `copied ${age}`,
    neverCopied: 'not copied yet',
    fields: 'Fields',
    fieldsOf: (company: string) => `Fields of ${company}`,
    fieldsLoading: 'Asking for the columns...',
    fieldsFailed: 'The columns could not be read.',
    fieldsHint:
      'Columns are matched by name. Choose another one where the name misleads; everything is then copied again.',
    byName: (column: string | null) => (column ? `By name: ${column}` : 'By name: none found'),
    noColumn: 'No column',
    missingColumn: (column: string | null) => (column ? `${column} (not there)` : 'A column that is not there'),
    chosen: 'chosen',
    saved: 'Columns changed',
    savedDescription: (company: string) => `The table of ${company} is copied again.`,
    saveFailed: 'The columns could not be changed',
    names: {
      status: 'Status',
      caption: 'Caption',
      taggedUsers: 'Tagged users',
      mediaType: 'Media type',
      location: 'Location',
      image: 'Image',
      likes: 'Likes',
      comments: 'Comments',
      publishDate: 'Planned date',
      hashtags: 'Hashtags',
      permalink: 'Link to the post',
      changedTime: 'Changed at',
    } satisfies Record<TableField, string>,
  },
} as const
