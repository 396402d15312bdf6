import { render } from '@testing-library/react'
import { Skeleton } from './skeleton.tsx'

test('its sweep is laid out left to right on pages in any direction, where it shifts nothing', () => {
  const { container } = render(
    <div dir="rtl">
      <Skeleton />
    </div>,
  )
  expect(container.querySelector('[aria-hidden]')).toHaveStyle({ direction: 'ltr' })
})
