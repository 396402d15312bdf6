import type { UploadItem, UploadState } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { createStore } from 'zustand'
import { testSection } from '../testing/test-section.tsx'
import { done, uploadItem } from '../testing/upload-item.ts'

async function show(...states: readonly UploadState[]) {
  const itemsOf = (list: readonly UploadState[]) => list.map((state, at) => uploadItem(String(at), state))
  const store = createStore<readonly UploadItem[]>(() => [])
  const clear = jest.fn()
  const uploads = idleUploads({ get: store.getState, subscribe: store.subscribe, clear })
  const { unmount } = await renderSection(testSection(), { path: '/platform/files', uploads })
  await act(() => {
    store.setState(itemsOf(states), true)
    return Promise.resolve()
  })
  await screen.findByRole('region', { name: 'Uploads' })
  const set = (...next: readonly UploadState[]) => {
    act(() => {
      store.setState(itemsOf(next), true)
    })
  }
  return { clear, set, unmount }
}
/** Whether leaving the page needs a confirmation. */
function isLeavingConfirmed() {
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  return leaving.defaultPrevented
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true })
})
afterEach(() => {
  jest.useRealTimers()
})

test('a finished queue has no progress, and is closed after six seconds', async () => {
  const { clear } = await show(done)
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  await jest.advanceTimersByTimeAsync(5000)
  expect(clear).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1000)
  expect(clear).toHaveBeenCalled()
})

test('a finished queue that gets another upload stays', async () => {
  const { clear, set } = await show(done)
  await jest.advanceTimersByTimeAsync(5000)
  set(done, { step: 'waiting' })
  await jest.advanceTimersByTimeAsync(60_000)
  expect(clear).not.toHaveBeenCalled()
})

test('a queue without uploads is not shown', async () => {
  const { clear, set } = await show(done)
  set()
  expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(clear).not.toHaveBeenCalled()
})

test('a finished queue with something to read stays until it is closed', async () => {
  const { clear } = await show({ ...done, savedAs: 'a (2)' })
  await jest.advanceTimersByTimeAsync(60_000)
  expect(clear).not.toHaveBeenCalled()
})

test.each<[boolean, UploadState]>([
  [true, { step: 'reconnecting', sent: 0 }],
  [true, { step: 'waiting' }],
  [false, done],
  [false, { step: 'interrupted', sent: 0, canContinue: false }],
])('leaving the page needs a confirmation (%s) while a file is %j', async (expected, state) => {
  await show(state)
  expect(isLeavingConfirmed()).toBe(expected)
})

test('leaving the page needs a confirmation for as long as an upload is active', async () => {
  const { set, unmount } = await show(done, { step: 'waiting' })
  expect(isLeavingConfirmed()).toBe(true)
  set(done, done)
  expect(isLeavingConfirmed()).toBe(false)
  set({ step: 'processing' })
  expect(isLeavingConfirmed()).toBe(true)
  unmount()
  expect(isLeavingConfirmed()).toBe(false)
})

test('drags without files are left to the browser, and so are files once the shell is unmounted', async () => {
  const { unmount } = await show({ step: 'waiting' })
  expect(dropFiles(document.body, ['text/plain'])).toEqual({ effect: 'copy', isOpened: true })
  const input = document.createElement('input')
  document.body.append(input)
  expect(dropFiles(input)).toEqual({ effect: 'none', isOpened: false })
  input.remove()
  unmount()
  expect(dropFiles(document.body)).toEqual({ effect: 'copy', isOpened: true })
})

/** Drags files over an element and drops them; returns which effect the cursor shows and whether the browser opens them. */
function dropFiles(on: Element, types = ['Files']) {
  const dataTransfer = { types, items: [], dropEffect: 'copy' }
  const over = createEvent.dragOver(on, { dataTransfer })
  const drop = createEvent.drop(on, { dataTransfer })
  fireEvent(on, over)
  fireEvent(on, drop)
  return { effect: dataTransfer.dropEffect, isOpened: !over.defaultPrevented || !drop.defaultPrevented }
}

test('files that are dropped where nothing accepts them are not opened by the browser', async () => {
  await show({ step: 'waiting' })
  for (const place of [document.body, screen.getByRole('region', { name: 'Uploads' })])
    expect(dropFiles(place)).toEqual({ effect: 'none', isOpened: false })
})

test('files that are dropped on a list or on a file input are left to them', async () => {
  await show({ step: 'waiting' })
  const list = document.createElement('div')
  for (const kind of ['dragover', 'drop'])
    list.addEventListener(kind, (event) => {
      event.preventDefault()
    })
  const input = document.createElement('input')
  input.type = 'file'
  document.body.append(list, input)
  expect(dropFiles(list)).toEqual({ effect: 'copy', isOpened: false })
  expect(dropFiles(input)).toEqual({ effect: 'copy', isOpened: true })
  list.remove()
  input.remove()
})
