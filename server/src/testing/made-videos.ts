/** Whether what renders made is in order, and what they left behind: for trials. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findEncoder } from '#adapters/renderer/encoder.ts'

const run = promisify(execFile)

/** Decodes a video to its end; answers how many pictures it holds. Throws for every word of complaint. */
export async function picturesPlayed(path: string, bytes: Uint8Array): Promise<number> {
  await writeFile(path, bytes)
  const { path: decoder } = await findEncoder({ ffmpegPath: null })
  const { stdout, stderr } = await run(decoder, ['-v', 'error', '-xerror', '-i', path, '-f', 'framecrc', '-'])
  if (stderr !== '') throw new Error(`The video does not play: ${stderr}`)
  return stdout.split('\n').filter((line) => line.startsWith('0,')).length
}

/** Encoders that write into a data folder, and half files in it. */
export const findLeftovers = (dataFolder: string): string[] => [...encodersIn(dataFolder), ...halfFilesIn(dataFolder)]

const halfFilesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.part|render-/.test(name))

function encodersIn(folder: string): string[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return words.some((word) => word.startsWith(`${folder}/tmp`)) ? [words.join(' ')] : []
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}
