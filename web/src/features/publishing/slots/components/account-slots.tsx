/** When each connected account publishes: its slots, how late a post may be, and whether it is paused. */
import './slots.css'
import type { OwnAccount } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { weekdayName } from '#lib/day-names.ts'
import { formatDay } from '#lib/format.ts'
import { localOf } from '#lib/zones.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { showFailure } from '#ui/toast.tsx'
import { ownAccountList } from '../../own-accounts/queries.ts'
import { type PublishingSlots, publishingSlots, useChangeSlots } from '../queries.ts'
import { timesOn, toleranceOptions } from '../rules.ts'
import { texts } from '../texts.ts'
import { SlotsDialog } from './slots-dialog.tsx'

interface AccountSlotsProps {
  readonly companyId: number | undefined
  /** Only this one. */
  readonly accountId: number | undefined
}

export function AccountSlots({ companyId, accountId }: AccountSlotsProps) {
  const query = useQuery(ownAccountList(companyId))
  return (
    <section aria-labelledby="account-slots" className="slots">
      <h2 id="account-slots">{texts.title}</h2>
      <QueryView query={query} texts={texts} skeleton={() => <div className="h-40" />}>
        {({ accounts }) => {
          const shown = accounts.filter((one) => accountId === undefined || one.accountId === accountId)
          return shown.length === 0 ? (
            <Panel>
              <p className="slots-none">{accountId === undefined ? texts.none : texts.noMatch}</p>
            </Panel>
          ) : (
            shown.map((account) => <OneAccount key={account.accountId} account={account} />)
          )
        }}
      </QueryView>
    </section>
  )
}

function OneAccount({ account }: { readonly account: OwnAccount }) {
  const { accountId, username } = account
  const query = useQuery(publishingSlots(accountId))
  return (
    <Panel className="slots-account" aria-label={`@${username}`}>
      <div className="slots-head">
        <Avatar username={username} size={24} src={null} />
        <Link to="/account/$accountId" params={{ accountId: String(accountId) }} className="truncate font-strong">
          @{username}
        </Link>
        {query.data?.pausedBecause == null ? null : <Badge tone="amber">{texts.paused}</Badge>}
      </div>
      <QueryView
        query={query}
        texts={{ loading: texts.slotsLoading, failed: texts.slotsFailed }}
        skeleton={() => <div className="h-44" />}
      >
        {(slots) => <Settings username={username} slots={slots} />}
      </QueryView>
    </Panel>
  )
}

function Settings({ username, slots }: { readonly username: string; readonly slots: PublishingSlots }) {
  const { accountId, timeZone, toleranceMinutes, pausedBecause, next } = slots
  const change = useChangeSlots()
  const [isEditing, setEditing] = useState(false)
  const isPaused = pausedBecause !== null
  // A promise: the callbacks of `mutate` are dropped when the page is left before the answer.
  const save = (part: { isPaused: boolean } | { toleranceMinutes: number }): void =>
    void change
      .mutateAsync({ accountId, change: part })
      .catch((error: Error) => showFailure(texts.saveFailed, readServerMessage(error)))
  return (
    <>
      {isPaused ? (
        <p className="slots-paused">
          {pausedBecause} {texts.pausedHint}
        </p>
      ) : null}
      <dl className="slots-days">
        {texts.shortWeekdays.map((name, index) => {
          const times = timesOn(slots.slots, index + 1)
          return times.length === 0 ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{times.join(', ')}</dd>
            </div>
          )
        })}
      </dl>
      <p className="slots-note">
        {slots.slots.length === 0 ? texts.noSlots : next[0] ? texts.next(nextText(next[0], timeZone)) : texts.noneFree}
      </p>
      <Select
        label={texts.tolerance}
        value={String(toleranceMinutes)}
        options={toleranceOptions(toleranceMinutes)}
        onChange={(minutes) => save({ toleranceMinutes: Number(minutes) })}
      />
      <p className="slots-note">{texts.toleranceHint}</p>
      <div className="slots-actions">
        <Button size="small" icon={<Pencil />} onClick={() => setEditing(true)}>
          {texts.edit}
        </Button>
        <Button
          size="small"
          variant={isPaused ? 'primary' : 'quiet'}
          icon={isPaused ? <Play /> : <Pause />}
          busy={change.isPending}
          busyLabel={texts.pausing}
          onClick={() => save({ isPaused: !isPaused })}
        >
          {isPaused ? texts.resume : texts.pause}
        </Button>
      </div>
      {isEditing ? <SlotsDialog username={username} slots={slots} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

function nextText(moment: string, timeZone: string): string {
  const { day, time } = localOf(moment, timeZone)
  return `${weekdayName(day)}, ${formatDay(day)}, ${time}, ${texts.zone(timeZone)}`
}
