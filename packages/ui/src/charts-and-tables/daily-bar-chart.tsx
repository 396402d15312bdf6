import { BarChart, type BarChartProps } from './bar-chart.tsx'
import { chartMaximum } from './chart-maximum.ts'

export type DailyBarChartProps = Pick<BarChartProps, 'label' | 'columns' | 'hue'> & {
  /** Oldest first. `label` is the whole date, `axisLabel` a short one. */
  days: readonly { label: string; axisLabel: string; value: number }[]
  format: (value: number) => string
}

/** A bar for each day, with two grid lines and four dates below. */
export const DailyBarChart = ({ days, format, ...rest }: DailyBarChartProps) => {
  const top = chartMaximum(Math.max(...days.map(({ value }) => value), 0))
  const axis = [0, 1 / 3, 2 / 3, 1].flatMap((part) => {
    const day = days[Math.round(part * (days.length - 1))]
    return day ? [day.axisLabel] : []
  })
  return (
    <BarChart
      {...rest}
      bars={days.map(({ label, value }) => ({ label, value, text: format(value) }))}
      ticks={[top, top / 2, 0].map((value) => ({ value, text: format(value) }))}
      axis={[...new Set(axis)]}
      axisWidth={52}
    />
  )
}
