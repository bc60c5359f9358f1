/** One item of the calendar: its picture or the colour of its kind, its hour, its first words, and how far it is. */
import type { PlannedItem } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, GripVertical, Send, Trash2 } from 'lucide-react'
import { Picture } from '#ui/picture.tsx'
import { isPlannable, type KnownStatus, mediaOf, nameOf, statusOf } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import type { DragToDay } from './use-drag-to-day.ts'

const MARKS = { draft: CircleDashed, approved: Check, published: Send, delete: Trash2 } satisfies Record<
  KnownStatus,
  typeof Check
>

interface CalendarItemProps {
  readonly post: PlannedItem
  readonly time: string | null
  /** Its day; null without a date. */
  readonly day: string | null
  /** Absent where items are only looked at and opened. */
  readonly carry?: DragToDay
}

export function CalendarItem({ post, time, day, carry }: CalendarItemProps) {
  const name = nameOf(post)
  const canMove = carry !== undefined && isPlannable(post)
  const status = statusOf(post.status)
  return (
    <li
      className="plan-item"
      data-item={post.id}
      data-media={mediaOf(post.mediaType) ?? undefined}
      data-status={status ?? undefined}
      data-carried={carry?.carried?.post.id === post.id ? '' : undefined}
      data-movable={canMove ? '' : undefined}
      onPointerDown={canMove ? (event) => carry.onPointerDown(event, post, day) : undefined}
    >
      <Link
        to="/"
        search={(known) => ({ ...known, post: post.id })}
        resetScroll={false}
        draggable={false}
        className="plan-link"
        aria-label={texts.calendar.open(
          [time, name, status ? texts.statuses[status] : post.status].filter(Boolean).join(', '),
        )}
        title={name}
      >
        <Thumb post={post} />
        <span className="plan-words" dir="auto">
          {time ? <b>{time}</b> : null} {name}
        </span>
        <StatusMark status={status} />
      </Link>
      {canMove ? (
        <button
          type="button"
          className="plan-grip"
          data-grip={post.id}
          aria-label={texts.calendar.move(name)}
          aria-describedby="move-hint"
          aria-pressed={carry.carried?.post.id === post.id && carry.carried.by === 'keys'}
          onClick={(event) => {
            // A click of the mouse is no more than the end of a drag that was none; keys and readers pick up.
            if (event.detail === 0) carry.pickUp(post, day)
          }}
        >
          <GripVertical />
        </button>
      ) : null}
    </li>
  )
}

export function Thumb({ post }: { readonly post: PlannedItem }) {
  return (
    <i className="plan-thumb" aria-hidden="true">
      <Picture src={post.imageUrl} sizes="36px" width={36} height={36} draggable={false} />
    </i>
  )
}

function StatusMark({ status }: { readonly status: KnownStatus | null }) {
  const Mark = status ? MARKS[status] : null
  return Mark ? <Mark className="plan-mark" /> : null
}
