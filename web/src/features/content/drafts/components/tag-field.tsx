/** Names one by one: Enter adds what is typed, the cross on a chip takes it away again (spec §4). */
import './posts.css'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FieldNote } from '#ui/field.tsx'
import { cleanTag, type TagRules } from '../rules/instagram.ts'
import { texts } from '../texts/post.ts'

interface TagFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly hint: string
  /** Shown in place of the chips while there are none. */
  readonly none?: string
  readonly removeLabel: (name: string) => string
  readonly rules: TagRules
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  /** What is typed and not added yet: saving adds it first. */
  readonly text: string
  readonly onTextChange: (text: string) => void
}

export function TagField(props: TagFieldProps) {
  const { label, placeholder, hint, none, removeLabel, rules, tags, onChange, text, onTextChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [news, setNews] = useState('')

  const add = (): void => {
    const result = cleanTag(tags, text, rules)
    setProblem(result.kind === 'refused' ? result.problem : undefined)
    if (result.kind === 'refused' || result.kind === 'nothing') return
    onTextChange('')
    if (result.kind === 'added') onChange(result.tags)
    setNews(
      result.kind === 'added' ? texts.tags.added(rules.sign, result.name) : texts.tags.known(rules.sign, result.name),
    )
  }
  const remove = (name: string): void => {
    onChange(tags.filter((tag) => tag !== name))
    setNews(texts.tags.removed(rules.sign, name))
    input.current?.focus()
  }

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        className="input"
        placeholder={placeholder}
        value={text}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setProblem(undefined)
          onTextChange(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            add()
          } else if (event.key === 'Backspace' && text === '') {
            const last = tags.at(-1)
            if (last !== undefined) remove(last)
          }
        }}
      />
      <FieldNote id={id} hint={hint} error={problem} />
      {tags.length === 0 ? (
        none ? (
          <p className="mt-2 text-note text-ink-3">{none}</p>
        ) : null
      ) : (
        <ul className="mt-2 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto" aria-label={label}>
          {tags.map((name) => (
            <li key={name} className="chip">
              <span className="truncate">
                {rules.sign}
                {name}
              </span>
              <button type="button" aria-label={removeLabel(name)} onClick={() => remove(name)}>
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="sr-only" role="status">
        {news}
      </span>
    </div>
  )
}
