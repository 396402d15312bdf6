import { act, screen } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { createToasts, type ShellToasts } from './toast-store.ts'

describe('the timer', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })
  const said = (toasts: ShellToasts) => toasts.shown.get().map(({ message }) => message)

  test('a toast is shown for six seconds', () => {
    const toasts = createToasts()
    toasts.show({ type: 'success', message: 'Saved' })
    jest.advanceTimersByTime(5999)
    expect(said(toasts)).toEqual(['Saved'])
    jest.advanceTimersByTime(1)
    expect(said(toasts)).toEqual([])
  })

  test('a toast stays while it is held, and is then shown for the remaining time', () => {
    const toasts = createToasts()
    toasts.show({ type: 'success', message: 'Saved' })
    jest.advanceTimersByTime(4000)
    toasts.hold()
    jest.advanceTimersByTime(60_000)
    toasts.release()
    jest.advanceTimersByTime(1999)
    expect(said(toasts)).toEqual(['Saved'])
    jest.advanceTimersByTime(1)
    expect(said(toasts)).toEqual([])
  })

  test('a toast that is dismissed while hovered does not hold the next one', () => {
    const toasts = createToasts()
    toasts.show({ type: 'info', message: 'First' })
    toasts.hold()
    toasts.dismiss(toasts.shown.get()[0]?.id ?? 0)
    toasts.show({ type: 'info', message: 'Second' })
    jest.advanceTimersByTime(6000)
    expect(said(toasts)).toEqual([])
  })

  test('at most three are stacked: the oldest is dismissed', () => {
    const toasts = createToasts()
    for (const message of ['1', '2', '3', '4']) toasts.show({ type: 'info', message })
    expect(said(toasts)).toEqual(['2', '3', '4'])
  })
})

test('is announced to screen readers, runs its action once and can be closed', async () => {
  const { host, user } = await renderSection(testSection(), { path: '/platform/files' })
  const run = jest.fn()
  const region = screen.getByRole('status')
  expect(region).toHaveAttribute('aria-live', 'polite')
  act(() => {
    host.toasts.show({ type: 'success', message: 'Moved to trash', action: { label: 'Undo', run } })
    host.toasts.show({ type: 'danger', message: 'Not saved' })
  })
  expect(region).toHaveTextContent('Moved to trash')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(region).not.toHaveTextContent('Moved to trash')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(region).toBeEmptyDOMElement()
})
