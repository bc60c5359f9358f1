/** What can be done with a prompt besides copying it, beside the button that opens it. */
import type { Prompt } from '@tangelo/contract'
import type { DefaultOf } from '@tangelo/contract/limits'
import { Building2, FlaskConical, Pencil, Star, Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Popover } from '#ui/popover.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useSetDefault } from '../queries/changes.ts'
import { texts } from '../texts.ts'

interface PromptMenuProps {
  readonly prompt: Prompt
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onTest: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function PromptMenu({ prompt, anchor, onClose, onTest, onEdit, onRemove }: PromptMenuProps) {
  const setDefault = useSetDefault()
  const isOwn = prompt.isOwnDefault
  const choose = (of: DefaultOf, isDefault: boolean): void => {
    onClose()
    // A promise: the callbacks of `mutate` are dropped with the menu, which is closed before the answer.
    void setDefault.mutateAsync({ id: prompt.id, of, isDefault }).then(
      () => toast(describeDefault(of, isDefault)),
      (error: unknown) => showFailure(texts.defaults.failed, readServerMessage(error) ?? ''),
    )
  }
  const closeAndRun = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Popover onClose={onClose} anchor={anchor} title={prompt.title || texts.card.untitled} width={280}>
      <div className="grid p-2 pt-0">
        <Item icon={<FlaskConical />} label={texts.card.test} onPress={closeAndRun(onTest)} />
        <Item icon={<Pencil />} label={texts.card.edit} onPress={closeAndRun(onEdit)} />
        <Item
          icon={<Star />}
          label={isOwn ? texts.card.clearOwn : texts.card.makeOwn}
          onPress={() => choose('user', !isOwn)}
        />
        <Item
          icon={<Building2 />}
          label={(prompt.isCompanyDefault ? texts.card.clearCompany : texts.card.makeCompany)(prompt.companyName)}
          onPress={() => choose('company', !prompt.isCompanyDefault)}
        />
        <Item icon={<Trash2 />} label={texts.card.remove} onPress={closeAndRun(onRemove)} />
      </div>
      <p className="border-t border-line px-4 pt-2.5 pb-3 text-caption text-ink-3">{texts.card.defaultHint}</p>
    </Popover>
  )
}

function Item({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-left text-label hover:bg-hover [&>.lucide]:text-ink-3"
      onClick={onPress}
    >
      {icon}
      <span className="min-w-0 break-words">{label}</span>
    </button>
  )
}

function describeDefault(of: DefaultOf, isDefault: boolean) {
  if (!isDefault) return { title: texts.defaults.cleared }
  return of === 'user'
    ? { title: texts.defaults.own, description: texts.defaults.ownDescription }
    : { title: texts.defaults.company, description: texts.defaults.companyDescription }
}
