/** The prompt generator: tabs for the library, for making prompts and for trying them on an image. The URL holds what is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import {
  DEFAULT_PROMPT_TAB as DEFAULT_TAB,
  PROMPT_TABS,
  PromptGenerator,
  PromptLibrary,
  PromptTester,
  ProviderLine,
  promptById,
  promptTexts as texts,
  useGenerator,
  useTester,
} from '#features/content/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { TabList, TabPanel } from '#ui/tabs.tsx'
import { showFailure } from '#ui/toast.tsx'

const route = getRouteApi('/prompts')

export function PromptsPage() {
  const { tab: open = DEFAULT_TAB, q = '', prompt } = route.useSearch()
  const navigate = route.useNavigate()
  const generator = useGenerator()
  const tester = useTester()
  useNamedPrompt(prompt, tester.setInstructions)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <ProviderLine />
      </div>
      <TabList label={texts.title} open={open}>
        {(getTabProps) =>
          PROMPT_TABS.map((tab) => (
            <Link key={tab} to="/prompts" search={tab === DEFAULT_TAB ? {} : { tab }} {...getTabProps(tab)}>
              {texts.tabs[tab]}
            </Link>
          ))
        }
      </TabList>
      <TabPanel name={open}>
        <div className="mt-5">
          {open === 'library' ? (
            <PromptLibrary
              search={q}
              onSearchChange={(next) =>
                void navigate({
                  // Another tab may have been opened meanwhile, and not be drawn yet.
                  search: (known) => (known.tab === undefined ? { q: next } : known),
                  replace: true,
                  resetScroll: false,
                })
              }
              onMake={() => void navigate({ search: { tab: 'generator' } })}
              onTest={(id) => void navigate({ search: { tab: 'tester', prompt: id } })}
            />
          ) : null}
          {open === 'generator' ? <PromptGenerator generator={generator} /> : null}
          {open === 'tester' ? <PromptTester tester={tester} /> : null}
        </div>
      </TabPanel>
    </>
  )
}

/**
 * A prompt that the address names becomes the instructions, once: it then leaves the address, so that going back, or a prompt
 * that another user changed, overwrites nothing that was typed since.
 */
function useNamedPrompt(promptId: string | undefined, use: (prompt: string) => void): void {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const fill = useEffectEvent(use)
  const leave = useEffectEvent(() => navigate({ search: { tab: 'tester' }, replace: true, resetScroll: false }))
  useEffect(() => {
    if (promptId === undefined) return
    let isLeft = false
    const take = async (): Promise<void> => {
      try {
        const { prompt } = await client.fetchQuery(promptById(promptId))
        if (!isLeft) fill(prompt)
      } catch (error) {
        if (!isLeft) showFailure(texts.test.failed, readServerMessage(error) ?? '')
      }
      if (!isLeft) await leave()
    }
    void take()
    return () => {
      isLeft = true
    }
  }, [promptId, client])
}
