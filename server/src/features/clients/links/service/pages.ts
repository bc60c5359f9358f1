/** What each kind of link shows. A part that makes links of a kind of its own adds its page. */
import type { LinkKind } from '@tangelo/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { ServedFile } from '#platform/http/file-answer.ts'
import type { ReportsService } from '../../reports/reports.service.ts'
import { FILE_POLICY } from '../rules/html/policy.ts'
import type { LiveFiles } from './live-files.ts'
import type { OpenedLink } from './open-link.ts'

export interface LinkRequest {
  token: string
  /** Below the address of the link: '' for its page. */
  path: string
  request: FastifyRequest
  signal: AbortSignal
}

export interface LinkAnswer {
  type: string
  body: string | Buffer
  /** `Content-Security-Policy` of this answer. */
  policy: string
  /** The page itself, which a person looks at: counted. */
  isOpening?: boolean
}

/** A picture or a video that the page shows, whole or in parts. */
export interface LinkFile {
  file: ServedFile
}

export interface LinkPage {
  /** Null where the link shows nothing at this path. */
  answer(link: OpenedLink, call: LinkRequest): Promise<LinkAnswer | LinkFile | null>
}

export type LinkPages = { readonly [Kind in LinkKind]?: LinkPage }

const HTML = 'text/html; charset=utf-8'

export function linkPages({
  reports,
  files,
  readBlob,
  calendar,
}: {
  reports: Pick<ReportsService, 'file'>
  files: LiveFiles
  readBlob: (hash: string) => Promise<Uint8Array | null>
  calendar: LinkPage
}): LinkPages {
  const fileOf = (bytes: Uint8Array | null): LinkAnswer | null =>
    bytes && { type: HTML, body: Buffer.from(bytes), policy: FILE_POLICY, isOpening: true }

  const figures = (kind: 'account' | 'group'): LinkPage => ({
    async answer(link, { path, signal }) {
      const { targetId, scope, htmlHash } = link
      if (path !== '') return null
      if (htmlHash !== null) return fileOf(await readBlob(htmlHash))
      return fileOf(await files.take(link, { kind, targetId, scope }, signal))
    },
  })

  return {
    account: figures('account'),
    group: figures('group'),
    calendar,
    report: {
      async answer({ viewer, targetId }, { path }) {
        return path === '' ? fileOf((await reports.file(viewer, targetId, 'html')).bytes) : null
      },
    },
  }
}
