/**
 * Answers that need not be sent again while they are what the caller has already (RFC 9110, section 13): the tag is made from
 * what is sent, headers of a page included. The work of finding the answer is done either way; the line and the reader are spared.
 */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** 132 bits of a SHA-256: two responses never share a tag. */
const TAG_LENGTH = 22

/** Whether one of the tags in an `If-None-Match` is this one; weak ones count (section 13.1.2). */
export const holdsTag = (header: string | undefined, tag: string) =>
  header?.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim())) ?? false

/** Sets the tag. True: the caller has this answer; what is left to send is a 304 without a body. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, body: Buffer): boolean {
  const digest = hash('sha256', body, 'base64url')
  const link = reply.getHeader('link')
  const total = reply.getHeader('x-total-count')
  const isPage = link !== undefined || total !== undefined
  const whole = isPage ? hash('sha256', `${link}\n${total}\n${digest}`, 'base64url') : digest
  const tag = `"${whole.slice(0, TAG_LENGTH)}"`
  reply.header('etag', tag)
  if (request.viewer?.via === 'token')
    // A program may cache its responses, if it revalidates each time; a screen caches none.
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization' })
  return holdsTag(request.headers['if-none-match'], tag)
}
