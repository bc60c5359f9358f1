/** The list of shortcuts, and the switch for those of a single key. */
import './palette.css'
import { useState } from 'react'
import { useSession } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { closeFrameLayer } from '../palette-state.ts'
import type { Command } from './command.ts'
import { actionsFor } from './commands.tsx'
import { Keys } from './keys.tsx'
import { pagesFor } from './page-commands.tsx'
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts'
import { texts } from './texts.ts'

const said = texts.shortcuts

export function Shortcuts() {
  const role = useSession().user?.role ?? 'basic'
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  const listKeys = (commands: readonly Command[]): [string, readonly string[]][] =>
    commands.flatMap(({ title, keys }) => (keys && !keys.includes('?') ? [[title, keys]] : []))
  const sections: [string, [string, readonly string[]][]][] = [
    [
      said.anywhere,
      [
        [said.search, ['Ctrl', 'K']],
        [said.filter, ['/']],
        [said.list, ['?']],
        [said.close, ['Esc']],
      ],
    ],
    [
      said.goTo,
      [...listKeys(pagesFor(role)), ...(role === 'admin' ? [[said.client, ['G', 'C']] as [string, string[]]] : [])],
    ],
    [said.make, listKeys(actionsFor(role))],
  ]
  return (
    <Dialog
      onClose={closeFrameLayer}
      title={said.title}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Switch
            label={said.single}
            isOn={isOn}
            onChange={(next) => {
              setSingleKeys(next)
              setIsOn(next)
            }}
          >
            {said.single}
          </Switch>
          <span className="text-note text-ink-2">{said.singleHint}</span>
        </div>
      }
    >
      <div className="grid gap-x-12 gap-y-5 desk:grid-cols-2">
        {sections.map(([heading, rows]) => (
          <section key={heading}>
            <h3 className="pb-1 text-caption text-ink-3">{heading}</h3>
            <dl>
              {rows.map(([name, keys]) => (
                <div
                  key={name}
                  className="flex h-8 items-center justify-between border-t border-line text-table first:border-t-0"
                >
                  <dt>{name}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
