import { render, screen } from '@testing-library/react'
import { DailyBarChart } from './daily-bar-chart.tsx'

const show = (bytesOnLastDay: number) =>
  render(
    <DailyBarChart
      label="Upload"
      dayLabel="Day"
      records={Array.from({ length: 45 }, (_, n) => ({
        created_at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
        bytes: n === 44 ? bytesOnLastDay : 0,
      }))}
      // Of an account in another time zone than UTC, in which the days are.
      formatDate={(iso, options) =>
        new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', ...options }).format(new Date(iso))
      }
      formatBytes={(bytes) => `${bytes} B`}
      none="No uploads"
    />,
  )

test('has a bar for each day, round grid lines and the first and last date', () => {
  show(7)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toHaveLength(46)
  expect([rows[1], rows[45]]).toEqual(['Thu, January 10 B', 'Sat, February 147 B'])
  for (const shown of ['8 B', '4 B', 'Jan 1', 'Feb 14']) expect(screen.getByText(shown)).toBeInTheDocument()
})

test('says so where there is nothing on any day', () => {
  show(0)
  expect(screen.getByText('No uploads')).toBeInTheDocument()
  expect(screen.queryByRole('table')).toBeNull()
})
