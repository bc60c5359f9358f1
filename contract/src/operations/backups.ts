import * as z from 'zod'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

export const Backup = z.object({
  /** The name of the file in the data folder. */
  name: z.string(),
  /** `whole`: store and media, made here. `store`: the store alone, before its schema was changed or a backup restored. */
  kind: z.enum(['whole', 'store']),
  bytes: z.int(),
  madeAt: Moment,
})
export type Backup = z.infer<typeof Backup>

export const Backups = z.object({
  /** The latest first. */
  files: z.array(Backup),
  /** 0 to 1 while one is being made; null otherwise. */
  making: z.number().nullable(),
  /** Why the last try since the start of this process failed; null where it did not. */
  failure: z.string().nullable(),
})
export type Backups = z.infer<typeof Backups>

export const backups = {
  list: route({
    method: 'GET',
    path: '/api/system/backups',
    access: 'admin',
    summary: 'List the backups in the data folder, and how far one is that is being made',
    reply: Backups,
  }),
  make: route({
    method: 'POST',
    path: '/api/system/backups',
    access: 'admin',
    summary: 'Make a backup of store and media now, in the background',
    status: 202,
    reply: Backups,
  }),
}
