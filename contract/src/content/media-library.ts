import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, MediaAddress, Moment, Paging, PathId } from '../base/shared.ts'

/** Something that shows an upload. */
export const UploadUse = z.object({
  /**
   * `table`: a record of the company's table holds it. `report`: frozen with its bytes, so that nothing is lost with it. `link`: live,
   * with it as logo, until it is revoked or ends.
   */
  kind: z.enum(['post', 'reel', 'render', 'prompt', 'table', 'schedule', 'report', 'link']),
  id: z.string(),
  /** The beginning of its caption or title, or of a link what it opens; empty where it has none. */
  name: z.string(),
})
export type UploadUse = z.infer<typeof UploadUse>

/** An image or a piece of music that a user uploaded for a company. */
export const Upload = z.object({
  id: z.string(),
  kind: z.enum(['image', 'music']),
  url: MediaAddress,
  /** As it was called; empty for images of earlier versions. */
  name: z.string(),
  bytes: z.int(),
  /** Of images. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Of music. */
  seconds: z.number().nullable(),
  /** Who uploaded it, or imported it from a drive; null for what came from a table, and for people who have been deleted. */
  uploadedBy: z.string().nullable(),
  createdAt: Moment,
  /** Where it is used now; while that is somewhere else than in frozen reports it cannot be deleted. */
  uses: z.array(UploadUse),
})
export type Upload = z.infer<typeof Upload>

export const mediaLibrary = {
  list: route({
    method: 'GET',
    path: '/api/uploads',
    access: 'signedIn',
    summary: 'List what was uploaded to a company, the latest first',
    /** Administrators may name another company than their own. */
    query: Paging.omit({ q: true }).extend({ companyId: PathId.optional() }),
    reply: z.array(Upload),
    paged: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/uploads/:uploadId',
    access: 'signedIn',
    summary: 'Delete an upload that is used nowhere',
    params: z.object({ uploadId: z.string().regex(/^[\w-]{22}$/, 'must be the id of an upload') }),
    reply: Done,
  }),
}
