/** The folders and pictures of a Google Drive, in as few questions as possible. */
import type { drive_v3 } from '@googleapis/drive'
import { DriveFailure, type DriveFiles, type DriveFolder, type DriveImage } from '#ports/drive.ts'
import type { GoogleGrant } from './google-client.ts'
import { isPageTokenRefused } from './google-failure.ts'
import {
  allOf,
  EVERYWHERE,
  type File,
  FilePage,
  File as FileShape,
  FOLDER_TYPE,
  isNamed,
  isOfType,
  liesIn,
  maybeImage,
  SHORTCUT_TYPE,
  targetOf,
} from './google-query.ts'

const REELS = 'reels'
/** The first page is there soon, and five questions are enough for five hundred folders. */
const FOLDERS_OF_A_PAGE = 100
/** The most that Drive gives at once. */
const IMAGES_OF_A_PAGE = 1_000
/** Longer questions become addresses that servers on the way refuse. */
const FOLDERS_OF_A_QUESTION = 50

type Question = Pick<drive_v3.Params$Resource$Files$List, 'q' | 'orderBy' | 'pageSize' | 'corpora'>

class WalkLost extends Error {}

export function googleListing({ ask, links }: GoogleGrant): Pick<DriveFiles, 'folders' | 'images'> {
  async function page(question: Question, fields: string, pageToken: string | undefined, signal: AbortSignal) {
    return ask(signal, async ({ files, options }) => {
      try {
        const request = { ...question, ...EVERYWHERE, fields: `nextPageToken,files(${fields})` }
        const { data } = await files.list({ ...request, ...(pageToken !== undefined && { pageToken }) }, options)
        return FilePage.parse(data)
      } catch (error) {
        throw pageToken !== undefined && isPageTokenRefused(error) ? new WalkLost() : error
      }
    })
  }

  /** Each file once, also when the walk had to begin again in the middle. */
  async function* walk(question: Question, fields: string, signal: AbortSignal): AsyncGenerator<File[]> {
    const seen = new Set<string>()
    let beginnings = 1
    let pageToken: string | undefined
    do {
      const answer = await page(question, fields, pageToken, signal).catch((error: unknown) => {
        if (!(error instanceof WalkLost)) throw error
        beginnings += 1
        if (beginnings > 2) throw new DriveFailure('unavailable', 'Google Drive lost its place in the list twice.')
        return page(question, fields, undefined, signal)
      })
      yield answer.files.filter(({ id }) => !seen.has(id) && seen.add(id))
      pageToken = answer.nextPageToken
    } while (pageToken !== undefined)
  }

  /** Folders named 'reels', wherever they are, the oldest first; at most fifty. */
  async function reels(signal: AbortSignal): Promise<File[]> {
    const question = {
      q: allOf(isNamed(REELS), isOfType(FOLDER_TYPE, SHORTCUT_TYPE)),
      corpora: 'allDrives',
      pageSize: FOLDERS_OF_A_QUESTION,
    }
    const fields = 'id,name,mimeType,parents,driveId,createdTime,shortcutDetails(targetId,targetMimeType)'
    const folders: File[] = []
    // A page may be short or empty and have others after it.
    for await (const files of walk(question, fields, signal)) {
      for (const file of files) {
        const { id, type } = targetOf(file)
        if (type === FOLDER_TYPE) folders.push(Object.assign({}, file, { id }))
      }
      if (folders.length >= FOLDERS_OF_A_QUESTION) break
    }
    return oneEach(folders).sort((one, other) => momentOf(one) - momentOf(other))
  }

  /** What distinguishes several folders named 'reels': the names of their parent folders, numbered where equal. */
  async function placesOf(roots: readonly File[], signal: AbortSignal): Promise<Map<string, string | null>> {
    if (roots.length < 2) return new Map(roots.map(({ id }) => [id, null]))
    const names = await Promise.all(roots.map((root) => placeOf(root, signal)))
    return new Map(
      roots.map(({ id }, at) => {
        const name = names[at] ?? ''
        const before = names.slice(0, at).filter((other) => other === name).length
        return [id, before === 0 ? name : `${name} (${before + 1})`]
      }),
    )
  }

  async function placeOf({ parents: [parent], driveId }: File, signal: AbortSignal): Promise<string> {
    if (parent === undefined) return 'Shared with me'
    // The name of a shared drive is not among those of its files.
    if (parent === driveId) return 'A shared drive'
    try {
      return await ask(signal, async ({ files, options }) => {
        const { data } = await files.get({ fileId: parent, fields: 'id,name', supportsAllDrives: true }, options)
        return FileShape.parse(data).name
      })
    } catch (error) {
      if (error instanceof DriveFailure && error.kind === 'gone') return 'Shared with me'
      throw error
    }
  }

  return {
    async *folders(signal) {
      const roots = await reels(signal)
      if (roots.length === 0) return
      const places = await placesOf(roots, signal)
      const rootIds = [...places.keys()]
      const question = {
        q: allOf(liesIn(rootIds), isOfType(FOLDER_TYPE, SHORTCUT_TYPE)),
        orderBy: 'createdTime desc,name',
        pageSize: FOLDERS_OF_A_PAGE,
      }
      const fields = 'id,name,mimeType,description,createdTime,parents,shortcutDetails(targetId,targetMimeType)'
      // A shortcut that leads back to where it lies is no reel.
      const seen = new Set(rootIds)
      for await (const files of walk(question, fields, signal)) {
        yield files.flatMap((file): DriveFolder[] => {
          const { id, type } = targetOf(file)
          if (type !== FOLDER_TYPE || seen.has(id)) return []
          seen.add(id)
          const root = file.parents.find((parent) => places.has(parent)) ?? ''
          return [
            {
              id,
              entryId: file.id,
              name: file.name,
              description: file.description.trim() || null,
              createdAt: momentOf(file),
              place: places.get(root) ?? null,
            },
          ]
        })
      }
    },

    async *images(folderIds, signal) {
      for (let at = 0; at < folderIds.length; at += FOLDERS_OF_A_QUESTION) {
        const some = new Set(folderIds.slice(at, at + FOLDERS_OF_A_QUESTION))
        const question = { q: allOf(liesIn([...some]), maybeImage()), pageSize: IMAGES_OF_A_PAGE }
        const fields =
          'id,name,mimeType,size,md5Checksum,modifiedTime,parents,thumbnailLink,shortcutDetails(targetId,targetMimeType)'
        for await (const files of walk(question, fields, signal)) {
          yield files.flatMap((file): DriveImage[] => {
            const { id, type } = targetOf(file)
            const folderId = file.parents.find((parent) => some.has(parent))
            if (!type.startsWith('image/') || folderId === undefined) return []
            if (file.thumbnailLink !== undefined) links.keep(id, file.thumbnailLink)
            const version = file.md5Checksum ?? file.modifiedTime
            const bytes = file.size === undefined ? null : Number(file.size)
            return [{ id, folderId, name: file.name, type, bytes, version }]
          })
        }
      }
    },
  }
}

const momentOf = ({ createdTime }: File) => (createdTime === undefined ? 0 : Date.parse(createdTime))

const oneEach = (files: readonly File[]) => [...new Map(files.map((file) => [file.id, file])).values()]
