/**
 * What other processes may order at the control door, as people do in the vendor's own screen; it costs no call:
 *
 *     POST /__stand-in/drive   {"add": [{"name": "Lisbon", "description": "…", "images": 6, "bytes": 10000000}]} ·
 *                              {"locked": ["Lisbon"]} · {"revoke": true} · {}
 *
 * Folders are added to one named 'reels', which is made when it is first needed. Answers what then lies in it, and which
 * names were given by calls.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from '../http/send.ts'
import { drawPicture } from '../world/pictures.ts'
import type { DriveCalls } from './drive-calls.ts'
import { type DriveTree, folderType } from './drive-tree.ts'
import type { Grants } from './grants.ts'

export interface ReelFolder {
  name: string
  description?: string
  images: number
  /** Of each image: what a picture is short of is filled with zeros behind it. */
  bytes?: number
}

interface DriveOrder {
  add?: ReelFolder[]
  locked?: string[]
  revoke?: true
}

const exactly = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const isDriveOrder = new Ajv2020().compile<DriveOrder>(
  exactly({
    add: {
      type: 'array',
      items: exactly({ name: text, description: text, images: count, bytes: count }, ['name', 'images']),
    },
    locked: { type: 'array', items: text },
    revoke: { const: true },
  }),
)

export function driveOrders({ tree, allowed, calls }: { tree: DriveTree; allowed: Grants; calls: DriveCalls }) {
  return (what: string, order: unknown): Answer | undefined => {
    if (what !== 'drive' || !isDriveOrder(order)) return undefined
    for (const folder of order.add ?? []) addReelFolder(tree, folder)
    for (const { id, name } of tree.items.values()) {
      if (order.locked?.includes(name)) tree.change(id, { canEdit: false })
    }
    if (order.revoke) allowed.revokeAll()
    return { status: 200, body: { folders: reelFolders(tree), renames: calls.renames } }
  }
}

/** Answers the id of the folder. */
export function addReelFolder(tree: DriveTree, { name, description, images, bytes = 0 }: ReelFolder): string {
  const parent = reelsIn(tree) ?? tree.addFolder({ name: 'reels' })
  const folder = tree.addFolder({ name, parent, ...(description !== undefined && { description }) })
  for (let at = 1; at <= images; at += 1) {
    const drawn = drawPicture(`${name} ${at}`, 90, 160)
    const filled = bytes > drawn.length ? Buffer.concat([drawn, Buffer.alloc(bytes - drawn.length)]) : drawn
    tree.addFile({ name: `${String(at).padStart(2, '0')}.png`, parent: folder, type: 'image/png', bytes: filled })
  }
  return folder
}

const reelsIn = ({ items }: DriveTree) =>
  [...items.values()].find(({ name, mimeType }) => name === 'reels' && mimeType === folderType)?.id

function reelFolders(tree: DriveTree) {
  const parent = reelsIn(tree)
  const all = [...tree.items.values()]
  return all
    .filter(({ parents, mimeType }) => parent !== undefined && parents.includes(parent) && mimeType === folderType)
    .map(({ id, name }) => ({ id, name, images: all.filter(({ parents }) => parents.includes(id)).length }))
}
