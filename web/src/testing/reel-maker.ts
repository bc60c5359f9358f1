/** The Reel Maker as a test opens it, with its reels, and with a render that goes as the test says. */
import type { Reel, RenderResult } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { page } from './accounts.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { aUser } from './people.ts'
import { aCheck, aReel, aRender, newRenderId, reelPage, renderAnswer } from './reels.ts'
import { eventLine } from './work.ts'

export const CREATE_REEL = 'POST /api/airtable/create-reel'
export const UPDATE_VIDEO = 'POST /api/airtable/update-reel-video'

export const openReelMaker = (
  handlers: Handlers = {},
  path = '/reel-maker',
  user = aUser({ role: 'pro', username: 'teo' }),
): Asked[] => openApp(path, { 'GET /api/accounts': () => page([]), ...handlers }, user)

export const listOf = (...rows: Reel[]): Handlers => ({ 'GET /api/airtable/reels': () => reelPage(rows) })

export const findCards = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Reels' })).getAllByRole('listitem')

/** A page with one reel and a server that renders it as the test says. */
export function openRendering(handlers: Handlers = {}, part: Partial<Reel> = {}, path?: string) {
  const render = aRender({ id: newRenderId() })
  const state = { render: render as RenderResult, reel: aReel(part) }
  const events = eventLine()
  const asked = openReelMaker(
    {
      'GET /api/airtable/reels': () => reelPage([state.reel]),
      'GET /api/events': events.answer,
      [CREATE_REEL]: () => json({ success: true, renderId: render.id, reel: state.reel }),
      [UPDATE_VIDEO]: () => json(state.reel),
      [`GET /api/airtable/reel-status/${render.id}`]: () => renderAnswer(state.render),
      ...handlers,
    },
    path,
  )
  const says = async (part: Partial<RenderResult>, kind: 'render-progress' | 'reels-changed' = 'render-progress') => {
    await waitFor(() => expect(events.isHeard()).toBe(true))
    state.render = { ...state.render, ...part }
    events.say(kind)
  }
  return { asked, state, render, says }
}

export const DONE: Partial<RenderResult> = {
  status: 'completed',
  progress: 1,
  url: '/media/v/x',
  outputs: [{ url: '/media/v/x' }],
  secondsLeft: null,
  check: aCheck(),
}
