/** Pure decisions about uploads that people look through: how one is shown, who may delete it, and what keeps it. */
import type { Upload, UploadUse } from '@tangelo/contract'
import { accessDenied, conflict } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

export interface UploadRow {
  id: string
  company_id: number
  user_id: number | null
  kind: Upload['kind']
  hash: string
  name: string | null
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
  created_at: number
  username: string | null
}

const ADDRESSES = { image: '/media/u/', music: '/media/m/' } as const

export const toUpload = (row: UploadRow, uses: UploadUse[]): Upload => ({
  id: row.id,
  kind: row.kind,
  url: ADDRESSES[row.kind] + row.id,
  name: row.name ?? '',
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  seconds: row.seconds,
  uploadedBy: row.username,
  createdAt: new Date(row.created_at).toISOString(),
  uses,
})

/** Basic users delete their own uploads, other roles every upload of their company. */
export function mayDelete(viewer: Viewer, row: Pick<UploadRow, 'user_id'>): void {
  if (viewer.role === 'basic' && row.user_id !== viewer.userId)
    throw accessDenied('You can delete what you have uploaded yourself')
}

const NAMES = {
  post: ['a post', 'posts'],
  reel: ['a reel', 'reels'],
  render: ['a reel that is being made', 'reels that are being made'],
  prompt: ['a prompt', 'prompts'],
  table: ['a record of the table', 'records of the table'],
  schedule: ['a schedule of reports', 'schedules of reports'],
  report: ['a frozen report', 'frozen reports'],
  link: ['a live link', 'live links'],
} as const satisfies Record<UploadUse['kind'], readonly [string, string]>

/** Uses that would miss it. A frozen report has its bytes. */
export const listNeeds = (uses: readonly UploadUse[]) => uses.filter(({ kind }) => kind !== 'report')

/** Says where it is used, and that it has to go there first. */
export function uploadInUse(uses: readonly UploadUse[]) {
  const places = [...Map.groupBy(uses, ({ kind }) => kind)].map(([kind, found]) => {
    const [one, many] = NAMES[kind]
    return found.length === 1 ? one : `${found.length} ${many}`
  })
  const where = new Intl.ListFormat('en').format(places)
  return conflict('upload_in_use', `It is used in ${where}. Remove it there first, then delete it.`, { uses })
}

const NAME_CHARACTERS = 80

/** One line of a caption or a title. */
export const nameOfUse = (text: string | null): string =>
  Array.from((text ?? '').trim().split('\n')[0] ?? '')
    .slice(0, NAME_CHARACTERS)
    .join('')
