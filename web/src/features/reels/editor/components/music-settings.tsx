/** The user's own music: one file, how loud, and away with it. */

import { MUSIC_BYTES_MAX } from '@tangelo/contract/limits'
import { Music, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Slider } from '#ui/slider.tsx'
import { UnsavedGuard } from '#ui/unsaved-guard.tsx'
import { sendMusic } from '../queries.ts'
import type { Edited } from '../rules/edited.ts'
import { texts } from '../texts.ts'

interface MusicSettingsProps {
  readonly music: Edited['music']
  readonly onChange: (music: Edited['music'], step?: string) => void
  /** Of the reel. */
  readonly total: number
  /** It cannot be played here. */
  readonly hasFailed: boolean
}

const VOLUME = 0.7

export function MusicSettings({ music, onChange, total, hasFailed }: MusicSettingsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => abort.current?.abort(), [])

  const take = async (file: File): Promise<void> => {
    setProblem(undefined)
    if (file.size > MUSIC_BYTES_MAX) return setProblem(texts.settings.musicTooLarge)
    const controller = new AbortController()
    abort.current = controller
    setSent(0)
    try {
      const { musicUrl, name, seconds } = await sendMusic(file, { onProgress: setSent, signal: controller.signal })
      onChange({ url: musicUrl, name, seconds, volume: music?.volume ?? VOLUME })
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(readServerMessage(error) ?? texts.settings.musicFailed)
    }
    setSent(null)
  }
  return (
    <section className="editor-set" aria-labelledby="reel-music-heading">
      <h3 id="reel-music-heading" className="text-panel">
        {texts.settings.music}
      </h3>
      {music ? (
        <>
          <div className="flex items-center gap-2.5 py-2 pr-1.5 pl-2.5 border border-line rounded-control [&>.editor-name]:flex-1 [&>.lucide]:text-accent-ink">
            <Music />
            <p className="editor-name">
              <b className="block truncate" title={music.name}>
                {music.name}
              </b>
              <small className="block truncate" data-tone={hasFailed ? 'bad' : undefined}>
                {hasFailed ? texts.settings.musicSilent : texts.settings.musicLength(music.seconds, total)}
              </small>
            </p>
            <IconButton size="small" label={texts.settings.removeMusic} icon={<X />} onClick={() => onChange(null)} />
          </div>
          <Slider
            label={texts.settings.volume}
            min={0}
            max={100}
            value={Math.round(music.volume * 100)}
            text={texts.settings.percent(music.volume)}
            onChange={(percent) => onChange({ ...music, volume: percent / 100 }, 'volume')}
          />
        </>
      ) : (
        <>
          <Button
            icon={<Plus />}
            className="justify-self-start"
            busy={sent !== null}
            busyLabel={texts.settings.musicSending(Math.floor((sent ?? 0) * 100))}
            onClick={() => picker.current?.click()}
          >
            {texts.settings.addMusic}
          </Button>
          <p className="editor-hint" data-tone={problem ? 'bad' : undefined} aria-live="polite">
            {problem ?? texts.settings.musicHint}
          </p>
        </>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept="audio/*"
        aria-label={texts.settings.addMusic}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void take(file)
          event.target.value = ''
        }}
      />
      <UnsavedGuard isUnsaved={() => sent !== null} texts={texts.leaveSending} />
    </section>
  )
}
