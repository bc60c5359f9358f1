import * as z from 'zod'
import {
  PERMALINK_MAX_LENGTH,
  PUBLICATION_GROUPS,
  PUBLICATION_KINDS,
  PUBLICATION_STATES,
  PUBLICATION_WAYS,
} from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Id, MediaAddress, Moment, Paging, PathId, RecordId } from '../base/shared.ts'
import { Check, Publication, PublicationOptions } from './publication.ts'

const params = z.strictObject({ publicationId: z.uuid('must be the id of a publication') })
const planned = {
  itemId: RecordId,
  /** A tracked account: connected, unless its person is only reminded. */
  accountId: Id,
  /** `publish` unless given. */
  how: z.enum(PUBLICATION_WAYS).optional(),
  /** Now unless given. */
  at: Moment.optional(),
  options: PublicationOptions.optional(),
}

export const publications = {
  /**
   * Queues an item for an account; a time to come is then the date of the item. 409 `already_queued` names the publication that
   * there is; `rehearsal_failed` has the checks that block it.
   */
  create: route({
    method: 'POST',
    path: '/api/publications',
    access: 'signedIn',
    summary: 'Publish an item to a connected account, now or at a time, exactly once',
    status: 201,
    body: z.strictObject(planned),
    reply: Publication,
  }),
  /** Of the group `upcoming` the earliest planned comes first. */
  list: route({
    method: 'GET',
    path: '/api/publications',
    access: 'signedIn',
    summary: 'List publications, the latest planned first',
    query: Paging.pick({ limit: true, cursor: true }).extend({
      companyId: PathId.optional(),
      accountId: PathId.optional(),
      itemId: RecordId.optional(),
      state: z.enum(PUBLICATION_STATES).optional(),
      group: z.enum(PUBLICATION_GROUPS).optional(),
    }),
    reply: z.array(Publication),
    paged: true,
  }),
  /** Sends nothing and stores nothing. */
  rehearse: route({
    method: 'POST',
    path: '/api/publications/rehearsal',
    access: 'signedIn',
    summary: 'Check an item against everything that Instagram would refuse',
    body: z.strictObject(planned),
    reply: z.object({
      kind: z.enum(PUBLICATION_KINDS),
      /** The caption as it is sent. */
      text: z.string(),
      /** What is sent, in its order. */
      media: z.array(MediaAddress),
      mayGoOut: z.boolean(),
      checks: z.array(Check),
      /** The next free slots of the account, the earliest first. */
      slots: z.array(Moment),
      timeZone: z.string(),
    }),
  }),
  read: route({
    method: 'GET',
    path: '/api/publications/:publicationId',
    access: 'signedIn',
    summary: 'Say how a publication stands, step by step',
    params,
    reply: Publication,
  }),
  /** Only before its order has left: 409 `too_late` after that. */
  plan: route({
    method: 'PUT',
    path: '/api/publications/:publicationId',
    access: 'signedIn',
    summary: 'Plan a publication for another time, also one whose time was missed',
    params,
    body: z.strictObject({ at: Moment.optional() }),
    reply: Publication,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/publications/:publicationId',
    access: 'signedIn',
    summary: 'Withdraw a publication before its time',
    params,
    reply: Publication,
  }),
  /**
   * For `unclear`, and for a reminder that was sent: whether its person has posted it. `mediaId` names the post: null says that it
   * is none of the candidates, and without it the one candidate is taken, or none is named. `permalink` is for posts that this server cannot read.
   */
  decide: route({
    method: 'POST',
    path: '/api/publications/:publicationId/decision',
    access: 'signedIn',
    summary: 'Say whether an unclear publication, or one that a person was reminded of, is live, and which post it is',
    params,
    body: z.strictObject({
      published: z.boolean(),
      mediaId: z
        .string()
        .regex(/^\d{1,40}$/)
        .nullable()
        .optional(),
      permalink: z
        .string()
        .max(PERMALINK_MAX_LENGTH)
        .regex(/^https:\/\/(www\.)?instagram\.com\/\S+$/, 'must be the address of a post on Instagram')
        .optional(),
    }),
    reply: Publication,
  }),
}
