/** What a publication is, and how it stands. */
import * as z from 'zod'
import {
  ALT_TEXT_MAX_LENGTH,
  CAROUSEL_CHILDREN,
  CHECK_STATES,
  CHECKS,
  COLLABORATORS_MAX,
  FIRST_COMMENT_MAX_LENGTH,
  FIXES,
  PUBLICATION_KINDS,
  PUBLICATION_STATES,
  PUBLICATION_WAYS,
} from '../base/limits.ts'
import { MediaAddress, Moment } from '../base/shared.ts'

const username = z.string().regex(/^@?[A-Za-z0-9._]{1,30}$/, 'must be the name of an account')

/** What a post has on Instagram beside what its item says. What is left out is not sent. */
export const PublicationOptions = z.strictObject({
  /** What it becomes; by the kind of the item unless given. */
  as: z.enum(['reel', 'story']).optional(),
  /** The item's video is a part of its carousel, before its pictures or after them. */
  carouselVideo: z.enum(['first', 'last']).optional(),
  /** Pictures are cut around their middle to what Instagram takes. */
  crops: z.boolean().optional(),
  /** For people who do not see the pictures, in their order. */
  altTexts: z.array(z.string().max(ALT_TEXT_MAX_LENGTH)).max(CAROUSEL_CHILDREN.max).optional(),
  collaborators: z.array(username).max(COLLABORATORS_MAX, `must be at most ${COLLABORATORS_MAX}`).optional(),
  firstComment: z.string().max(FIRST_COMMENT_MAX_LENGTH).optional(),
  /** Of a reel: the frame that is its cover. */
  coverMs: z.int().min(0).optional(),
  sharesToFeed: z.boolean().optional(),
  isMadeByAi: z.boolean().optional(),
})
export type PublicationOptions = z.infer<typeof PublicationOptions>

export const Check = z.object({
  key: z.enum(CHECKS),
  state: z.enum(CHECK_STATES),
  title: z.string(),
  /** For a check that did not pass: with how to mend it. */
  detail: z.string(),
  fix: z.enum(FIXES).nullable(),
})
export type Check = z.infer<typeof Check>

/** Something that happened, the earliest first. */
const Step = z.object({
  at: Moment,
  state: z.enum(PUBLICATION_STATES),
  title: z.string(),
  detail: z.string().nullable(),
})

/** A post on the account that may be the one. */
const Candidate = z.object({
  mediaId: z.string(),
  permalink: z.string().nullable(),
  caption: z.string().nullable(),
  postedAt: Moment.nullable(),
})

/** What a person copies who posts it by hand. */
const ToCopy = z.object({
  /** With the hashtags of the item. */
  caption: z.string(),
  /** Names without @. */
  taggedUsers: z.array(z.string()),
  collaborators: z.array(z.string()),
  location: z.string().nullable(),
  firstComment: z.string(),
  altTexts: z.array(z.string()),
  /** In their order. */
  media: z.array(MediaAddress),
})
export type ToCopy = z.infer<typeof ToCopy>

/** `steps` and `candidates` are empty in a list, and `toCopy` is null there. */
export const Publication = z.object({
  id: z.string(),
  itemId: z.string(),
  accountId: z.int(),
  account: z.string(),
  companyId: z.int(),
  /** The item as it is now; null where it was deleted. */
  post: z
    .object({ caption: z.string().nullable(), imageUrl: MediaAddress.nullable(), mediaType: z.string().nullable() })
    .nullable(),
  kind: z.enum(PUBLICATION_KINDS),
  /** `remind`: its person is reminded at its time, and says here when it is posted; until then it waits for them as `planned`. */
  how: z.enum(PUBLICATION_WAYS),
  /** When its person was reminded; null before that. */
  remindedAt: Moment.nullable(),
  state: z.enum(PUBLICATION_STATES),
  plannedAt: Moment,
  /** The post on Instagram; null until it is known. */
  mediaId: z.string().nullable(),
  permalink: z.string().nullable(),
  publishedAt: Moment.nullable(),
  /** How it stands, and what a person can do. */
  sentence: z.string(),
  /** What it waits for before it goes on; null while it goes on by itself, and at its end. */
  waitsFor: z.enum(['missed', 'sign_in', 'person', 'paused']).nullable(),
  waitsUntil: Moment.nullable(),
  by: z.string(),
  createdAt: Moment,
  endedAt: Moment.nullable(),
  options: PublicationOptions,
  steps: z.array(Step),
  candidates: z.array(Candidate),
  /** Of a reminder whose post is still to be made; null for everything else. */
  toCopy: ToCopy.nullable(),
})
export type Publication = z.infer<typeof Publication>
