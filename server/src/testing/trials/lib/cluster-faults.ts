/** What happens in the trial of chaos, and when. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'

export interface Plan {
  /** From the beginning of the chaos, in milliseconds. */
  at: number
  name: string
  /** Resolves when it is over. */
  cause(): Promise<unknown>
}

interface Scene {
  cluster: Cluster
  chance: () => number
}

type Kind = 'kill' | 'store' | 'wire' | 'disk'

const SECOND = 1_000
/** In each minute; in between are ten seconds to recover. */
const MINUTE: readonly [second: number, kind: Kind][] = [
  [0, 'kill'],
  [10, 'store'],
  [20, 'kill'],
  [30, 'wire'],
  [40, 'kill'],
]
/** In the second minute, and in each tenth one after it. */
const DISK_MINUTES = 10
const DISK_FULL_MS = 30 * SECOND

/** Of so many minutes. */
export function planOf(minutes: number, scene: Scene): Plan[] {
  const plans: Plan[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    const begins = minute * 60 * SECOND
    for (const [second, kind] of MINUTE)
      if (minute + second / 60 < minutes) plans.push(planFault(begins + second * SECOND, kind, scene))
    if (minute % DISK_MINUTES === 1) plans.push(planFault(begins + 45 * SECOND, 'disk', scene))
  }
  return plans
}

/** Each kind once, a few seconds apart. */
export const shortPlan = (scene: Scene, { everyMs, diskFullMs }: { everyMs: number; diskFullMs: number }): Plan[] =>
  (['kill', 'store', 'disk', 'wire'] as const).map((kind, at) => planFault(at * everyMs, kind, scene, diskFullMs))

function planFault(at: number, kind: Kind, { cluster, chance }: Scene, diskFullMs = DISK_FULL_MS): Plan {
  const pick = <Thing>(things: readonly Thing[]): Thing => {
    const picked = things[Math.floor(chance() * things.length)]
    if (picked === undefined) throw new Error('There is nothing to choose from')
    return picked
  }
  if (kind === 'kill') {
    const node = pick(cluster.nodes)
    return { at, name: `kill -9 of ${node.name}`, cause: () => (node.server ? cluster.kill(node) : Promise.resolve()) }
  }
  if (kind === 'disk') {
    const { disk } = cluster
    const cause = async () => {
      disk?.fill()
      await pause(diskFullMs)
      disk?.makeRoom()
    }
    return { at, name: disk ? 'the disk is full' : 'the disk is full (left out: no disk can be mounted)', cause }
  }
  const [name, cause] = pick(kind === 'store' ? storeFaults(cluster) : packetFaults(cluster, chance))
  return { at, name, cause }
}

type Named = readonly [name: string, cause: () => Promise<unknown>]

const storeFaults = ({ postgres, wire }: Cluster): readonly Named[] => [
  ['the database restarts', () => postgres.restart('SIGINT')],
  ['the database restarts without a clean end', () => postgres.restart('SIGQUIT')],
  ['all sessions of the database are ended', () => endSessions(postgres.url)],
  ['the wire to the database is cut', async () => wire.cutAll()],
]

const packetFaults = ({ wire }: Cluster, chance: () => number): readonly Named[] => [
  [
    'packets to and from the database are dropped',
    async () => {
      for (let time = 0; time < 3; time += 1) {
        const goOn = wire.stall()
        await pause(200 + chance() * 800)
        goOn()
        await pause(100)
      }
    },
  ],
  [
    'packets to and from the database come late',
    async () => {
      wire.delay(20 + chance() * 60)
      await pause(4 * SECOND)
      wire.delay(0)
    },
  ],
  [
    'connections to the database are reset one after the other',
    async () => {
      for (let time = 0; time < 10; time += 1) {
        wire.cutSome(4)
        await pause(200)
      }
    },
  ],
]

async function endSessions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tangelo' and pid <> pg_backend_pid()`,
    )
  } finally {
    await client.end()
  }
}
