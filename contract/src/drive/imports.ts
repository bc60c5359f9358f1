import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, MediaAddress, Moment, Paging, RecordId } from '../base/shared.ts'
import { DRIVE_IMPORT_STATES, DRIVE_RENAMES } from './limits.ts'

/** How a folder becomes a reel, once (D31). */
export const DriveImport = z.object({
  state: z.enum(DRIVE_IMPORT_STATES),
  /** The reel that was made or filled. */
  recordId: z.string().nullable(),
  /** Pictures that were taken, and that are to be taken. */
  done: z.int(),
  total: z.int(),
  /** Pictures of the folder that were left out, because a reel takes no more. */
  leftOut: z.int(),
  /** Pictures that cannot be used, each with its reason: the rest of a sentence that begins with the name. */
  refused: z.array(z.object({ name: z.string(), message: z.string() })),
  /** Null until the reel is there. */
  rename: z.enum(DRIVE_RENAMES).nullable(),
  /** Why it failed, or waits, or why the folder has its old name still. */
  message: z.string().nullable(),
})
export type DriveImport = z.infer<typeof DriveImport>

/** A folder of the drive that can become a reel, as our copy knows it. */
export const ReelFolder = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdTime: Moment,
  /** By its name (spec §9). */
  isPublished: z.boolean(),
  /** Which of several folders named 'reels' it is in; null where there is one. */
  place: z.string().nullable(),
  /** By name. `thumbnailLink` is an address of ours. */
  images: z.array(z.object({ id: z.string(), name: z.string(), thumbnailLink: MediaAddress })),
  /** False until the folder was read. */
  isRead: z.boolean(),
  import: DriveImport.nullable(),
})
export type ReelFolder = z.infer<typeof ReelFolder>

export const ReelFolders = z.object({
  /** The newest first. */
  folders: z.array(ReelFolder),
  /** When all of them were read last; null before that. */
  readAt: Moment.nullable(),
  isReading: z.boolean(),
  /** Why the last reading failed: the folders are as they were before it. */
  problem: z.string().nullable(),
})
export type ReelFolders = z.infer<typeof ReelFolders>

export const DriveStatus = z.object({
  authenticated: z.boolean(),
  /** `folder`: one on the server, which needs no connection. */
  drive: z.enum(['folder', 'google']),
  /** Where the folders are put that become reels; null where the drive is elsewhere. */
  path: z.string().nullable(),
  /** Whose drive it is, as the drive says. */
  owner: z.string().nullable(),
  /** Why it has to be connected again; null where it never was, or is. */
  message: z.string().nullable(),
})
export type DriveStatus = z.infer<typeof DriveStatus>

const FolderId = z.string().min(1).max(200)

export const driveImports = {
  status: route({
    method: 'GET',
    path: '/api/google/auth/status',
    access: 'signedIn',
    summary: "Say whether the company's drive is connected",
    reply: DriveStatus,
  }),
  /** Sets a cookie: who comes back must be the same browser. 409 `nothing_to_connect` where the drive is a folder here. */
  address: route({
    method: 'GET',
    path: '/api/google/auth/url',
    access: 'signedIn',
    summary: 'Begin to connect a drive: answers the address of the page on which it is allowed',
    reply: z.object({ url: z.string() }),
  }),
  /** Where the provider sends the browser back to. Goes on to `/reel-imports` with `success=true`, or with `error` in words. */
  arrive: route({
    method: 'GET',
    path: '/api/google/auth/callback',
    access: 'public',
    summary: 'Come back from the page on which a drive was allowed; for browsers',
    query: z.looseObject({
      state: z.string().max(500).optional(),
      code: z.string().max(2_000).optional(),
      error: z.string().max(2_000).optional(),
    }),
    reply: z.null(),
    redirects: true,
  }),
  clear: route({
    method: 'POST',
    path: '/api/google/auth/clear',
    access: 'signedIn',
    summary: 'Forget the connection, and end it at the provider; a folder on the server is read anew',
    reply: Done,
  }),
  /** From our copy, which is brought up to date behind. 409 `drive_not_connected`; 502 and 503 where there is no copy yet. */
  list: route({
    method: 'GET',
    path: '/api/google/reels',
    access: 'signedIn',
    summary: 'List the folders that can become reels, newest first; `q` looks in names',
    query: Paging,
    reply: ReelFolders,
    paged: true,
  }),
  read: route({
    method: 'GET',
    path: '/api/google/reels/:folderId',
    access: 'signedIn',
    summary: 'Read a folder that can become a reel, and how its import goes',
    params: z.strictObject({ folderId: FolderId }),
    reply: ReelFolder,
  }),
  refresh: route({
    method: 'POST',
    path: '/api/google/reels/refresh',
    access: 'signedIn',
    summary: 'Have the drive read now; answers before that is done',
    status: 202,
    reply: Done,
  }),
  /**
   * Once for each folder: a repeated request returns the same import. Responds when the outcome is known, and after
   * some seconds in any case: then `import.state` is still `running`. 409 `images_refused` with `refused` and `usable`
   * where some pictures cannot be used: nothing is made until a request has `skipsRefused`. 422 `no_images`, `import_failed`
   * with the reason, 404, 409 `drive_not_connected`.
   */
  create: route({
    method: 'POST',
    path: '/api/google/import-reel',
    access: 'signedIn',
    summary: 'Make a reel of a folder, or fill a draft with it, then mark the folder as published',
    body: z.strictObject({
      folderId: FolderId,
      createNew: z.boolean(),
      /** Needed where no new record is to be made; ignored otherwise. */
      recordId: z.union([RecordId, z.literal(''), z.null()]).optional(),
      /** The pictures that cannot be used are left out. */
      skipsRefused: z.boolean().optional(),
    }),
    reply: z.object({
      success: z.literal(true),
      /** As it is called now. */
      folder: z.object({ id: z.string(), name: z.string() }),
      import: DriveImport,
    }),
  }),
}
