/** What a backup says of itself: first its manifest, and last the sums of its contents. */
import * as z from 'zod'

export const MANIFEST = 'manifest.json'
export const STORE = 'tangelo.sqlite'
export const CONTENTS = 'contents.json'
/** A program that knows only the first refuses the second by name. */
export const FORMATS = { file: 1, rows: 2 }

const Made = { format: z.literal('tangelo-backup'), version: z.string(), madeAt: z.int() }

/** What it is, before anything else is read. */
export const AnyManifest = z.object({ ...Made, formatVersion: z.int() })

export const Manifest = z.discriminatedUnion('formatVersion', [
  z.object({ ...Made, formatVersion: z.literal(FORMATS.file) }),
  z.object({
    ...Made,
    formatVersion: z.literal(FORMATS.rows),
    steps: z.array(z.object({ name: z.string(), checksum: z.string() })),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
    counters: z.record(z.string(), z.int()),
  }),
])
export type Manifest = z.infer<typeof Manifest>

export const Contents = z.object({
  storeBytes: z.int(),
  /** Of a SQLite file. */
  storeSha256: z.string().optional(),
  /** Of rows, by table. */
  rows: z.record(z.string(), z.object({ count: z.int(), sha256: z.string() })).optional(),
  mediaFiles: z.int(),
  mediaBytes: z.int(),
  /** Backups of earlier versions do not count them. */
  mediaMissing: z.int().default(0),
})
export type Contents = z.infer<typeof Contents>
