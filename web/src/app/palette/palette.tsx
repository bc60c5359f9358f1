/**
 * Search, ask or do something: one field over the page, and below it what fits. The focus stays in the field; the arrow keys
 * move through the results, Enter opens one, with Ctrl or Cmd in another tab.
 */
import './palette.css'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { askPage } from '#lib/page-action.ts'
import { useTypedText } from '#lib/use-typed-text.ts'
import { Modal } from '#ui/modal.tsx'
import { closeFrameLayer, openShortcuts } from '../palette-state.ts'
import { Keys } from './keys.tsx'
import type { Result } from './result.tsx'
import { ResultList } from './result-list.tsx'
import { texts } from './texts.ts'
import { useResults } from './use-results.tsx'
import { countUse, readUses } from './uses.ts'

const REST_MS = 120

export function Palette() {
  const router = useRouter()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState('')
  const [opened] = useState(() => ({ uses: readUses(), now: Date.now() }))
  const query = useDeferredValue(asked)
  const { groups, isSearching, isStale, hasFailed, isNothing } = useResults(query, opened.uses, opened.now)
  const results = groups.flatMap((group) => group.results)
  const [wanted, setWanted] = useState(0)
  /** Another query begins at its first result. */
  const ask = (query: string): void => {
    setAsked(query)
    setWanted(0)
  }
  const [text, type] = useTypedText(asked, ask, REST_MS)
  const isCurrent = text.trim() === query && !isStale
  /** How Enter was pressed before the results were there. */
  const [entered, setEntered] = useState<{ readonly isNewTab: boolean } | null>(null)
  const active = Math.min(wanted, Math.max(0, results.length - 1))

  useEffect(() => {
    const row = list.current?.querySelectorAll('[role="option"]')[active]
    if (row && 'scrollIntoView' in row) row.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (result: Result, isNewTab = false): void => {
    setEntered(null)
    if (result.query !== undefined) {
      type(result.query)
      ask(result.query)
      return
    }
    countUse(result.key)
    if (isNewTab && result.href) {
      window.open(result.href, '_blank', 'noopener')
      return
    }
    closeFrameLayer()
    if (result.href) router.history.push(result.href)
    if (result.action) askPage(router, result.action, result.text)
    result.run?.()
  }
  const chooseFirst = useEffectEvent((isNewTab: boolean): void => {
    setEntered(null)
    if (results[0] && !isNothing) choose(results[0], isNewTab)
  })
  useEffect(() => {
    if (entered && isCurrent) chooseFirst(entered.isNewTab)
  }, [entered, isCurrent])
  const enter = (isNewTab: boolean): void => {
    const result = results[active]
    if (isCurrent) {
      if (result) choose(result, isNewTab)
      return
    }
    if (text.trim() !== asked) ask(text.trim())
    setEntered({ isNewTab })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = results.length - 1
    const target = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active === 0 ? last : active - 1 }[event.key]
    if (target !== undefined) setWanted(target)
    else if (event.key === 'Enter') enter(event.ctrlKey || event.metaKey)
    else if (event.key === '?' && text === '') openShortcuts()
    else return
    event.preventDefault()
  }

  return (
    <Modal className="palette" scrim="scrim palette-scrim" aria-labelledby={`${id}-title`} onClose={closeFrameLayer}>
      <h2 id={`${id}-title`} className="sr-only">
        {texts.placeholder}
      </h2>
      <div className="palette-field">
        <Search aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={results.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setEntered(null)
            type(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette-cancel" onClick={closeFrameLayer}>
          {texts.cancel}
        </button>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={texts.results} className="palette-results">
        {isNothing ? (
          <div className="px-6 pt-8 pb-4 text-center" role="presentation">
            <p className="text-panel">{texts.nothing(asked)}</p>
            <p className="mt-1 text-label text-ink-2">{texts.nothingHint}</p>
          </div>
        ) : null}
        <ResultList id={id} groups={groups} query={asked} active={active} onActive={setWanted} onChoose={choose} />
      </div>
      <p className="sr-only" role="status">
        {isSearching ? texts.searching : asked === '' ? '' : texts.count(results.length)}
      </p>
      <footer className="palette-foot">
        {hasFailed ? (
          <span className="text-bad">{texts.failed}</span>
        ) : (
          <>
            <span>
              <Keys keys={['↑', '↓']} />
              {texts.keys.move}
            </span>
            <span>
              <Keys keys={['Enter']} />
              {texts.keys.open}
            </span>
            <span>
              <Keys keys={['Ctrl', 'Enter']} />
              {texts.keys.tab}
            </span>
          </>
        )}
        <button type="button" className="ml-auto" onClick={openShortcuts}>
          <Keys keys={['?']} />
          {texts.keys.all}
        </button>
      </footer>
    </Modal>
  )
}
