/** Connections of sources as the settings make them, for tests that put the parts together without people. */
import type { InstagramSource } from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'

export function fixedConnections(sources: readonly InstagramSource[]) {
  const connections = sources.map(
    (source): SourceConnection => ({ name: source.name, id: null, callsPerHour: source.callsPerHour, source }),
  )
  return {
    active: async () => connections,
    isOpen: async () => true,
    canPage: sources.some(({ readPosts }) => readPosts !== null),
  }
}
