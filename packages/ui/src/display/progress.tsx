import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { hueVars, type Hue } from '../theme/hue.ts'

const Track = styled.div<{ $height: number }>`
  display: flex;
  block-size: ${({ $height }) => $height}px;
  border-radius: ${({ $height }) => $height / 2}px;
  overflow: hidden;
  background: var(--press);
  @media (forced-colors: active) {
    outline: 1px solid;
  }
`
const ProgressTrack = styled(Track).attrs({ role: 'progressbar' })``
const MeterTrack = styled(Track).attrs({ role: 'meter' })``
const Bar = styled.span<{ $hue: Hue | undefined }>`
  ${({ $hue }) => $hue && hueVars($hue)}
  flex: none;
  background: var(--c-f, var(--accent-fill));
  transition: inline-size var(--m) linear;
  @media (forced-colors: active) {
    background: Highlight;
  }
`

/** Between two parts of a meter. */
const GAP_PX = 2
/** Beside a smaller part, the gap would be seen in place of it. */
const MIN_SHARE_WITH_GAP = 0.01

const part = (value: number, max: number) => Math.min(1, Math.max(0, max > 0 ? value / max : 0))

export type ProgressBarProps = Omit<ComponentProps<'div'>, 'children'> & {
  /** 0 to 1. */
  value: number
  label: string
  /** Pixels. */
  height?: number
  hue?: Hue
}

/** A progress bar with a known value. */
export const ProgressBar = ({ value, label, height = 6, hue, ...rest }: ProgressBarProps) => (
  <ProgressTrack
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(part(value, 1) * 100)}
    {...rest}
    $height={height}
  >
    <Bar $hue={hue} style={{ inlineSize: `${part(value, 1) * 100}%` }} />
  </ProgressTrack>
)

export type MeterPart = { value: number; hue?: Hue }
export type MeterProps = Omit<ComponentProps<'div'>, 'children'> & {
  /** Amounts in the unit of `max`, shown one after the other. */
  parts: readonly MeterPart[]
  max: number
  label: string
  /** The total amount as text for screen readers: "12 of 15 GB". */
  text: string
  height?: number
}

/** A meter of how much of `max` is used, in parts. */
export const Meter = ({ parts, max, label, text, height = 6, ...rest }: MeterProps) => {
  const shown = parts.filter(({ value }) => value > 0)
  const used = shown.reduce((sum, { value }) => sum + value, 0)
  const whole = Math.max(max, used)
  return (
    <MeterTrack
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part(used, max) * 100)}
      aria-valuetext={text}
      {...rest}
      $height={height}
    >
      {shown.map(({ value, hue }, index) => {
        const share = part(value, whole)
        const hasGap = Math.min(share, part(shown[index - 1]?.value ?? 0, whole)) >= MIN_SHARE_WITH_GAP
        const style = { inlineSize: `${share * 100}%`, marginInlineStart: hasGap ? GAP_PX : 0 }
        return <Bar key={`${index} ${hue}`} $hue={hue} style={style} />
      })}
    </MeterTrack>
  )
}
