import { fireEvent, render, screen } from '@testing-library/react'
import { useSwipe } from './use-swipe.ts'

function Page({ step, isLoaded }: { readonly step: (delta: 1 | -1) => void; readonly isLoaded: boolean }) {
  return <div {...useSwipe(step)}>{isLoaded ? <p>the file</p> : <span>Loading…</span>}</div>
}

const at = (clientX: number, clientY = 100) => ({ clientX, clientY })

function swipe(element: Element, from: { clientX: number; clientY: number }, to: typeof from) {
  fireEvent.touchStart(element, { touches: [from] })
  fireEvent.touchEnd(element, { changedTouches: [to] })
}

test('a quick swipe of one finger steps to the next and the previous file; other touches do not', () => {
  const step = jest.fn()
  render(<Page step={step} isLoaded />)
  const page = screen.getByText('the file')
  swipe(page, at(300), at(100))
  expect(step.mock.calls).toEqual([[1]])
  swipe(page, at(100), at(300))
  expect(step.mock.calls).toEqual([[1], [-1]])
  swipe(page, at(100), at(140))
  swipe(page, at(100), at(200, 200))
  fireEvent.touchStart(page, { touches: [at(300)] })
  fireEvent.touchStart(page, { touches: [at(300), at(400)] })
  fireEvent.touchEnd(page, { changedTouches: [at(100)] })
  fireEvent.touchStart(page, { touches: [at(300)] })
  fireEvent.touchCancel(page)
  fireEvent.touchEnd(page, { changedTouches: [at(100)] })
  expect(step).toHaveBeenCalledTimes(2)
})

test('in right-to-left pages a swipe to the right steps to the next file', () => {
  const step = jest.fn()
  render(<Page step={step} isLoaded />)
  const page = screen.getByText('the file')
  page.parentElement!.style.direction = 'rtl'
  swipe(page, at(100), at(300))
  expect(step.mock.calls).toEqual([[1]])
})

test('steps too when the file has replaced what the finger touched first', () => {
  const step = jest.fn()
  const { rerender } = render(<Page step={step} isLoaded={false} />)
  const touched = screen.getByText('Loading…')
  fireEvent.touchStart(touched, { touches: [at(300)] })
  rerender(<Page step={step} isLoaded />)
  fireEvent.touchEnd(touched, { changedTouches: [at(100)] })
  expect(step.mock.calls).toEqual([[1]])
})
