import { setTheme, type ThemeChoice, useTheme } from '#lib/theme.ts'
import { Segmented } from '#ui/segmented.tsx'
import { texts } from '../texts.ts'

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Light, dark, or as the system says. */
export function Appearance() {
  return (
    <Segmented
      label={texts.theme}
      value={useTheme()}
      options={CHOICES.map((value) => ({ value, label: texts.themes[value] }))}
      onChange={setTheme}
    />
  )
}
