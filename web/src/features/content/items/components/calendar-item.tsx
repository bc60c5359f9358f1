/** One item of the calendar: its picture and kind, when, for which account, and how far it is. */
import type { PlannedItem } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { GripVertical, Image, Layers, Play } from 'lucide-react'
import { type CSSProperties, useContext } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Picture } from '#ui/picture.tsx'
import { accountOf, isPlannable, mediaOf, nameOf, stageOf } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { ItemSigns } from './item-signs.ts'
import { StatusSign } from './status-sign.tsx'
import type { DragToDay } from './use-drag-to-day.ts'

interface CalendarItemProps {
  readonly post: PlannedItem
  readonly time: string | null
  /** Its day; null without a date. */
  readonly day: string | null
  /** Absent where items are only looked at and opened. */
  readonly carry?: DragToDay
  /** With the caption in a line of its own. */
  readonly isTall?: boolean
  readonly style?: CSSProperties
}

export function CalendarItem({ post, time, day, carry, isTall = false, style }: CalendarItemProps) {
  const name = nameOf(post)
  const sign = useContext(ItemSigns).signOf(post.id)
  const canMove = carry !== undefined && (sign ? sign.isMovable : isPlannable(post))
  const stage = stageOf(post)
  const isCarried = carry?.carried?.post.id === post.id
  const from = day === null ? null : { day, time }
  const stageText = sign?.text ?? (stage ? texts.stages[stage] : post.status)
  return (
    <li
      className="plan-item"
      style={style}
      data-item={post.id}
      data-stage={stage ?? undefined}
      data-carried={isCarried ? '' : undefined}
      data-movable={canMove ? '' : undefined}
      onPointerDown={canMove ? (event) => carry.onPointerDown(event, post, from) : undefined}
      onKeyDown={canMove ? (event) => carry.onKeyDown(event, post, from) : undefined}
    >
      <Link
        from="/planning"
        to="/planning"
        search={(known) => ({ ...known, post: post.id })}
        resetScroll={false}
        draggable={false}
        className="plan-link"
        title={[accountOf(post), name].filter(Boolean).join('\n')}
      >
        <span className="sr-only">{texts.calendar.open}</span>{' '}
        <ItemFace post={post} time={time} isDated={day !== null} isTall={isTall} />
        <span className="sr-only">, {stageText}</span>
      </Link>
      {canMove ? (
        <button
          type="button"
          className="plan-grip"
          data-grip={post.id}
          aria-label={texts.calendar.move(name)}
          aria-describedby="move-hint"
          aria-pressed={isCarried && carry.carried?.by === 'keys'}
          onClick={(event) => {
            // A click of the mouse is no more than the end of a drag that was none; keys and readers pick up.
            if (event.detail === 0) carry.pickUp(post, from)
          }}
        >
          <GripVertical />
        </button>
      ) : null}
    </li>
  )
}

interface ItemFaceProps {
  readonly post: PlannedItem
  readonly time: string | null
  /** One without a date shows its caption where others show the time. */
  readonly isDated: boolean
  readonly isTall?: boolean
}

export function ItemFace({ post, time, isDated, isTall = false }: ItemFaceProps) {
  const name = nameOf(post)
  const account = accountOf(post)
  const sign = useContext(ItemSigns).signOf(post.id)
  return (
    <>
      <Thumb post={post} />
      {isDated ? (
        <b className="plan-time" data-any={time === null ? '' : undefined}>
          <span className="flex-none tabular-nums">{time ?? texts.calendar.anyTime}</span>{' '}
          {account && !isTall ? (
            <span className="plan-joined" dir="auto">
              {name}
            </span>
          ) : null}
        </b>
      ) : (
        <b className="plan-time">
          <span className="truncate" dir="auto">
            {name}
          </span>
        </b>
      )}
      {sign?.icon ?? <StatusSign stage={stageOf(post)} />}{' '}
      <span className="plan-account" dir="auto">
        {post.account ? <Avatar username={post.account.username} size={14} src={post.account.profilePicture} /> : null}
        {account ?? (isDated ? name : texts.calendar.noAccount)}
      </span>
      {isDated && account ? (
        <>
          {' '}
          <span className={isTall ? 'plan-caption' : 'plan-text sr-only'} dir="auto">
            {name}
          </span>
        </>
      ) : null}
    </>
  )
}

function Thumb({ post }: { readonly post: PlannedItem }) {
  const media = mediaOf(post.mediaType)
  return (
    <i className="plan-thumb" aria-hidden="true">
      <Picture
        src={post.imageUrl}
        sizes="44px"
        width={44}
        height={44}
        draggable={false}
        fallback={<Image className="plan-no-picture" />}
      />
      {media ? <span className="plan-media">{media === 'carousel' ? <Layers /> : <Play />}</span> : null}
    </i>
  )
}
