/** The companies' drives: the status of each route by actor. */
import { type Case, everybody, perObject, signedIn } from './actors.ts'
import { FOLDERS } from './objects.ts'

/** Everybody sees their own company's drive, administrators that of company 1. */
const perFolder = (path: string, status: number, body?: (id: string) => object): Case[] =>
  perObject(FOLDERS, path, status, body).map((one, at) =>
    at === 1 ? { ...one, expected: { ...one.expected, admin: 404 } } : one,
  )

export const driveAccess: Record<string, Case[]> = {
  // Company 1 and 2 have a folder on the server each, which has been read.
  'driveImports.status': [{ url: '/api/google/auth/status', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.address': [{ url: '/api/google/auth/url', expected: { ...signedIn(409), basic: 403, loner: 403 } }],
  'driveImports.arrive': [{ url: '/api/google/auth/callback?state=made-up&code=made-up', expected: everybody(303) }],
  'driveImports.clear': [{ url: '/api/google/auth/clear', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.list': [{ url: '/api/google/reels', expected: { ...signedIn(200), basic: 403, loner: 403 } }],
  'driveImports.read': perFolder('/api/google/reels/:id', 200),
  'driveImports.refresh': [
    { url: '/api/google/reels/refresh', expected: { ...signedIn(202), basic: 403, loner: 403 } },
  ],
  // They have become reels before: a repeated request returns the first result.
  'driveImports.create': perFolder('/api/google/import-reel', 200, (folderId) => ({ folderId, createNew: true })),
}
