/** Who publishes it: this server, or a person who is reminded. Without a connected account only the second. */
import type { PublicationWay } from '@tangelo/contract/limits'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Target } from '../rules/publish.ts'
import { texts } from '../texts/remind.ts'

const words = texts.how

interface HowFieldProps {
  readonly how: PublicationWay
  readonly onChange: (how: PublicationWay) => void
  readonly target: Target
  readonly onClose: () => void
}

export function HowField({ how, onChange, target, onClose }: HowFieldProps) {
  const id = useId()
  const { isConnected, accountId, username } = target
  return (
    <fieldset className="publish-when min-w-0">
      <legend>
        {words.title}
        {isConnected ? null : (
          <Link
            to="/account/$accountId"
            params={{ accountId: String(accountId) }}
            hash="own-account"
            className="link font-regular"
            onClick={onClose}
          >
            {words.connect(username)}
          </Link>
        )}
      </legend>
      <div className="publish-ways">
        <label className="publish-time" data-off={isConnected ? undefined : ''}>
          <input
            type="radio"
            name={id}
            checked={how === 'publish'}
            disabled={!isConnected}
            onChange={() => onChange('publish')}
          />
          <b>{words.publish}</b>
          <span>{isConnected ? words.publishHint : words.publishOff}</span>
        </label>
        <label className="publish-time">
          <input type="radio" name={id} checked={how === 'remind'} onChange={() => onChange('remind')} />
          <b>{words.remind}</b>
          <span>{words.remindHint}</span>
        </label>
      </div>
    </fieldset>
  )
}
