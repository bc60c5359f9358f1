/** Posts of a trial that are edited, approved and published by every route, each time as the law says. */
import type { ItemRow } from '#features/content/index.ts'
import { Failure } from '#platform/errors.ts'
import type { ApprovingCompany } from '../../approving-company.ts'
import { expectSame } from '../../trial.ts'
import { bytesOf, isGuarded, keyOf, type Law, type Post } from './approvals-law.ts'

const videoAddress = (...parts: unknown[]) => `/media/v/${parts.join('-')}`

/** How many posts were approved or published while the rule held, and how many were refused or held back. */
export interface PostsReport {
  passed: number
  barred: number
}

export const readKnownPosts = async (company: ApprovingCompany): Promise<Map<string, Post & { row: ItemRow }>> =>
  new Map(
    [...(await company.items())].map(([id, row]) => [id, { status: keyOf(row.status), bytes: bytesOf(row), row }]),
  )

/** False where it was refused. Anything but a failure of ours breaks the trial. */
export async function happens(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return false
    throw error
  }
}

export function movesOf(company: ApprovingCompany, law: Law, report: PostsReport) {
  const { changes, viewer } = company

  async function move(post: string, change: { status?: string; caption?: string }, by: string): Promise<void> {
    const before = (await readKnownPosts(company)).get(post)
    if (!before) return
    const { row } = before
    const video = by === 'video' ? videoAddress(company.now(), law.answers(), post) : row.video_url
    const after = {
      status: by === 'video' ? before.status : keyOf(change.status ?? before.status),
      bytes: bytesOf({ caption: by === 'video' ? row.caption : (change.caption ?? row.caption), video_url: video }),
    }
    const verdict = law.judge(post, before, after)
    if (verdict === 'barred') report.barred += 1
    if (verdict === 'passes') {
      report.passed += 1
      law.relyOn(post, after.bytes)
    }
    let expected = verdict === 'barred' ? before : after
    if (by === 'video' || by === 'table') {
      await company.write(post, by === 'video' ? { videoUrl: video } : change, by)
      if (verdict === 'barred') {
        const isVoid = isGuarded(before.status) && before.bytes !== after.bytes
        expected = { status: isVoid ? 'draft' : before.status, bytes: after.bytes }
      }
    } else {
      const isDone = await happens(() => moveBy(by, post, change))
      expectSame(`${by}: ${post} to ${after.status}`, isDone, verdict !== 'barred')
    }
    const found = (await readKnownPosts(company)).get(post)
    expectSame(`${post} after ${by}`, found && { status: found.status, bytes: found.bytes }, {
      status: expected.status,
      bytes: expected.bytes,
    })
  }

  async function moveBy(by: string, post: string, change: { status?: string; caption?: string }): Promise<void> {
    const publishDate = `2026-11-2${4 + (law.answers() % 3)}T18:30:00.000Z`
    if (by === 'calendar') await changes.update(viewer, post, { ...change, publishDate })
    else if (by === 'one') await changes.update(viewer, post, change)
    else {
      const { refused } = await changes.updateMany(viewer, { posts: [{ id: post }], ...change })
      const [first] = refused
      if (first) throw new Failure(409, first.error, first.message)
    }
  }

  /** A table brings a record for the first time. */
  async function arrive(status: string, caption: string): Promise<void> {
    const verdict = law.judge('', null, { status: keyOf(status), bytes: bytesOf({ caption, video_url: null }) })
    const id = await company.arrive({ status, caption })
    const found = (await readKnownPosts(company)).get(id)
    expectSame('a record that arrives', found?.status, verdict ? 'draft' : keyOf(status))
  }

  return { move, arrive }
}
