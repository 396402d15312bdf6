import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { tooltipStyles } from '../display/tooltip-styles.ts'
import { hiddenStyles } from '../layout/hidden.tsx'

const Root = styled.div`
  direction: ltr;
  container: chart / inline-size;
  font-size: var(--t-11);
  letter-spacing: 0;
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  table {
    ${hiddenStyles}
  }
`
const Plot = styled.div<{ $axis: number }>`
  position: relative;
  block-size: 136px;
  margin-inline-start: ${({ $axis }) => $axis}px;
`
const Line = styled.span`
  position: absolute;
  inset-inline: 0;
  block-size: 1px;
  background: var(--line);
  em {
    position: absolute;
    inset-inline-end: calc(100% + 8px);
    inset-block-start: -8px;
    font-style: normal;
    line-height: 16px;
    white-space: nowrap;
  }
`
const Bars = styled.div<{ $fill: string }>`
  position: absolute;
  inset: 0;
  display: flex;
  align-items: flex-end;
  padding-inline: 4px;
  --fill: ${({ $fill }) => $fill};
  &:hover i {
    background: color-mix(in srgb, var(--fill), var(--surface) 55%);
  }
  & > span:hover i {
    background: var(--fill);
  }
`
const Slot = styled.span`
  position: relative;
  display: flex;
  flex: 1;
  align-items: flex-end;
  block-size: 100%;
  min-inline-size: 2px;
  padding-inline: min(2px, 0.275cqi);
  i {
    flex: 1;
    border-radius: 3px 3px 0 0;
    background: var(--fill);
  }
  &:not(:hover) b {
    display: none;
  }
`
const Tip = styled.b`
  position: absolute;
  z-index: var(--z-tip);
  inset-inline-start: 50%;
  ${tooltipStyles}
  text-align: center;
  white-space: nowrap;
  pointer-events: none;
`
const Axis = styled.div<{ $axis: number }>`
  display: flex;
  justify-content: space-between;
  margin-inline-start: ${({ $axis }) => $axis}px;
  padding-block-start: 8px;
  line-height: 16px;
`

export type ChartBar = { label: string; value: number; text: string }
export type BarChartProps = Omit<ComponentProps<'div'>, 'children'> & {
  label: string
  bars: readonly ChartBar[]
  /** Column headers of the table for screen readers: what a bar is, and what its height means. */
  columns: readonly [string, string]
  /** Grid lines with value and label, the highest first, which is the top of the chart unless a bar is higher. */
  ticks: readonly { value: number; text: string }[]
  /** Labels below the chart, from left to right. */
  axis: readonly string[]
  hue?: 'accent' | 'blue'
  /** Width of the labels of the grid lines in pixels. */
  axisWidth?: number
}

/** A bar chart of one series, left to right in every language, with a table for screen readers. */
export const BarChart = (props: BarChartProps) => {
  const { label, bars, columns, ticks, axis, hue = 'accent', axisWidth = 36, ...rest } = props
  const top = Math.max(ticks[0]?.value ?? 0, ...bars.map(({ value }) => value), Number.MIN_VALUE)
  const height = (value: number) => `${(Math.max(0, value) / top) * 100}%`
  return (
    <Root {...rest}>
      <div aria-hidden>
        <Plot $axis={axisWidth}>
          {ticks.map((tick) => (
            <Line key={tick.value} style={{ insetBlockEnd: height(tick.value) }}>
              <em>
                <bdi>{tick.text}</bdi>
              </em>
            </Line>
          ))}
          <Bars $fill={hue === 'blue' ? 'var(--blue-f)' : 'var(--accent-fill)'}>
            {bars.map((bar, index) => (
              <Slot key={bar.label}>
                <i style={{ blockSize: height(bar.value) }} />
                <Tip
                  style={{
                    insetBlockEnd: `calc(${height(bar.value)} + 8px)`,
                    transform: `translateX(-${(index / Math.max(1, bars.length - 1)) * 100}%)`,
                  }}
                >
                  <bdi>{bar.text}</bdi>
                  <br />
                  <bdi>{bar.label}</bdi>
                </Tip>
              </Slot>
            ))}
          </Bars>
        </Plot>
        <Axis $axis={axisWidth}>
          {axis.map((text) => (
            <bdi key={text}>{text}</bdi>
          ))}
        </Axis>
      </div>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col">{columns[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{bar.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Root>
  )
}
