/**
 * Every question about publications, and every change to them. They belong to what shows content, so the events that refresh it
 * refresh them.
 */
import type { Publication, RouteInput } from '@tangelo/contract'
import type { PublicationGroup } from '@tangelo/contract/limits'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { contentKey, refreshContent } from '#features/content/index.ts'
import { call, callPage, type Page } from '#lib/api.ts'

export type { Publication, ToCopy } from '@tangelo/contract'

const PAGE_ROWS = 25
/** Of an item there are few. */
const ITEM_ROWS = 20
/** As many as the server gives at once. */
const CALENDAR_ROWS = 200

const publicationsKey = [...contentKey, 'publications'] as const
const calendarKey = [...publicationsKey, 'calendar'] as const

export interface QueueFilter {
  readonly companyId: number | undefined
  readonly accountId: number | undefined
}

export function queueOf(group: PublicationGroup, filter: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: [...publicationsKey, 'queue', group, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, group, limit: PAGE_ROWS, cursor: pageParam ?? undefined }
      return callPage('GET /api/publications', { query }, { signal })
    },
    getNextPageParam: (page: Page<Publication[]>) => page.nextCursor,
  })
}

/** What may still be moved, for the calendar. */
export function openPublications(companyId: number | undefined) {
  return queryOptions({
    queryKey: [...calendarKey, companyId],
    queryFn: async ({ signal }) => {
      // All of them: an item that is not among them would be planned beside its publication.
      const ask = async (group: PublicationGroup, cursor?: string): Promise<Publication[]> => {
        const query = { companyId, group, limit: CALENDAR_ROWS, cursor }
        const { rows, nextCursor } = await callPage('GET /api/publications', { query }, { signal })
        return nextCursor === null ? rows : [...rows, ...(await ask(group, nextCursor))]
      }
      return (await Promise.all([ask('person'), ask('upcoming')])).flat()
    },
  })
}

/** Of one item, the latest planned first. */
export function itemPublications(itemId: string) {
  return queryOptions({
    queryKey: [...publicationsKey, 'item', itemId],
    queryFn: ({ signal }) => call('GET /api/publications', { query: { itemId, limit: ITEM_ROWS } }, { signal }),
    staleTime: 0,
  })
}

export function publication(publicationId: string) {
  return queryOptions({
    queryKey: [...publicationsKey, 'one', publicationId],
    queryFn: ({ signal }) => call('GET /api/publications/:publicationId', { params: { publicationId } }, { signal }),
    staleTime: 0,
  })
}

type Order = RouteInput<'POST /api/publications'>['body']

/** Everything that would be refused, as things stand. Asked again whenever content or publications change. */
export function rehearsal(order: Order) {
  return queryOptions({
    queryKey: [...publicationsKey, 'rehearsal', order],
    queryFn: ({ signal }) => call('POST /api/publications/rehearsal', { body: order }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

function store(client: QueryClient, changed: Publication): void {
  client.setQueryData(publication(changed.id).queryKey, changed)
  void refreshContent(client)
}

export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Order) => call('POST /api/publications', { body }),
    onSuccess: (made) => store(client, made),
  })
}

interface Replan {
  readonly id: string
  /** Absent for now. */
  readonly at?: string | undefined
}

/** In the calendar it moves at once, and back where the server refuses or cannot be reached. */
export function useReplan() {
  const client = useQueryClient()
  const move = (id: string, at: string): void => {
    client.setQueriesData<Publication[]>({ queryKey: calendarKey }, (known) =>
      known?.map((one) => (one.id === id ? { ...one, plannedAt: at } : one)),
    )
  }
  return useMutation({
    mutationFn: ({ id, at }: Replan) =>
      call('PUT /api/publications/:publicationId', { params: { publicationId: id }, body: at ? { at } : {} }),
    onMutate: async ({ id, at }) => {
      if (!at) return undefined
      await client.cancelQueries({ queryKey: calendarKey })
      const known = client.getQueriesData<Publication[]>({ queryKey: calendarKey })
      const before = known.flatMap(([, all]) => all ?? []).find((one) => one.id === id)?.plannedAt
      move(id, at)
      return { before }
    },
    onSuccess: (changed) => store(client, changed),
    onError: (_, { id }, context) => {
      if (context?.before) move(id, context.before)
      void refreshContent(client)
    },
  })
}

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (publicationId: string) =>
      call('DELETE /api/publications/:publicationId', { params: { publicationId } }),
    onSuccess: (changed) => store(client, changed),
    onError: () => void refreshContent(client),
  })
}

interface Decision {
  readonly id: string
  readonly published: boolean
  /** Null where it is none of the posts that fit. */
  readonly mediaId?: string | null | undefined
  /** The address of a post that this server cannot read. */
  readonly permalink?: string | undefined
}

export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, published, mediaId, permalink }: Decision) =>
      call('POST /api/publications/:publicationId/decision', {
        params: { publicationId: id },
        body: { published, ...(mediaId === undefined ? {} : { mediaId }), ...(permalink ? { permalink } : {}) },
      }),
    onSuccess: (changed) => store(client, changed),
    onError: () => void refreshContent(client),
  })
}
