/** An uploaded file, and what importing it would do. */
import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, Done, Id, Moment, PathId } from '../base/shared.ts'
import { IMPORT_COLUMNS, IMPORT_COLUMNS_MAX, IMPORT_PREVIEW_ROWS } from './limits.ts'
import { FIGURES_FILE, ImportProgress, ImportResult } from './metrics-import.ts'

/** What each column of a table holds, in the order of the file; null is left out. */
const ColumnMapping = z.array(z.enum(IMPORT_COLUMNS).nullable()).max(IMPORT_COLUMNS_MAX)

/** What an import of a file would do, counted without storing anything. */
export const ImportPreview = z.object({
  previewId: z.uuid(),
  /** The uploaded file is kept until then. */
  expiresAt: Moment,
  fileName: z.string(),
  fileBytes: z.int(),
  /** Where accounts are added that are matched nowhere. */
  companyId: z.int(),
  /** `profiles`: a data set of a scraper. */
  format: z.enum(['profiles', 'figures', 'posts']),
  /** Of a table. */
  table: z
    .object({
      separator: z.enum([',', ';', '\t']),
      columns: z.array(
        z.object({
          name: z.string(),
          samples: z.array(z.string()),
          holds: z.enum(IMPORT_COLUMNS).nullable(),
        }),
      ),
      /** Required columns that none holds yet: nothing has been counted. */
      missing: z.array(z.enum(IMPORT_COLUMNS)),
    })
    .nullable(),
  rows: z.int(),
  accounts: z.object({
    made: z.int(),
    matched: z.int(),
    /** Of the matched ones, those in other companies. */
    elsewhere: z.array(z.object({ companyId: z.int(), companyName: z.string(), accounts: z.int() })),
  }),
  /** Snapshots that are not there yet. */
  snapshots: z.int(),
  /** Posts that are new or changed. */
  posts: z.int(),
  /** Days of the oldest and the newest figure or post; null where no row has one. */
  from: Day.nullable(),
  to: Day.nullable(),
  refused: ImportResult.shape.refused,
  refusedCount: z.int(),
  /** The first rows as they are understood. */
  sample: z
    .array(
      z.object({
        line: z.int(),
        username: z.string(),
        day: Day.nullable(),
        followers: z.int().nullable(),
        following: z.int().nullable(),
        posts: z.int().nullable(),
        engagementRate: z.number().nullable(),
        /** Of a table of posts. */
        post: z
          .object({
            type: z.string(),
            likes: z.int().nullable(),
            comments: z.int().nullable(),
            views: z.int().nullable(),
          })
          .nullable(),
      }),
    )
    .max(IMPORT_PREVIEW_ROWS),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const PreviewId = z.strictObject({ previewId: z.uuid('must be a UUID') })
const PreviewOptions = z.strictObject({
  companyId: Id.optional(),
  /** Guessed by the names of the columns where it is absent. */
  columns: ColumnMapping.optional(),
})

export const importPreviews = {
  create: route({
    method: 'POST',
    path: '/api/accounts/import-previews',
    access: 'admin',
    summary: 'Upload a file and ask what importing it would do; nothing is stored',
    query: z.strictObject({
      companyId: PathId.optional(),
      /** Chosen by the caller, to poll the progress meanwhile. */
      previewId: z.uuid('must be a UUID').optional(),
    }),
    multipart: FIGURES_FILE,
    reply: ImportPreview,
  }),
  progress: route({
    method: 'GET',
    path: '/api/accounts/import-previews/:previewId',
    access: 'admin',
    summary: 'Ask how far the reading of an uploaded file is',
    params: PreviewId,
    reply: ImportProgress,
  }),
  change: route({
    method: 'PUT',
    path: '/api/accounts/import-previews/:previewId',
    access: 'admin',
    summary: 'Ask again for the uploaded file, for another company or with other columns',
    params: PreviewId,
    body: PreviewOptions,
    reply: ImportPreview,
  }),
  run: route({
    method: 'POST',
    path: '/api/accounts/import-previews/:previewId/import',
    access: 'admin',
    summary: 'Import the uploaded file; its id becomes that of the import, and a second request gets the same answer',
    params: PreviewId,
    body: PreviewOptions,
    reply: ImportResult,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/import-previews/:previewId',
    access: 'admin',
    summary: 'Remove an uploaded file without importing it',
    params: PreviewId,
    reply: Done,
  }),
}
