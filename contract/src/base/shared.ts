import * as z from 'zod'
import { ID_MAX, PAGE_ROWS_MAX } from './limits.ts'

const idMessage = `must be a whole number from 1 to ${ID_MAX}`

/** An id as it stands in a path or a query: decimal text. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, idMessage)
  .transform(Number)
  .refine((id) => id <= ID_MAX, idMessage)

/** So many ids in a query, with commas between. */
export const idsUpTo = (most: number, tooMany?: string) =>
  z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be ids with commas between')
    .transform((text) => text.split(','))
    .pipe(z.array(PathId).max(most, tooMany))

/** Up to a page of ids. */
export const PathIds = idsUpTo(PAGE_ROWS_MAX)

/** An id as it stands in a body. */
export const Id = z.int(idMessage).min(1, idMessage).max(ID_MAX, idMessage)

/** `rec` and 14 letters or digits: items, reels, prompts (D19). */
export const RecordId = z.string().regex(/^rec[A-Za-z0-9]{14}$/, 'must be a record id like rec0A1b2C3d4E5f6G')

/** A card that is kept, as the payment provider knows it. */
export const PaymentMethodId = z
  .string()
  .regex(/^pm_[A-Za-z0-9_]+$/, 'must be the id of a payment method')
  .max(200)

const OWN_MEDIA = /^https?:\/\/[^/?#]+(\/media\/(?:[0-9a-f]{64}|[umv]\/[\w-]{22}(?:\/\w+)?|d\/[\w-]+\/[\w-]+))$/i

/**
 * A picture, a video or music that is kept here: a path inside the server, the whole address in answers (D44). A request may name
 * it either way, and a picture elsewhere stays as it is.
 */
export const MediaAddress = z
  .string()
  .max(2_000)
  .overwrite((address) => OWN_MEDIA.exec(address)?.[1] ?? address)

/** A moment: ISO 8601, UTC. */
export const Moment = z.iso.datetime()

/** A calendar day: YYYY-MM-DD. */
export const Day = z.iso.date('must be a day like 2026-11-20')

/** D17: how any list is paged. `cursor` is opaque: it comes from the `Link` header of the page before. */
export const Paging = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, `must be a whole number from 1 to ${PAGE_ROWS_MAX}`)
    .transform(Number)
    .refine((rows) => rows >= 1 && rows <= PAGE_ROWS_MAX, `must be a whole number from 1 to ${PAGE_ROWS_MAX}`)
    .optional(),
  cursor: z.string().max(500).optional(),
  q: z.string().max(100).optional(),
})

/** The response of a change without a result. */
export const Done = z.object({ success: z.literal(true) })

/**
 * The one shape of every failure. Open on purpose: a failure may carry details of its own
 * (`hoursRemaining`, `fields`, `retryAfterSeconds`).
 */
export const ErrorBody = z.looseObject({
  /** The failure's name, stable, in snake_case. */
  error: z.string(),
  /** One sentence a person can act on. */
  message: z.string(),
  status: z.int(),
  success: z.literal(false),
})
export type ErrorBody = z.infer<typeof ErrorBody>
