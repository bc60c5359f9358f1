/** Takes away what the servers of the tests left behind. */
import { rm } from 'node:fs/promises'

export default async function clearLeft(): Promise<void> {
  if (process.env.TANGELO_LEFT) await rm(process.env.TANGELO_LEFT, { recursive: true, force: true })
}
