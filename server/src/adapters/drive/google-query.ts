/** Questions as Drive's search wants them, and what of its answers is read. */
import * as z from 'zod'

export const FOLDER_TYPE = 'application/vnd.google-apps.folder'
export const SHORTCUT_TYPE = 'application/vnd.google-apps.shortcut'

/** Also shared by another user, and in shared drives. */
export const EVERYWHERE = { supportsAllDrives: true, includeItemsFromAllDrives: true }

export const isNamed = (name: string) => `name = ${quoteText(name)}`

export const isOfType = (...types: string[]) => oneOf(types.map((type) => `mimeType = ${quoteText(type)}`))

/** An image, or a shortcut, which may lead to one. */
export const maybeImage = () => oneOf(["mimeType contains 'image/'", isOfType(SHORTCUT_TYPE)])

export const liesIn = (folderIds: readonly string[]) => oneOf(folderIds.map((id) => `${quoteText(id)} in parents`))

export const allOf = (...parts: string[]) => [...parts, 'trashed = false'].join(' and ')

const oneOf = (parts: string[]) => (parts.length === 1 ? parts.join('') : `(${parts.join(' or ')})`)

const quoteText = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

export const File = z.object({
  id: z.string().min(1),
  name: z.string(),
  mimeType: z.string().default(''),
  description: z.string().default(''),
  createdTime: z.iso.datetime({ offset: true }).optional(),
  modifiedTime: z.string().default(''),
  parents: z.array(z.string()).default([]),
  driveId: z.string().optional(),
  size: z.string().regex(/^\d+$/).optional(),
  md5Checksum: z.string().optional(),
  thumbnailLink: z.string().optional(),
  shortcutDetails: z.object({ targetId: z.string(), targetMimeType: z.string() }).optional(),
})
export type File = z.infer<typeof File>

export const FilePage = z.object({ nextPageToken: z.string().optional(), files: z.array(File).default([]) })

/** What a shortcut leads to, or the file itself. */
export function targetOf({ id, mimeType, shortcutDetails }: File): { id: string; type: string } {
  if (mimeType !== SHORTCUT_TYPE) return { id, type: mimeType }
  return shortcutDetails ? { id: shortcutDetails.targetId, type: shortcutDetails.targetMimeType } : { id, type: '' }
}
