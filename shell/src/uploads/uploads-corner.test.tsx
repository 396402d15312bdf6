import type { UploadItem, UploadState } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { createStore } from 'zustand'
import { testSection } from '../test-section.tsx'

async function show(state: UploadState) {
  const item: UploadItem = {
    id: '1',
    kind: 'file',
    name: 'a',
    size: 1,
    folderId: null,
    folderName: null,
    path: '',
    state,
  }
  const store = createStore<readonly UploadItem[]>(() => [])
  const clear = jest.fn()
  const uploads = idleUploads({ get: store.getState, subscribe: store.subscribe, clear })
  await renderSection(testSection(), { path: '/platform/files', uploads })
  await act(() => {
    store.setState([item], true)
    return Promise.resolve()
  })
  await screen.findByRole('region', { name: 'Uploads' })
  return clear
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true })
})
afterEach(() => {
  jest.useRealTimers()
})

test('a finished queue has no progress, and leaves by itself after six seconds', async () => {
  const clear = await show({ step: 'done', entryId: 'e', savedAs: null })
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  await jest.advanceTimersByTimeAsync(5000)
  expect(clear).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1000)
  expect(clear).toHaveBeenCalled()
})

test('a finished queue with something to read stays until it is closed', async () => {
  const clear = await show({ step: 'done', entryId: 'e', savedAs: 'a (2)' })
  await jest.advanceTimersByTimeAsync(60_000)
  expect(clear).not.toHaveBeenCalled()
})

test.each<[boolean, UploadState]>([
  [true, { step: 'reconnecting', sent: 0 }],
  [true, { step: 'waiting' }],
  [false, { step: 'done', entryId: 'e', savedAs: null }],
  [false, { step: 'interrupted', sent: 0, canContinue: false }],
])('leaving the page is asked about (%s) while a file is %j', async (isAsked, state) => {
  await show(state)
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(isAsked)
})

/** Drags files over an element and drops them; returns which effect the cursor shows and whether the browser opens them. */
function dropFiles(on: Element) {
  const dataTransfer = { types: ['Files'], items: [], dropEffect: 'copy' }
  const over = createEvent.dragOver(on, { dataTransfer })
  const drop = createEvent.drop(on, { dataTransfer })
  fireEvent(on, over)
  fireEvent(on, drop)
  return { effect: dataTransfer.dropEffect, isOpened: !over.defaultPrevented || !drop.defaultPrevented }
}

test('files that are dropped where nothing takes them are not opened by the browser', async () => {
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
