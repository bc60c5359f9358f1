/** A look at what the demo workspace shows, drawn once: decoration for readers. */
import { Avatar } from '#ui/avatar.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { texts } from '../texts.ts'

const ROWS = [
  {
    name: 'demo.casaluma',
    line: [46, 46, 45, 45, 43, 42, 40, 38, 37, 35],
    followers: '291.7K',
    rate: '2.1%',
    change: '−0.3%',
  },
  {
    name: 'demo.harbour.kitchen',
    line: [20, 22, 23, 25, 24, 26, 27, 29, 28, 31],
    followers: '204.9K',
    rate: '6.7%',
    change: '+1.7%',
  },
  {
    name: 'demo.sixlemons',
    line: [18, 19, 19, 20, 23, 22, 26, 27, 29, 30],
    followers: '148.3K',
    rate: '7.4%',
    change: '+2.4%',
  },
  {
    name: 'demo.trailandtide',
    line: [22, 22, 23, 23, 24, 23, 25, 25, 26, 26],
    followers: '88.4K',
    rate: '3.0%',
    change: '+0.6%',
  },
] as const

export function DemoExample() {
  return (
    <div
      className="ml-4 min-h-49 overflow-hidden rounded-tl-panel border-t border-l border-line bg-canvas pt-4 pl-5 desk:ml-6"
      aria-hidden="true"
    >
      <div className="flex gap-6 pb-3.5 text-note text-ink-2">
        <Figure label={texts.example.followers} figure="9.6M" />
        <Figure label={texts.example.growth} figure="+0.9%" />
        <Figure label={texts.example.engagement} figure="4.6%" />
      </div>
      {ROWS.map(({ name, line, followers, rate, change }) => (
        <div
          key={name}
          className="grid h-10.25 grid-cols-[24px_minmax(0,1fr)_60px_50px] items-center gap-3 border-t border-line pr-4 text-table desk:grid-cols-[24px_minmax(0,1fr)_96px_72px_64px_64px] desk:pr-6"
        >
          <Avatar username={name} size={24} />
          <span className="truncate">{`@${name}`}</span>
          <Sparkline values={line} width={60} height={22} quiet={change.startsWith('−')} />
          <span className="font-medium">{followers}</span>
          <span className="max-desk:hidden">{rate}</span>
          <span className="text-ink-2 max-desk:hidden">{change}</span>
        </div>
      ))}
    </div>
  )
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <div>
      {label}
      <b className="block text-name text-ink">{figure}</b>
    </div>
  )
}
