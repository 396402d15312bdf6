import { render, screen } from '@testing-library/react'
import { BarChart } from './bar-chart.tsx'

test('has a table with every bar for screen readers', () => {
  render(
    <BarChart
      label="Upload by day"
      columns={['Day', 'Amount']}
      ticks={[{ value: 4, text: '4 GB' }]}
      axis={['Mon', 'Tue']}
      bars={[
        { label: 'Mon', value: 1, text: '1 GB' },
        { label: 'Tue', value: 4, text: '4 GB' },
      ]}
    />,
  )
  expect(screen.getByRole('table', { name: 'Upload by day' })).toBeInTheDocument()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['DayAmount', 'Mon1 GB', 'Tue4 GB'])
})
