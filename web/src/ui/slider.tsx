import { type CSSProperties, useId } from 'react'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
  /** The value as it reads: '7%'. */
  readonly text: string
  readonly disabled?: boolean
}

/** A value between two ends, with its name before it and its figure after it. */
export function Slider({ label, value, min, max, onChange, text, disabled = false }: SliderProps) {
  const id = useId()
  const style: CSSProperties & Record<'--at', string> = { '--at': `${((value - min) / (max - min)) * 100}%` }
  return (
    <div className="slider" data-disabled={disabled ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        disabled={disabled}
        style={style}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
