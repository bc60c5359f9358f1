/** One reel: its images, its preview, and how it is made of them. Every change shows at once and is saved automatically. */
import './reel-editor.css'
import type { Reel } from '@tangelo/contract'
import { REEL_IMAGES_MAX } from '@tangelo/contract/limits'
import { timelineOf } from '@tangelo/kernel/timeline'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import { widthOf } from '#ui/picture.tsx'
import { nameOf } from '../../reels/rules.ts'
import { addImages, toBody } from '../rules/edited.ts'
import { startOf } from '../rules/timeline.ts'
import { texts } from '../texts.ts'
import { CaptionSettings } from './caption-settings.tsx'
import { EditorHeader } from './editor-header.tsx'
import { ImageList } from './image-list.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MotionSettings, TransitionSettings } from './motion-settings.tsx'
import { MusicSettings } from './music-settings.tsx'
import { OutputSettings } from './output-settings.tsx'
import { playerOf } from './player.ts'
import { ReelConflict } from './reel-conflict.tsx'
import { Stage, toggleOf } from './stage.tsx'
import { useEditing } from './use-editing.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useImageFiles } from './use-image-files.ts'
import { useMusic } from './use-music.ts'
import { usePreview } from './use-preview.ts'

interface ReelEditorProps {
  /** As it is known now. Another reel wants another editor: give it the reel's id as its key. */
  readonly reel: Reel
  /** It was saved. */
  readonly onChanged: (reel: Reel) => void
  /** A copy of it was made. */
  readonly onDuplicated: (reel: Reel) => void
  /** The user requests the video. Everything is saved by then. */
  readonly onGenerate: (reel: Reel) => void
  /** Credits remain, and no video of it is being made. */
  readonly canGenerate: boolean
  readonly isGenerating: boolean
  /** Holds what saves now what is unsaved; it answers whether everything is saved then. */
  readonly flush?: Ref<() => Promise<boolean>>
}

export function ReelEditor(props: ReelEditorProps) {
  const { reel, onChanged, onDuplicated, onGenerate, canGenerate, isGenerating, flush } = props
  const editor = useRef<HTMLElement>(null)
  const editing = useEditing(reel, onChanged)
  useImperativeHandle(flush, () => editing.flush, [editing.flush])
  const { edited, change } = editing
  const [player] = useState(playerOf)
  const [selected, setSelected] = useState<string | null>(null)
  const images = useImageFiles(editing.reel, (urls) => change(addImages(editing.state().edited, urls)))

  // Lengths and places need no sizes of pictures.
  const timeline = useMemo(() => {
    const { settings } = toBody(edited)
    return settings.pictures.length > 0
      ? timelineOf(
          settings,
          settings.pictures.map(() => ({ width: 9, height: 16 })),
        )
      : null
  }, [edited])
  const total = timeline?.seconds ?? 0
  const preview = usePreview({ edited, sizes: images.files, player })
  const hasMusicFailed = useMusic(edited.music, total, player)

  useEffect(() => player.fit(total), [player, total])
  useEffect(() => player.close, [player])
  useEditorKeys(editor, { onUndo: editing.undo, onRedo: editing.redo, onPlay: () => toggleOf(player) })

  const selectedIndex = Math.max(
    0,
    edited.pictures.findIndex(({ key }) => key === selected),
  )
  const picture = edited.pictures[selectedIndex]
  const nameAt = (index: number): string =>
    images.files.get(edited.pictures[index]?.url ?? '')?.name || texts.images.unnamed(index + 1)
  const select = (key: string): void => {
    setSelected(key)
    const index = editing.state().edited.pictures.findIndex((other) => other.key === key)
    if (timeline && index !== -1 && !player.state().isPlaying) player.seek(startOf(timeline, index))
  }
  const generate = async (): Promise<void> => {
    player.pause()
    if (await editing.flush()) onGenerate(editing.state().reel)
  }

  return (
    <Panel ref={editor} className="overflow-clip" aria-label={texts.editor(nameOf(reel))}>
      <EditorHeader
        reel={reel}
        editing={editing}
        onDuplicated={onDuplicated}
        onGenerate={() => void generate()}
        canGenerate={canGenerate && edited.pictures.length > 0 && editing.conflict === null}
        isGenerating={isGenerating}
      />
      {editing.conflict ? (
        <ReelConflict mine={edited} conflict={editing.conflict} files={images.files} onDecide={editing.decide} />
      ) : null}
      <div className="editor-columns">
        <Stage
          preview={preview}
          player={player}
          timeline={timeline}
          pictures={edited.pictures.map(({ url }) => widthOf(url, 480))}
          missingNames={edited.pictures.flatMap(({ url }, index) => (preview.missing.has(url) ? [nameAt(index)] : []))}
          coverSeconds={edited.coverSeconds}
        />
        <ImageList
          edited={edited}
          onChange={change}
          files={images.files}
          missing={preview.missing}
          seconds={total}
          selected={picture?.key ?? null}
          onSelect={select}
          onAdd={(files) => images.add(files, REEL_IMAGES_MAX - edited.pictures.length)}
          adding={images.adding}
        />
        <section className="editor-settings" aria-label={texts.settings.title}>
          {picture ? (
            <MotionSettings edited={edited} onChange={change} picture={picture} name={nameAt(selectedIndex)} />
          ) : null}
          <TransitionSettings edited={edited} onChange={change} />
          <CaptionSettings edited={edited} onChange={change} state={preview.caption} />
          <MusicSettings
            music={edited.music}
            total={total}
            hasFailed={hasMusicFailed}
            onChange={(music, step) => change({ ...editing.state().edited, music }, step)}
          />
          <OutputSettings edited={edited} onChange={change} player={player} total={total} />
        </section>
      </div>
      <LeaveGuard editing={editing} />
    </Panel>
  )
}
