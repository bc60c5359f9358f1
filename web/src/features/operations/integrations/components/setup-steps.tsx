/** How a service is connected, step by step: what to get, which settings hold it, and a test at the end. */
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '#ui/copy-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import type { Connection } from '../queries.ts'
import { texts } from '../texts/services.ts'
import { texts as setUpTexts } from '../texts/set-up.ts'

/** They have a default. */
const OPTIONAL: ReadonlySet<string> = new Set(['GRAPH_API_VERSION', 'OPENAI_BASE_URL', 'OPENAI_MODEL'])

interface SetupStepsProps {
  readonly connection: Connection
  /** The account that the test reads; null where it reads none. */
  readonly testAccount: string | null
  /** The button of the test and its result; absent where there is nothing to test yet. */
  readonly test?: ReactNode
}

export function SetupSteps({ connection, testAccount, test }: SetupStepsProps) {
  const { name, settings } = connection
  const guide = setUpTexts.guides[name]
  const reads =
    testAccount !== null && (name === 'graph' || name === 'apify') ? texts.testAccountHint[name](testAccount) : null
  return (
    <ol className="grid rounded-panel border border-line bg-canvas @min-[1000px]:grid-cols-3">
      <Step number={1} title={guide.step}>
        <p>{guide.how}</p>
        {guide.link ? (
          <OutsideLink className="gap-1" href={guide.link.href}>
            {guide.link.text}
          </OutsideLink>
        ) : null}
      </Step>
      <Step number={2} title={texts.stepPut}>
        <p>{texts.stepPutHint(settings.length)}</p>
        <ul className="grid gap-1.5" aria-label={texts.settings}>
          {settings.map((setting) => (
            <Setting key={setting.name} {...setting} />
          ))}
        </ul>
      </Step>
      <Step number={3} title={reads ? texts.stepTestAccount : texts.stepTest}>
        <p>{test ? (reads ?? texts.testHint) : texts.testLater}</p>
        {test}
      </Step>
    </ol>
  )
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid min-w-0 content-start gap-1.5 border-line px-4 py-3.5 text-label text-ink-2 not-first:border-t @min-[1000px]:not-first:border-0">
    <h4 className="flex items-center gap-2 text-panel text-ink">
      <span
        className="grid size-5 flex-none place-items-center rounded-full border border-control text-badge leading-none! text-ink-2"
        aria-hidden="true"
      >
        {number}
      </span>
      {title}
    </h4>
    {children}
  </li>
)

function Setting({ name, isSet }: Connection['settings'][number]) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    const failed = { title: texts.copyFailed, description: texts.copyFailedDescription }
    if (await copyText(`${name}=`, failed)) setCopied(true)
  }
  return (
    <li className="flex min-h-8 min-w-0 items-center gap-2 rounded-control border border-line-2 bg-surface pl-2.5 text-note">
      <code className="min-w-0 flex-1 truncate font-mono text-ink" title={name}>
        {name}
      </code>
      <span className={`flex flex-none items-center gap-1 text-caption ${isSet ? 'text-good' : 'text-ink-3'}`}>
        {isSet ? <Check className="size-3.5" /> : null}
        {isSet ? texts.set : OPTIONAL.has(name) ? texts.optional : texts.notSet}
      </span>
      <IconButton
        size="small"
        className="flex-none"
        label={texts.copyLine(name)}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
      <span className="sr-only" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </li>
  )
}
