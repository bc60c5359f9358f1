import { describe } from 'vitest'
import { driveSuite } from './drive-suite.ts'
import { memoryDrive } from './memory-drive.ts'

/** As drives call what a file of this name would be. */
const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', heic: 'image/heif' }

describe('the drive in memory keeps what the port promises', () => {
  driveSuite(async () => {
    const drive = memoryDrive({ isConnected: false })
    const ids = new Map<string, string>()
    return {
      files: drive.files(null),
      names: drive.names,
      add({ name, description, images = {} }) {
        const id = drive.addFolder({ name, ...(description !== undefined && { description: description.trim() }) })
        ids.set(name, id)
        for (const [image, bytes] of Object.entries(images)) {
          const type = TYPES[image.split('.').at(-1) ?? '']
          if (type) drive.putImage(id, { name: image, type, bytes })
        }
      },
      remove(name) {
        drive.removeFolder([...ids.values()][drive.names().indexOf(name)] ?? '')
      },
    }
  })
})
