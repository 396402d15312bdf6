import { ApiError } from '@holdall/api-client'
import { screen, waitFor } from '@testing-library/react'
import type { FileSource, PrefixQuery } from '../folder-data/file-source.ts'
import { entryAt, fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { activeName, selectedNames } from '../testing/read-rows.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()
const TOTAL = 10_000
const names: Readonly<Record<number, string>> = { 7123: 'zebra', 9000: 'zinc', 250: 'quartz' }
const make = (index: number) => entryAt(index, { name: names[index] ?? `file ${String(index)}` })

interface PendingQuery {
  readonly query: PrefixQuery
  readonly signal: AbortSignal
  answer(found: { id: string; index: number } | null): void
  fail(error: Error): void
}

/** A folder whose queries by prefix are answered by the test. */
function heldSource() {
  const { source } = fakeSource(TOTAL, make)
  const queries: PendingQuery[] = []
  const held: FileSource = {
    ...source,
    findByPrefix: (_folder, query, signal) =>
      new Promise((resolve, reject) => {
        queries.push({ query, signal, answer: resolve, fail: reject })
      }),
  }
  const queryAt = async (index: number) => {
    await waitFor(() => {
      expect(queries.length).toBeGreaterThan(index)
    })
    return queries[index] as PendingQuery
  }
  return { source: held, queryAt }
}

const begin = async (source: FileSource) => {
  const view = await showBrowser(source)
  await view.user.click(await screen.findByText('file 0'))
  return view
}

// However long it takes, characters are typed without a pause.
beforeEach(() => {
  jest.spyOn(performance, 'now').mockReturnValue(0)
})
afterEach(() => {
  jest.restoreAllMocks()
})

test('a name that no loaded row has is found by the server, and its row is shown and selected', async () => {
  const { source, prefixes, pages } = fakeSource(TOTAL, make)
  const { user } = await begin(source)
  await user.keyboard('zeb')
  await waitFor(() => {
    expect(activeName()).toBe('zebra')
  })
  await waitFor(() => {
    expect(selectedNames()).toEqual(['zebra'])
  })
  expect(screen.getByRole('grid')).toHaveFocus()
  expect(pages()).toContain(36)
  expect(new Set(pages()).size).toBeLessThan(4)
  // Characters typed without a pause are one query.
  expect(prefixes).toEqual(['zeb'])
})

test('a name that a loaded row has is not searched on the server', async () => {
  const { source, prefixes } = fakeSource(TOTAL, make)
  const { user } = await begin(source)
  await user.keyboard('file 12')
  expect(activeName()).toBe('file 12')
  await user.keyboard('{ArrowDown}')
  expect(activeName()).toBe('file 13')
  expect(prefixes).toEqual([])
})

test('a folder whose rows are all loaded sends no query', async () => {
  const { source, prefixes } = fakeSource(20)
  const { user } = await begin(source)
  await user.keyboard('zebra{ArrowDown}')
  expect(activeName()).toBe('file 1')
  expect(prefixes).toEqual([])
})

test('queries follow the order of the list; one that finds nothing keeps cursor and selection, leaving aborts one', async () => {
  const { source, queryAt } = heldSource()
  const { user, unmount } = await begin(source)
  await user.keyboard('x')
  const pending = await queryAt(0)
  expect(pending.query).toEqual({ prefix: 'x', sort: 'created_at', direction: 'DESC' })
  pending.answer(null)
  await user.keyboard('y')
  const { signal } = await queryAt(1)
  expect(activeName()).toBe('file 0')
  expect(selectedNames()).toEqual(['file 0'])
  expect(signal.aborted).toBe(false)
  unmount()
  expect(signal.aborted).toBe(true)
})

test('the latest query wins, and aborts the one before', async () => {
  const { source, queryAt } = heldSource()
  const { user } = await begin(source)
  await user.keyboard('z')
  const first = await queryAt(0)
  await user.keyboard('i')
  expect(first.signal.aborted).toBe(true)
  const second = await queryAt(1)
  expect(second.query.prefix).toBe('zi')
  second.answer({ id: 'id-9000', index: 9000 })
  first.answer({ id: 'id-7123', index: 7123 })
  await waitFor(() => {
    expect(activeName()).toBe('zinc')
  })
})

test('an answer is ignored after the cursor was moved', async () => {
  const { source, queryAt } = heldSource()
  const { user } = await begin(source)
  await user.keyboard('z')
  const pending = await queryAt(0)
  await user.click(screen.getByText('file 4'))
  pending.answer({ id: 'id-7123', index: 7123 })
  await user.keyboard('{ArrowDown}')
  expect(activeName()).toBe('file 5')
  expect(selectedNames()).toEqual(['file 5'])
})

test('when the query fails, typing still finds the rows that are loaded', async () => {
  const { source, queryAt } = heldSource()
  const { user } = await begin(source)
  await user.keyboard('z')
  const pending = await queryAt(0)
  pending.fail(new ApiError('network', 0, { message: 'The server could not be reached.' }))
  await user.keyboard('{Escape}{ArrowDown}')
  expect(activeName()).toBe('file 1')
})

test('a page that was loaded before rows moved is loaded again', async () => {
  let added = 0
  const { source, pages } = fakeSource(TOTAL, (index) => {
    const original = index - added
    return added > 0 && original === 300 ? entryAt(original, { name: 'quince' }) : make(original)
  })
  const { user } = await begin(source)
  await user.keyboard('quartz')
  await waitFor(() => {
    expect(selectedNames()).toEqual(['quartz'])
  })
  await user.keyboard('{Home}')
  added = 1
  const before = pages().filter((page) => page === 2).length
  await user.keyboard('quince')
  await waitFor(() => {
    expect(selectedNames()).toEqual(['quince'])
  })
  expect(activeName()).toBe('quince')
  expect(pages().filter((page) => page === 2)).toHaveLength(before + 1)
})

test('in multi-select mode typing moves the cursor without selecting', async () => {
  const { source } = fakeSource(TOTAL, make)
  const { user } = await showBrowser(source)
  await user.click(await screen.findByRole('button', { name: 'Select several' }))
  await user.click(screen.getByText('file 2'))
  await user.keyboard('zebra')
  await waitFor(() => {
    expect(activeName()).toBe('zebra')
  })
  expect(screen.getByText('1 selected')).toBeInTheDocument()
})
