/** Every sentence about uploads that people look through. */
import { formatWhole } from '#lib/format.ts'
import type { UploadUse } from './queries.ts'

const USES = {
  post: 'Post',
  reel: 'Reel',
  render: 'Reel being made',
  prompt: 'Prompt',
  table: 'Table record',
  schedule: 'Schedule of reports',
  report: 'Frozen report',
  link: 'Live link',
} as const satisfies Record<UploadUse['kind'], string>

export const texts = {
  section: { title: 'Uploads', note: 'Images and music of your company. Delete what you no longer use to free space.' },
  list: 'Uploads of your company',
  loading: 'Loading the uploads...',
  failed: 'The uploads could not be loaded',
  empty: 'Nothing has been uploaded yet.',
  total: (count: number) => (count === 1 ? '1 upload' : `${formatWhole(count)} uploads`),
  more: 'Load more',
  unnamed: 'Image without a name',
  fromOutside: 'from a table or a drive',
  by: (name: string) => `by ${name}`,
  unused: 'Not used',
  use: ({ kind, name }: UploadUse) => (name ? `${USES[kind]}: ${name}` : USES[kind]),
  moreUses: (count: number) => `and ${formatWhole(count)} more`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  inUse: 'To delete it, remove it there first.',
  confirm: (name: string) => `Delete ${name}?`,
  confirmDescription: 'This cannot be undone.',
  busy: 'Deleting...',
  removed: { title: 'Upload deleted' },
  notRemoved: 'The upload was not deleted',
} as const
