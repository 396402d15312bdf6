import { render, screen } from '@testing-library/react'
import { DailyBarChart } from './daily-bar-chart.tsx'

test('has a bar for each day, round grid lines and the first and last date', () => {
  const days = Array.from({ length: 45 }, (_, n) => ({
    label: `Day ${n}`,
    axisLabel: `d${n}`,
    value: n === 44 ? 7 : 0,
  }))
  render(<DailyBarChart label="Upload" columns={['Day', 'Upload']} days={days} format={(value) => `${value} B`} />)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toHaveLength(46)
  expect([rows[1], rows[45]]).toEqual(['Day 00 B', 'Day 447 B'])
  for (const shown of ['8 B', '4 B', 'd0', 'd44']) expect(screen.getByText(shown)).toBeInTheDocument()
})
